import { describe, expect, it } from 'vitest'
import type { CallbackAttempt, CallbackDetail, ExchangeDetail } from '#protocol/messages'
import {
  shownCallback,
  shownExchange,
  shownMerchantResponse,
  shownResponse,
  wireBytes,
  wireText,
} from './shown-message'
import { curlOf } from './wire'

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64')

const BODY = '{"name":"Zoë"}'
const BODY_BYTES = Buffer.from(BODY).toString('latin1')
const HEAD = [
  'POST /callbacks?a=b HTTP/1.1',
  'Host: shop.test:8620',
  'Content-Type: application/json',
  'Content-Length: 15',
  '',
  '',
].join('\r\n')

const anAttempt = (change: Partial<CallbackAttempt> = {}): CallbackAttempt => ({
  seq: 1,
  n: 0,
  dueAt: '2031-04-09T16:20:05.000Z',
  sentAt: '2031-04-09T16:20:05.000Z',
  wallSentAt: '2031-04-09T16:20:05.000Z',
  requestHead: HEAD,
  marks: [],
  ...change,
})

const aCallback = (change: Partial<CallbackDetail> = {}): CallbackDetail => ({
  id: 'cb_1',
  paymentKey: 'p',
  paymentId: 'order-1',
  projectId: 1,
  kind: 'result',
  createdAt: '2031-04-09T16:20:05.000Z',
  target: 'http://shop.test:8620/callbacks?a=b',
  state: 'delivered',
  attemptCount: 1,
  marks: [],
  method: 'POST',
  body: BODY,
  headers: [
    ['Content-Type', 'application/json'],
    ['Content-Length', '15'],
  ],
  signature: { state: 'valid', explanation: '' },
  attempts: [],
  actions: [],
  planned: [],
  replays: [],
  ...change,
})

const sentWith = (attempt: CallbackAttempt) =>
  shownCallback(aCallback({ attempts: [anAttempt(), attempt] }), attempt)

describe('a callback that was sent', () => {
  it('shows its header fields and bytes exactly as they were written', () => {
    const shown = sentWith(anAttempt())
    expect(shown.request.headers[0]).toEqual(['Host', 'shop.test:8620'])
    expect(wireText(shown)).toBe(HEAD + BODY)
    expect(Buffer.from(wireBytes(shown)).toString('latin1')).toBe(HEAD + BODY_BYTES)
  })

  it('has the HTTP version of its start line', () => {
    const shown = sentWith(anAttempt({ requestHead: HEAD.replace('HTTP/1.1', 'HTTP/1.0') }))
    expect(shown.request.httpVersion).toBe('1.0')
    expect(wireText(shown)).toMatch(/^POST \/callbacks\?a=b HTTP\/1\.0\r\n/)
    expect(curlOf(shown.request)).toContain('--http1.0')
  })

  it('is copied in the chunks that were sent, and sent in chunks by curl', () => {
    const head = HEAD.replace('Content-Length: 15', 'Transfer-Encoding: chunked')
    const wire = `${head}8\r\n{"name":\r\n7\r\n${BODY_BYTES.slice(8)}\r\n0\r\n\r\n`
    const shown = sentWith(anAttempt({ requestHead: head, wireBase64: base64(wire) }))
    expect(Buffer.from(wireBytes(shown)).toString('latin1')).toBe(wire)
    expect(shown.request.headers.map(([name]) => name)).toEqual(['Host', 'Content-Type', 'Transfer-Encoding'])
    expect(curlOf(shown.request)).toContain('Transfer-Encoding: chunked')
    expect(curlOf(shown.request)).not.toContain('Content-Length')
  })

  it('is shown and copied only up to the point at which its head was cut off', () => {
    const wire = HEAD.slice(0, HEAD.indexOf('Content-Length') + 9)
    const shown = sentWith(anAttempt({ wireBase64: base64(wire) }))
    expect(wireText(shown)).toBe(wire)
    expect(shown.request.headers).toEqual([
      ['Host', 'shop.test:8620'],
      ['Content-Type', 'application/json'],
      ['Content-L', ''],
    ])
  })

  it('has the reference and the signature of the attempt if the attempt had its own body', () => {
    expect(sentWith(anAttempt()).reference).toEqual({ type: 'callback', id: 'cb_1' })
    const changed = anAttempt({
      requestBodyBase64: base64('{}'),
      signature: { state: 'invalid', explanation: '' },
    })
    expect(sentWith(changed)).toMatchObject({
      reference: { type: 'callback', id: 'cb_1', attempt: 1 },
      signature: { state: 'invalid' },
    })
    expect(wireText(sentWith(changed))).toBe(`${HEAD}{}`)
  })

  it('keeps bytes that are not text', () => {
    const shown = sentWith(anAttempt({ requestBodyBase64: base64('\xff\x00') }))
    expect([...wireBytes(shown)].slice(-2)).toEqual([0xff, 0])
  })
})

describe('changedByRule', () => {
  const byRule = { ruleId: 'r', text: 'The signature was corrupted.' }
  const byHand = { ruleId: null, text: 'Signature kept, body edited.' }
  const verdict = { state: 'invalid' as const, explanation: '' }

  it.each([
    ['a rule changed the attempt', aCallback(), anAttempt({ signature: verdict }), true],
    ['only rules changed the callback', aCallback({ marks: [byRule] }), anAttempt(), true],
    ['the tester changed it too', aCallback({ marks: [byHand, byRule] }), anAttempt(), undefined],
    ['nothing changed it', aCallback(), anAttempt(), undefined],
  ])('is set only for changes by rules alone: %s', (_, callback, attempt, expected) => {
    expect(shownCallback(callback, attempt).changedByRule).toBe(expected)
  })
})

describe('a callback before its first attempt', () => {
  it('has its Host header first, where the sender puts it', () => {
    const shown = shownCallback(aCallback(), undefined)
    expect(wireText(shown)).toBe(HEAD + BODY)
    expect(shown.request.headers[0]).toEqual(['Host', 'shop.test:8620'])
  })

  it('keeps the Host header that the tester wrote, and has none without a target', () => {
    const own = shownCallback(aCallback({ headers: [['hOST', 'other']] }), undefined)
    expect(own.request.headers).toEqual([['hOST', 'other']])
    expect(shownCallback(aCallback({ target: null, headers: [] }), undefined).request.headers).toEqual([])
  })

  it('still looks the same once its first attempt is in flight', () => {
    const { requestHead: _none, ...open } = anAttempt()
    expect(wireText(sentWith(open))).toBe(HEAD + BODY)
  })
})

const anExchange = (change: Partial<ExchangeDetail> = {}): ExchangeDetail => ({
  id: 'ex_1',
  source: 'capture',
  receivedAt: '2031-04-09T16:20:05.000Z',
  wallReceivedAt: '2031-04-09T16:20:05.000Z',
  secure: false,
  method: 'POST',
  path: '/x',
  httpVersion: '1.1',
  sizeBytes: 15,
  marks: [],
  headers: [['Host', 'localhost']],
  body: BODY,
  bodyBase64: base64(BODY_BYTES),
  masked: [],
  signature: { state: 'missing', explanation: '' },
  reply: null,
  ...change,
})

describe('a received request', () => {
  it('is copied as one chunk if it arrived in chunks, so that it can be sent again', () => {
    const chunked = { headers: [['Transfer-Encoding', 'chunked']] as [string, string][] }
    const head = 'POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(wireText(shownExchange(anExchange(chunked)))).toBe(`${head}f\r\n${BODY}\r\n0\r\n\r\n`)
    expect(wireText(shownExchange(anExchange({ ...chunked, body: '', bodyBase64: '' })))).toBe(
      `${head}0\r\n\r\n`,
    )
  })

  it('is copied as its bytes alone if it could not be parsed', () => {
    const unreadable = anExchange({ method: '', path: '', headers: [], body: 'GET / nonsense\r\n' })
    expect(wireText(shownExchange(unreadable))).toBe('GET / nonsense\r\n')
  })
})

describe('a response', () => {
  const aResponse = (status: number) => ({ status, headers: [], body: '', bodyBase64: '' })
  const httpResponse = (status: number) => ({ ...aResponse(status), httpVersion: '1.1', truncated: false })

  it.each([
    [200, true],
    [201, false],
    [204, false],
    [302, false],
    [500, false],
  ])('with status %i means that the callback was delivered: %s', (status, good) => {
    expect(shownMerchantResponse(anAttempt({ answer: httpResponse(status) }))?.good).toBe(good)
    expect(shownResponse(anExchange({ reply: aResponse(status) }))?.good).toBe(good)
  })

  it('has a note on why 204 is not enough, but only for callbacks', () => {
    const note = 'not delivered: only 200 counts'
    expect(shownMerchantResponse(anAttempt({ answer: httpResponse(204) }))?.note).toBe(note)
    expect(shownResponse(anExchange({ source: 'api', reply: aResponse(204) }))).toMatchObject({ good: true })
    expect(shownResponse(anExchange({ source: 'api', reply: aResponse(204) }))?.note).toBeUndefined()
  })
})
