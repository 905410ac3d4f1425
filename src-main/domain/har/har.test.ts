import { MAX_PROJECT_ID } from '#domain/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeUtf8 } from '#lib/bytes/utf8'
import type { HarMessage, HarOwnFields } from './message'
import { LIMITS } from '#lib/limits/limit-table'
import { doAllSteps } from '#lib/steps'
import { createHarReader, type HarError } from './reader'
import { HAR_SEPARATOR, HAR_TAIL, harEntry, harHead } from './write'

const CREATOR = { name: 'Paybench', version: '9.9.9' }

const archiveOf = (messages: readonly HarMessage[]): string =>
  harHead(CREATOR) + messages.map(harEntry).join(HAR_SEPARATOR) + HAR_TAIL

interface Reading {
  readonly messages: readonly HarMessage[]
  readonly error: HarError | null
  readonly skipped: number
}

function readParts(parts: readonly string[]): Reading {
  const reader = createHarReader()
  const messages: HarMessage[] = []
  let error: HarError | null = null
  for (const part of parts) error = doAllSteps(reader.push(part, (message) => messages.push(message)))
  return { messages, error: error ?? reader.end(), skipped: reader.counts().skipped }
}

const read = (text: string): Reading => readParts([text])

const byteText = fc
  .uint8Array({ maxLength: 30 })
  .map((bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const headers = fc.array(fc.tuple(byteText, byteText), { maxLength: 6 })
const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 100 }).map(encodeUtf8),
  fc.json().map(encodeUtf8),
  fc.constant(encodeUtf8('\uFEFF{"a":"\u2028\0\\"}')),
)
const epochMs = fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) })
const text = fc
  .string({ unit: 'binary', maxLength: 20 })
  .map((one) => new TextDecoder().decode(encodeUtf8(one)))

const verdict = fc.record(
  {
    state: fc.constantFrom('valid', 'invalid', 'missing', 'empty', 'unreadable', 'unknown_project'),
    place: text,
    dialect: text,
    received: text,
    expected: text,
    explanation: text,
  },
  { requiredKeys: ['state', 'explanation'] },
)
const own: fc.Arbitrary<HarOwnFields> = fc.record(
  {
    id: text,
    source: fc.constantFrom('api', 'form', 'capture', 'imported', 'callback'),
    virtualTime: epochMs,
    tlsVersion: text,
    remoteAddress: text,
    projectId: fc.integer({ min: 1, max: MAX_PROJECT_ID }),
    paymentId: text,
    callbackId: text,
    attempt: fc.nat(),
    verdict,
    refusal: fc.record(
      { code: text, message: text, field: text, contract: text },
      { requiredKeys: ['code', 'message', 'contract'] },
    ),
    note: text,
    replayOf: text,
    marks: fc.array(fc.record({ ruleId: fc.option(text), text }), { maxLength: 3 }),
    masked: fc.constant([]),
    wire: fc.uint8Array({ maxLength: 50 }),
  },
  { requiredKeys: ['id', 'source', 'virtualTime', 'marks', 'masked'] },
)
const message: fc.Arbitrary<HarMessage> = fc
  .record({
    startedAt: epochMs,
    durationMs: fc.option(
      fc.double({ min: 0, max: 1e9, noNaN: true, noDefaultInfinity: true }).map(Math.abs),
    ),
    method: fc.oneof(fc.constantFrom('POST', 'GET', ''), byteText),
    url: fc.webUrl(),
    target: byteText,
    httpVersion: fc.constantFrom('1.0', '1.1', '2', ''),
    headers,
    body,
    response: fc.option(
      fc.record({
        status: fc.integer({ min: 0, max: 999 }),
        httpVersion: fc.constantFrom('1.0', '1.1'),
        headers,
        body,
      }),
    ),
    own,
  })
  .chain((made) =>
    fc.nat({ max: made.body.length }).map((end) => ({
      ...made,
      own: { ...made.own, masked: end === 0 ? [] : [{ start: 0, end, kind: 'pan' as const }] },
    })),
  )

describe('an archive that Paybench wrote', () => {
  it('is read back exactly, whatever it contains and however it is split into parts', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.integer({ min: 1, max: 97 }), (messages, step) => {
        const archive = archiveOf(messages)
        const parts = Array.from({ length: Math.ceil(archive.length / step) }, (_, index) =>
          archive.slice(index * step, (index + 1) * step),
        )
        const reading = readParts(parts)
        expect(reading.error).toBeNull()
        expect(reading.messages).toEqual(messages)
      }),
      { numRuns: 150 },
    )
  })

  it('is read if version 0.1.0 wrote it, which called the source a door and the API the platform', () => {
    const made = fc.sample(message, { numRuns: 20, seed: 11 })
    const { log } = JSON.parse(archiveOf(made)) as {
      log: { entries: { _paybench: { source?: string; door?: string | undefined } }[] }
    }
    for (const { _paybench } of log.entries) {
      _paybench.door = _paybench.source === 'api' ? 'platform' : _paybench.source
      delete _paybench.source
    }
    expect(readParts([JSON.stringify({ log })])).toMatchObject({ error: null, messages: made })
  })

  it('is valid HAR 1.2', () => {
    const made = fc.sample(message, { numRuns: 20, seed: 7 })
    const archive: unknown = JSON.parse(archiveOf(made))
    expect(archive).toMatchObject({
      log: {
        version: '1.2',
        creator: CREATOR,
        entries: made.map(({ method, url }) => ({
          request: { method, url, cookies: [], headersSize: -1 },
          response: { statusText: '', cookies: [], content: {} },
          cache: {},
          timings: { send: 0, receive: 0 },
        })),
      },
    })
  })

  it('may be empty', () => {
    expect(read(archiveOf([]))).toEqual({ messages: [], error: null, skipped: 0 })
  })
})

const externalEntry = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  startedDateTime: '2031-04-09T18:20:05.123456+02:00',
  time: 12.25,
  request: {
    method: 'POST',
    url: 'https://shop.example/pay?x=%C3%A9#top',
    httpVersion: 'h2',
    headers: [{ name: ':authority', value: 'shop.example' }],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: 9,
    postData: { mimeType: 'application/json', text: '{"a":"ł"}' },
  },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: 'h2',
    headers: [{ name: 'content-type', value: 'image/png' }],
    cookies: [],
    content: { size: 3, mimeType: 'image/png', text: 'AAEC', encoding: 'base64' },
    redirectURL: '',
    headersSize: -1,
    bodySize: 3,
    _transferSize: 90,
  },
  cache: {},
  timings: { send: 1, wait: 2, receive: 3 },
  ...change,
})
const externalArchive = (...entries: readonly unknown[]): string =>
  JSON.stringify(
    { log: { version: '1.2', creator: { name: 'A browser', version: '1' }, pages: [], entries } },
    null,
    2,
  )

describe('an archive from a browser', () => {
  it('is read despite the peculiarities of browsers', () => {
    const { messages, error } = read(`\uFEFF${externalArchive(externalEntry())}`)
    expect(error).toBeNull()
    expect(messages).toEqual([
      {
        startedAt: Date.parse('2031-04-09T16:20:05.123Z'),
        durationMs: 12.25,
        method: 'POST',
        url: 'https://shop.example/pay?x=%C3%A9#top',
        target: 'https://shop.example/pay?x=%C3%A9',
        httpVersion: '2',
        headers: [[':authority', 'shop.example']],
        body: encodeUtf8('{"a":"ł"}'),
        response: {
          status: 200,
          httpVersion: '2',
          headers: [['content-type', 'image/png']],
          body: new Uint8Array([0, 1, 2]),
        },
        own: null,
      },
    ])
  })

  it('may contain entries that are not HTTP, which are skipped, and requests without a response', () => {
    const data = externalEntry({ request: { url: 'data:text/plain,hi' } })
    const blocked = externalEntry({
      time: -1,
      response: { status: 0, headers: [], content: {}, httpVersion: '' },
      request: {
        method: 'POST',
        url: 'http://localhost:8080',
        httpVersion: '',
        headers: [{ name: 'Host', value: 'localhost:8080' }],
        postData: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a b', value: '&' }] },
      },
    })
    const { messages, error, skipped } = read(externalArchive(data, blocked))
    expect(error).toBeNull()
    expect(skipped).toBe(1)
    expect(messages).toMatchObject([
      { target: '/', httpVersion: '1.1', durationMs: null, response: null, body: encodeUtf8('a%20b=%26') },
    ])
  })
})

const TIME = '2031-04-09T18:20:05.000Z'

describe('a damaged or hostile archive', () => {
  const entryWithout = (name: string): unknown => {
    const { [name]: _left, ...rest } = externalEntry()
    return rest
  }
  const archiveWith = (change: Record<string, unknown>): string => externalArchive(externalEntry(change))
  const withRequest = (change: Record<string, unknown>): string =>
    archiveWith({ request: { ...Object(externalEntry()['request']), ...change } })
  const withOwn = (change: Record<string, unknown>): string =>
    archiveWith({ _paybench: { version: 1, id: 'x', source: 'api', virtualTime: TIME, ...change } })

  it.each([
    ['log.entries[0].request', externalArchive(entryWithout('request'))],
    ['log.entries[1].startedDateTime', externalArchive(externalEntry(), entryWithout('startedDateTime'))],
    ['log.entries[0].startedDateTime', archiveWith({ startedDateTime: 'yesterday' })],
    ['log.entries[0].startedDateTime', archiveWith({ startedDateTime: '2031-04-09T18:20:05' })],
    ['log.entries[0].request.url', withRequest({ url: '/only/a/path' })],
    ['log.entries[0].request.method', withRequest({ method: 7 })],
    ['log.entries[0].request.headers[0].value', withRequest({ headers: [{ name: 'a', value: null }] })],
    ['log.entries[0].request.postData.text', withRequest({ postData: { text: '%%', encoding: 'base64' } })],
    ['log.entries[0].response.status', archiveWith({ response: { status: '200' } })],
    ['log.entries[0]._paybench.version', withOwn({ version: 2 })],
    ['log.entries[0]._paybench.source', withOwn({ source: 'window' })],
    ['log.entries[0]._paybench.projectId', withOwn({ projectId: 0 })],
    ['log.entries', externalArchive(0)],
    ['log.entries[0]', externalArchive(null)],
    ['log.entries[0]', externalArchive('text')],
    ['log.entries[0]', externalArchive([])],
    ['log.entries', '{"log":{"entries":{}}}'],
    ['log.entries', `{"log":{"entries":[{}],"entries":[]}}`.replace('{}', JSON.stringify(externalEntry()))],
    ['log', '{"logs":{}}'],
    ['log', '[]'],
    ['', 'not JSON at all'],
    ['', ''],
    ['', `${externalArchive()}}`],
    ['', '['.repeat(600)],
  ])('is refused with the path of the error: %j', (field, text) => {
    const { error } = read(text)
    expect(error).toMatchObject({ field })
    expect(error?.message).toContain('Nothing was imported.')
  })

  it('is refused with advice on what to leave out if it has too many values or levels', () => {
    const values = archiveWith({ many: Array.from({ length: LIMITS.jsonValues + 1 }, () => 0) })
    expect(read(values).error?.message).toContain('values; leave some of them out. Nothing was imported.')
    expect(read('['.repeat(600)).error?.message).toContain('; leave out what is nested deeper. Nothing was')
  })

  it('is refused if it has a time after the year 9999', () => {
    const readAt = (startedDateTime: string) => read(archiveWith({ startedDateTime })).error
    expect(readAt('9999-12-31T23:59:59.999Z')).toBeNull()
    expect(readAt('9999-12-31T23:59:59.999-01:00')).toMatchObject({ field: 'log.entries[0].startedDateTime' })
  })

  it('is refused with the line of the error', () => {
    const lines = externalArchive(externalEntry(), entryWithout('request')).split('\n')
    const second = lines.findIndex((line, index) => index > 10 && line === '      {') + 1
    expect(read(lines.join('\n')).error?.message).toMatch(new RegExp(`^Line ${second},`))
    const broken = externalArchive(externalEntry()).replace('"method": "POST"', '"method": POST')
    expect(read(broken).error?.message).toMatch(/^Line 14, log\.entries\[0\]: Not JSON/)
  })

  it('is refused wherever it is cut off', () => {
    const archive = archiveOf(fc.sample(message, { numRuns: 2, seed: 3 })).trimEnd()
    for (let end = 0; end < archive.length; end += 1) {
      expect(read(archive.slice(0, end)).error, `cut at ${end}`).not.toBeNull()
    }
  })

  it('cannot pollute a prototype', () => {
    const text = archiveWith({}).replace('"cache"', '"__proto__": {"polluted": true}, "cache"')
    expect(read(text).error).toBeNull()
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('never makes the reader throw', () => {
    const archive = archiveOf(fc.sample(message, { numRuns: 2, seed: 5 }))
    fc.assert(
      fc.property(fc.nat({ max: archive.length - 1 }), fc.string({ maxLength: 3 }), (at, put) => {
        expect(() => read(archive.slice(0, at) + put + archive.slice(at + 1))).not.toThrow()
      }),
      { numRuns: 250 },
    )
  })
})
