import { TEST_LIMITS } from './listeners'

/** Bytes that no honest client sends. */
export interface HostileCase {
  readonly name: string
  /** Written as latin1. */
  readonly bytes: string
  /** The response must have one of these status codes. */
  readonly status: readonly number[]
  /** After writing: wait for the listener's time limit, or end the client's side of the connection. */
  readonly then: 'wait' | 'end'
}

const HOST = 'Host: localhost\r\n'
const MAX_BODY = TEST_LIMITS.maxBodyBytes ?? 0

const hostile = (name: string, bytes: string, status: number | readonly number[] = 400): HostileCase => ({
  name,
  bytes,
  status: typeof status === 'number' ? [status] : status,
  then: 'wait',
})

const withHead = (fields: string, body = ''): string => `POST /v2/x HTTP/1.1\r\n${HOST}${fields}\r\n${body}`

const startLines: readonly HostileCase[] = [
  ['binary noise', '\x80\x81\x82\x83\r\n\r\n'],
  ['only NUL bytes', '\0\0\0\0\0\0\0\0'],
  ['NUL in the method', 'GE\0T / HTTP/1.1\r\n'],
  ['NUL in the target', 'GET /\0 HTTP/1.1\r\n'],
  ['non-ASCII bytes in the target', 'GET /\xc3\xa9 HTTP/1.1\r\n'],
  ['a lower-case method', 'get / HTTP/1.1\r\n'],
  ['an unknown method', 'BREW /pot HTTP/1.1\r\n'],
  ['no target', 'GET HTTP/1.1\r\n'],
  ['a space in the target', 'GET /a b HTTP/1.1\r\n'],

  ['another protocol', 'GET / FTP/1.0\r\n'],
  ['HTTP/1.9', 'GET / HTTP/1.9\r\n'],
  ['HTTP/11', 'GET / HTTP/11\r\n'],
  ['a lower-case protocol', 'GET / http/1.1\r\n'],
  ['an SSH greeting', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['an SMTP greeting', 'EHLO localhost\r\n'],
  ['a JSON line', '{"general":{}}\r\n'],
  ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['an old SSL hello', '\x80\x2e\x01\x00\x02\x00\x15'],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'],
].map(([name = '', line = '']) => hostile(`start line: ${name}`, `${line}${HOST}\r\n`))

const versions = [' HTTP/0.9', ' HTTP/2.0', ''].map((version) =>
  hostile(`start line: version "${version.trim()}"`, `GET /${version}\r\n${HOST}\r\n`, [400, 505]),
)

const fields: readonly HostileCase[] = [
  ['NUL in a value', 'X: a\0b\r\n'],
  ['NUL in a name', 'X\0Y: a\r\n'],
  ['a bare CR in a value', 'X: a\rb\r\n'],
  ['a control character in a value', 'X: a\x01b\r\n'],
  ['a space before the colon', 'X : a\r\n'],
  ['no colon', 'Nonsense\r\n'],
  ['an empty name', ': value\r\n'],
  ['a name with parentheses', '(X): a\r\n'],
  ['a non-ASCII name', 'X\xe9: a\r\n'],
  ['a negative length', 'Content-Length: -1\r\n'],
  ['a length in words', 'Content-Length: ten\r\n'],
  ['a length with a fraction', 'Content-Length: 1.5\r\n'],
  ['a hexadecimal length', 'Content-Length: 0x10\r\n'],
  ['an enormous length', `Content-Length: ${'9'.repeat(40)}\r\n`],
  ['two lengths', 'Content-Length: 1\r\nContent-Length: 2\r\n'],
  ['a list of lengths', 'Content-Length: 1, 1\r\n'],
  ['length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
  ['chunked not last', 'Transfer-Encoding: chunked, gzip\r\n'],
  ['an unknown transfer coding', 'Transfer-Encoding: banana\r\n'],
].map(([name = '', field = '']) => hostile(`field: ${name}`, withHead(field)))

const hosts: readonly HostileCase[] = [
  hostile('host: missing', 'GET / HTTP/1.1\r\n\r\n'),
  hostile('host: twice', `GET / HTTP/1.1\r\n${HOST}${HOST}\r\n`),
  hostile('host: empty', 'GET / HTTP/1.1\r\nHost:\r\n\r\n'),
  hostile('host: with a path', 'GET / HTTP/1.1\r\nHost: localhost/x\r\n\r\n'),
  hostile('host: external', 'GET / HTTP/1.1\r\nHost: rebound.example\r\n\r\n', 421),
  hostile(
    'host: external with body unread',
    `POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 9999\r\n\r\nabc`,
    421,
  ),
  hostile('host: external in the target', `GET http://rebound.example/ HTTP/1.1\r\n${HOST}\r\n`, 421),
]

const chunk = 'Transfer-Encoding: chunked\r\n'
const chunks: readonly HostileCase[] = [
  ['size is not a number', 'zz\r\nabc\r\n'],
  ['size is negative', '-3\r\nabc\r\n'],
  ['size is empty', '\r\nabc\r\n'],
  ['size overflows', 'ffffffffffffffffff\r\nabc\r\n'],
  ['chunk longer than its size', '2\r\nabcdef\r\n0\r\n\r\n'],
  ['no line break after the chunk', '3\r\nabcX5\r\n'],
  ['size in decimal with a sign', '+3\r\nabc\r\n'],
  ['NUL in the size', '3\0\r\nabc\r\n'],
  ['broken after a good chunk', '3\r\nabc\r\nQ\r\n'],
  ['trailer without a colon', '0\r\nnonsense\r\n\r\n'],
].map(([name = '', body = '']) => hostile(`chunks: ${name}`, withHead(chunk, body)))

const bombs: readonly HostileCase[] = [
  hostile('bomb: one huge field', withHead(`X: ${'a'.repeat(70_000)}\r\n`), 431),
  hostile('bomb: a huge name', withHead(`${'N'.repeat(70_000)}: 1\r\n`), 431),
  hostile('bomb: many fields', withHead('A: b\r\n'.repeat(1_500)), 431),
  hostile('bomb: far too many fields', withHead('A: b\r\n'.repeat(20_000)), 431),
  hostile('bomb: a huge target', `GET /${'t'.repeat(70_000)} HTTP/1.1\r\n${HOST}\r\n`, 414),
  hostile('bomb: a huge method', `${'M'.repeat(70_000)} / HTTP/1.1\r\n${HOST}\r\n`),
  hostile('bomb: chunk extensions', withHead(chunk, `1;${'e'.repeat(70_000)}\r\na\r\n0\r\n\r\n`), 413),
  hostile('bomb: huge trailers', withHead(chunk, `0\r\nX: ${'t'.repeat(70_000)}\r\n\r\n`), [400, 431]),
  hostile(
    'bomb: a body over the limit',
    withHead(`Content-Length: ${MAX_BODY + 1}\r\n`, 'b'.repeat(MAX_BODY + 1)),
    413,
  ),
  hostile(
    'bomb: a body announced far over the limit',
    withHead('Content-Length: 99999999999\r\n', 'b'.repeat(MAX_BODY * 2)),
    413,
  ),
  hostile(
    'bomb: chunks over the limit',
    withHead(chunk, '1000\r\n'.concat('c'.repeat(4096), '\r\n').repeat(40)),
    413,
  ),
]

const slow: readonly HostileCase[] = [
  hostile('slow: half a start line', 'POST /sl', 408),
  hostile('slow: an unfinished head', `POST / HTTP/1.1\r\n${HOST}X-Slow: `, 408),
  hostile('slow: an unfinished body', withHead('Content-Length: 10\r\n', 'abc'), 408),
  hostile('slow: unfinished chunks', withHead(chunk, '3\r\nabc\r\n'), 408),
]

const cut: readonly HostileCase[] = [
  hostile('cut: in the start line', 'POST /cu'),
  hostile('cut: in a field name', `POST / HTTP/1.1\r\n${HOST}X-Cu`),
  hostile('cut: before the empty line', `POST / HTTP/1.1\r\n${HOST}`),
  hostile('cut: in the body', withHead('Content-Length: 10\r\n', 'abc')),
  hostile('cut: before the first chunk', withHead(chunk)),
  hostile('cut: in a chunk', withHead(chunk, '5\r\nab')),
  hostile('cut: before the last chunk', withHead(chunk, '2\r\nab\r\n')),
].map((one) => ({ ...one, then: 'end' as const }))

/** All cases. Each must be recorded and get an error response, after which the connection closes. */
export const HOSTILE_CASES: readonly HostileCase[] = [
  ...startLines,
  ...versions,
  ...fields,
  ...hosts,
  ...chunks,
  ...bombs,
  ...slow,
  ...cut,
]
