import { decodeBase64 } from '#lib/bytes/base64'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { isRecord } from '#lib/json/node'
import { type MemberError, memberReader, type MemberReader } from './fields'
import { headerValues, type HeaderList } from '#lib/http-message/message'
import type { HarMessage, HarResponse } from './message'
import { readOwn } from './read-own'

export type EntryReading =
  | { readonly kind: 'message'; readonly message: HarMessage }
  /** An entry of another protocol, which browsers write too: `data:` and `blob:` addresses. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'error'; readonly error: MemberError }

const MAX_URL_CHARS = 200_000
const MAX_HEADERS = 2000
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Reads an entry of HAR 1.2, ours or that of a browser. Everything in it is checked. */
export function readEntry(value: unknown): EntryReading {
  const read = memberReader()
  const entry = read.record(value, '')
  const request = read.record(entry['request'], 'request')
  const url = read.text(request['url'], 'request.url', MAX_URL_CHARS)
  if (read.error() === null && !/^(?:https?|wss?):\/\//i.test(url)) {
    return /^[a-z][a-z0-9+.-]*:/i.test(url)
      ? { kind: 'skipped' }
      : error('request.url', 'must be an absolute http or https address')
  }
  const headers = readHeaders(request['headers'], 'request.headers', read)
  const body = readPostData(request['postData'], read)
  const isOurs = entry['_paybench'] !== undefined
  const member = isOurs ? readOwn(entry['_paybench'], body.length, read) : null
  const message: HarMessage = {
    startedAt: read.moment(entry['startedDateTime'], 'startedDateTime'),
    durationMs: member?.isTimed === false ? null : readTime(entry['time']),
    method: byteText(read.text(request['method'], 'request.method', 200)),
    url,
    target: byteText(member?.target ?? targetOf(url, headers)),
    httpVersion: readVersion(request['httpVersion']),
    headers,
    body,
    response: member?.isAnswered === false ? null : readResponse(entry['response'], isOurs, read),
    own: member?.own ?? null,
  }
  const first = read.error()
  return first === null ? { kind: 'message', message } : { kind: 'error', error: first }
}

function error(field: string, message: string): EntryReading {
  return { kind: 'error', error: { field, message } }
}

/** Browsers write -1 where they did not measure. */
function readTime(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

/** Archives say `HTTP/1.1`, `http/2.0`, `h2`, `h3`, `unknown` or nothing; ours `HTTP/` for what no parser could read. */
function readVersion(value: unknown): string {
  if (value === 'HTTP/') return ''
  const text = typeof value === 'string' ? value.replace(/^https?\//i, '').replace(/^h(?=\d)/i, '') : ''
  return /^\d(?:\.\d)?$/.test(text) ? text : '1.1'
}

function readHeaders(value: unknown, field: string, read: MemberReader): HeaderList {
  return read.list(value, field, MAX_HEADERS).map((item, index) => {
    const member = read.record(item, `${field}[${index}]`)
    return [
      byteText(read.text(member['name'], `${field}[${index}].name`, 65_536)),
      byteText(read.text(member['value'], `${field}[${index}].value`, 1_048_576)),
    ] as const
  })
}

/** The body as text or base64; of a form whose text was left out, its parameters. */
function readPostData(value: unknown, read: MemberReader): Uint8Array {
  if (value === undefined || value === null) return new Uint8Array(0)
  const data = read.record(value, 'request.postData')
  if (data['text'] !== undefined || data['params'] === undefined) {
    return readContent(data, 'request.postData', data['_encoding'] ?? data['encoding'], read)
  }
  let chars = 0
  const pairs = read.list(data['params'], 'request.postData.params', 100_000).map((item, index) => {
    const field = `request.postData.params[${index}]`
    const member = read.record(item, field)
    const part = (name: string): string =>
      encodeURIComponent(wellFormed(read.text(member[name] ?? '', `${field}.${name}`, MAX_BODY_BYTES)))
    if (chars > MAX_BODY_BYTES) return ''
    const pair = `${part('name')}=${part('value')}`
    chars += pair.length
    if (chars > MAX_BODY_BYTES) read.fail(field, 'makes the body longer than 16 MiB')
    return pair
  })
  return encodeUtf8(pairs.join('&'))
}

function readContent(
  content: Readonly<Record<string, unknown>>,
  field: string,
  encoding: unknown,
  read: MemberReader,
): Uint8Array {
  const text = read.text(content['text'] ?? '', `${field}.text`, MAX_BODY_BYTES * 2)
  const bytes = encoding === 'base64' ? decodeBase64(text) : encodeUtf8(text)
  if (bytes === undefined) read.fail(`${field}.text`, 'is not base64, although its encoding is')
  else if (bytes.length > MAX_BODY_BYTES) read.fail(`${field}.text`, 'stands for more than 16 MiB')
  else return bytes
  return new Uint8Array(0)
}

/** Status 0 and -1 stand for no response. */
function readResponse(value: unknown, isOurs: boolean, read: MemberReader): HarResponse | null {
  const response = read.record(value, 'response')
  const status = read.whole(response['status'], 'response.status', -1, 999)
  if (status <= 0 && !isOurs) return null
  const content = read.record(response['content'] ?? {}, 'response.content')
  return {
    status,
    httpVersion: readVersion(response['httpVersion']),
    headers: readHeaders(response['headers'], 'response.headers', read),
    body: readContent(content, 'response.content', content['encoding'], read),
  }
}

/** What a client writes into its start line for an address; all of it where no `Host` field gives the rest. */
function targetOf(url: string, headers: HeaderList): string {
  const [address = ''] = url.split('#', 1)
  if (headerValues(headers, 'host').length === 0) return address
  const rest = address.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Text with one character per byte: where there are other characters, the bytes of their UTF-8. */
function byteText(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0xff) {
      return Array.from(encodeUtf8(text), (byte) => String.fromCharCode(byte)).join('')
    }
  }
  return text
}

function wellFormed(text: string): string {
  return new TextDecoder().decode(encodeUtf8(text))
}

/** Whether parsed JSON looks like the skeleton of an archive: `log` with a version, a creator and `entries`. */
export function archiveError(value: unknown, entryCount: number): MemberError | null {
  const log = isRecord(value) ? value['log'] : undefined
  if (!isRecord(log)) {
    return { field: 'log', message: 'is missing: this is not an HTTP archive (HAR)' }
  }
  const entries: unknown = log['entries']
  if (!Array.isArray(entries)) return { field: 'log.entries', message: 'must be an array' }
  const plain: readonly unknown[] = entries
  const wrongAt = plain.findIndex((entry) => entry !== 0)
  if (wrongAt >= 0) return { field: `log.entries[${wrongAt}]`, message: 'must be an object' }
  if (plain.length !== entryCount)
    return { field: 'log.entries', message: 'must stand there once and hold nothing but objects' }
  return null
}
