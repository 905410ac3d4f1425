import { encodeUtf8 } from '#lib/bytes/utf8'
import { type HeaderList, headerValues, type HttpRequest } from '#lib/http-message/message'

/** A body as on the wire. `text` is null if the bytes are not UTF-8. */
export interface WireBody {
  readonly text: string | null
  readonly base64: string
}

/** A request as on the wire, whoever sent it. `url` is absolute; `target` is the request target in the start line. */
export interface WireRequest extends Omit<HttpRequest, 'body'> {
  readonly url: string
  readonly body: WireBody
}

export function requestHead(request: WireRequest): string {
  const lines = request.headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return `${request.method} ${request.target} HTTP/${request.httpVersion}\r\n${lines.join('')}\r\n`
}

/** Parses a recorded head; a line truncated before its colon becomes a name without a value. */
export function readHead(head: string) {
  const [line = '', ...fields] = head.split('\r\n')
  const [found, method = '', target = '', httpVersion = ''] = /^(\S+) (\S+) HTTP\/(\d\.\d)$/.exec(line) ?? []
  return {
    start: found === undefined ? null : { method, target, httpVersion },
    headers: fields
      .filter((field) => field !== '')
      .map((field) => {
        const colon = field.indexOf(':')
        return colon < 0
          ? ([field, ''] as const)
          : ([field.slice(0, colon), field.slice(colon + 1).trim()] as const)
      }),
  }
}

export const headersText = (headers: HeaderList): string =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n')

/** Reads lines of `Name: value`. Empty lines are skipped; Paybench refuses invalid fields. */
export const readHeaders = (text: string): [string, string][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
    })

/** Adds a missing `Host` in front, as the sender does (contract 9.2). */
export const withHost = (headers: HeaderList, url: string): HeaderList =>
  headerValues(headers, 'host').length > 0 || !URL.canParse(url)
    ? headers
    : [['Host', new URL(url).host], ...headers]

export const isChunked = (headers: HeaderList): boolean =>
  headerValues(headers, 'transfer-encoding').some((value) => /\bchunked\b/i.test(value))

export const isFormEncoded = (headers: HeaderList): boolean =>
  /^\s*application\/x-www-form-urlencoded\b/i.test(headerValues(headers, 'content-type')[0] ?? '')

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Headers that curl writes itself. `Transfer-Encoding` is passed on, because curl obeys it. */
const WRITTEN_BY_CURL = new Set(['content-length', 'connection', 'expect'])
/** Headers that curl adds unless they are disabled. */
const ADDED_BY_CURL = ['accept', 'user-agent', 'content-type']

function headerArguments(request: WireRequest): string[] {
  const host = URL.canParse(request.url) ? new URL(request.url).host : ''
  const given = request.headers.filter(
    ([name, value]) =>
      !WRITTEN_BY_CURL.has(name.toLowerCase()) &&
      !(name.toLowerCase() === 'host' && value.toLowerCase() === host),
  )
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()))
  const hasBody = (request.body.text ?? '') !== '' || request.body.base64 !== ''
  const unwanted = ADDED_BY_CURL.filter((name) => !names.has(name) && (hasBody || name !== 'content-type'))
  return [
    ...given.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...unwanted.map((name) => `-H ${quote(`${name}:`)}`),
  ]
}

/** A shell command that repeats the request as far as curl can. A body that no argument can carry is piped in. */
export function curlOf(request: WireRequest): string {
  const { text, base64 } = request.body
  const fits = text !== null && !text.includes('\0')
  const empty = text === '' || (text === null && base64 === '')
  const data = empty ? [] : fits ? [`--data-raw ${quote(text)}`] : ['--data-binary @-']
  const version = request.httpVersion === '1.0' ? ['--http1.0'] : []
  const method = request.method === (empty ? 'GET' : 'POST') ? [] : [`-X ${quote(request.method)}`]
  const command = [
    ['curl', '-sS', '--globoff', '--path-as-is', ...version, ...method, quote(request.url)].join(' '),
    ...headerArguments(request),
    ...data,
  ].join(' \\\n  ')
  return fits || empty ? command : `printf %s ${quote(base64)} | base64 -d | ${command}`
}

export const utf8Length = (text: string): number => encodeUtf8(text).length
