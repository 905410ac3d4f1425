import { describe, expect, it } from 'vitest'
import type { ReceivedRequest } from '#lib/http-message/message'
import type { OutgoingRequest, SendOutcome } from '#core/sending'
import { type Forward, passOn, wentThrough } from './pass-on'

const FORWARD: Forward = {
  kind: 'forward',
  url: 'https://shop.test/hook/',
  appendPath: true,
  verifyCertificate: false,
}
const aRequest = (change: Partial<ReceivedRequest> = {}): ReceivedRequest => ({
  method: 'POST',
  target: '/callbacks?n=1',
  httpVersion: '1.1',
  tlsVersion: null,
  headers: [
    ['Host', '127.0.0.1:8620'],
    ['X-Kept', '1'],
    ['Transfer-Encoding', 'chunked'],
    ['Connection', 'close'],
  ],
  body: new TextEncoder().encode('{"a": 1.0}'),
  remotePort: 0,
  remoteAddress: '127.0.0.1',
  receivedAtWallMs: 0,
  ...change,
})

type Response = NonNullable<SendOutcome['response']>
const aResponse = (change: Partial<Response>): Response => ({
  ...{ status: 200, httpVersion: '1.1', headers: [], body: new Uint8Array(), truncated: false },
  ...change,
})

/** Passes a request on; returns the outcome and what was sent. */
async function relay(
  request: ReceivedRequest,
  outcome: Partial<SendOutcome>,
  forward = FORWARD,
  own: { readonly isSelfReference?: (url: string) => boolean; readonly comesBack?: boolean } = {},
) {
  const sent: OutgoingRequest[] = []
  const send = (outgoing: OutgoingRequest): Promise<SendOutcome> => {
    sent.push(outgoing)
    outgoing.onConnected?.(50_001, 8620)
    return Promise.resolve({
      requestHead: new Uint8Array(),
      wire: null,
      response: null,
      failure: null,
      durationMs: 12.4,
      tlsVersion: null,
      certificateError: null,
      ...outcome,
    })
  }
  const { isSelfReference = () => false, comesBack = false } = own
  const passing = {
    send,
    name: 'paybench-1',
    signal: new AbortController().signal,
    isSelfReference,
    expect: () => ({ cameBack: () => comesBack }),
  }
  return { ...(await passOn(forward, request, passing)), sent }
}

it('a request is recognised when it comes back through another program that keeps its header fields', () => {
  const via = (value: string) => wentThrough({ headers: [['via', value]] }, 'paybench-1')
  expect(via('1.1 paybench-1')).toBe(true)
  expect(via('1.1 paybench-1 (a comment), 1.1 proxy.test')).toBe(true)
  expect(via('1.1 paybench-12')).toBe(false)
  expect(wentThrough(aRequest(), 'paybench-1')).toBe(false)
})

describe('a request that is passed on', () => {
  it('is the same message with the header fields of a new connection', async () => {
    const { sent } = await relay(aRequest(), {})
    expect(sent).toMatchObject([
      {
        url: 'https://shop.test/hook/callbacks?n=1',
        method: 'POST',
        headers: [
          ['X-Kept', '1'],
          ['Content-Length', '10'],
          ['Via', '1.1 paybench-1'],
        ],
        body: aRequest().body,
        verifyCertificate: false,
      },
    ])
  })

  it('is marked if the certificate would have been refused', async () => {
    const certificateError = 'The certificate of shop.test is self-signed (CODE).'
    const { mark } = await relay(aRequest(), { response: aResponse({ status: 204 }), certificateError })
    expect(mark.text).toBe(
      `https://shop.test/hook/callbacks?n=1 responded with 204 after 12 ms. ${certificateError} The response rule accepts any certificate.`,
    )
  })

  it('goes to the address without the path if the rule says so', async () => {
    const { sent } = await relay(aRequest(), {}, { ...FORWARD, appendPath: false })
    expect(sent[0]?.url).toBe('https://shop.test/hook/')
  })

  it('gets no response if the merchant does not respond in time', async () => {
    const failure = { code: 'timeout', message: 'Nothing came within 10 s.' } as const
    const { reaction, mark } = await relay(aRequest(), { failure })
    expect(reaction).toEqual({ kind: 'silence' })
    expect(mark.text).toBe('Passed on without a response: Nothing came within 10 s.')
  })

  it.each([101, 0])('is reset if the merchant responds with %i, which is not final', async (status) => {
    const { reaction, mark } = await relay(aRequest(), { response: aResponse({ status }) })
    expect(reaction).toEqual({ kind: 'reset', delayMs: 0 })
    expect(mark.text).toBe(
      `Passing on failed: https://shop.test/hook/callbacks?n=1 responded with ${String(status)}, which is not a final response, after 12 ms.`,
    )
  })

  it('gets a response without Content-Length if the body was cut', async () => {
    const type = ['Content-Type', 'text/plain'] as const
    const whole = aResponse({ headers: [type, ['content-length', '1500000']] })
    const cut = await relay(aRequest(), { response: { ...whole, truncated: true } })
    expect(cut.reaction).toMatchObject({ response: { headers: [type] } })
    expect(cut.mark.text).toContain('was cut')
    const { reaction } = await relay(aRequest(), { response: whole })
    expect(reaction).toMatchObject({ response: { headers: whole.headers } })
  })

  it('is not sent to the listener that received it', async () => {
    const { reaction, mark, sent } = await relay(aRequest(), {}, FORWARD, {
      isSelfReference: (url) => url.startsWith('https://shop.test/'),
    })
    expect([reaction, sent]).toEqual([{ kind: 'reset', delayMs: 0 }, []])
    expect(mark.text).toMatch(
      /^Not passed on: https:\/\/shop\.test\/hook\S* belongs to this merchant listener itself/,
    )
  })

  it('is reported as a loop if it comes back although the address did not reveal the loop', async () => {
    const failure = { code: 'reset' as const, message: 'The connection was broken off.' }
    const { reaction, mark } = await relay(aRequest(), { failure }, FORWARD, { comesBack: true })
    expect(reaction).toEqual({ kind: 'reset', delayMs: 0 })
    expect(mark.text).toContain('belongs to this merchant listener itself')
  })

  it('is not sent if its body was truncated', async () => {
    const { reaction, mark, sent } = await relay(aRequest({ truncated: true }), {})
    expect([reaction, sent]).toEqual([{ kind: 'reset', delayMs: 0 }, []])
    expect(mark.text).toMatch(/^Not passed on: the body is longer/)
  })
})
