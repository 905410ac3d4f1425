import { parseJson } from '#lib/json/parse'
import type { Result } from '#protocol/methods'
import { remarksOnCallback, remarksOnCapture, remarksOnRequest, remarksOnResponse } from './remarks'
import { type Evidence, StepFailure } from './result'
import type { HttpResponse, HttpRequest } from './http'
import { decodeBase64 } from '#lib/bytes/base64'
import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import type { HeaderList } from '#lib/http-message/message'
import { isRecord, type Members } from '#lib/json/node'
import { readDuration } from '#scenarios/vocabulary/fields'

/** The value of a JSON text; undefined for any other text. */
export function jsonOf(text: string | null): unknown {
  if (text === null || text === '') return undefined
  const reading = parseJson(text)
  return reading.ok ? reading.plain : undefined
}

/** A recorded request with its response. */
export function evidenceOfExchange(
  detail: Result<'exchanges.get'>,
  type: 'exchange' | 'capture' = 'exchange',
): Evidence {
  const { method, path, httpVersion, headers, reply } = detail
  return {
    title: `${method} ${path}`,
    reference: { type, id: detail.id },
    request: messageText(
      headLines(`${method} ${path} HTTP/${httpVersion}`, headers),
      textOfBody(detail.body, detail.bodyBase64),
    ),
    response:
      reply === null
        ? null
        : messageText(
            headLines(`HTTP status ${reply.status}`, reply.headers),
            textOfBody(reply.body, reply.bodyBase64),
          ),
    remarks:
      type === 'exchange' ? remarksOnRequest(detail, jsonOf(reply?.body ?? null)) : remarksOnCapture(detail),
  }
}

type CallbackDetail = Result<'callbacks.get'>
type Attempt = CallbackDetail['attempts'][number]

/** What the last attempt wrote, faults included; before the first one, what is to be sent. */
function requestOfCallback(detail: CallbackDetail, attempt: Attempt | undefined): string {
  if (attempt?.wireBase64 !== undefined) return linesOfHead(textOfBase64(attempt.wireBase64))
  const own = textOfBody(detail.bodyBase64 === undefined ? detail.body : null, detail.bodyBase64 ?? '')
  const body = attempt?.requestBodyBase64 === undefined ? own : textOfBase64(attempt.requestBodyBase64)
  const head =
    attempt?.requestHead === undefined
      ? headLines(`${detail.method} ${detail.target ?? '(no target)'}`, detail.headers)
      : linesOfHead(attempt.requestHead)
  return messageText(head, body)
}

/** A callback as its last attempt sent it, with the response that it got. */
export function evidenceOfCallback(detail: CallbackDetail): Evidence {
  const last = detail.attempts.at(-1)
  const response = last?.answer
  const noResponse = last?.error === undefined ? null : `No response: ${last.error.message}`
  return {
    title: `${detail.kind.replace(/^./, (first) => first.toUpperCase())} callback of ${detail.paymentId}`,
    reference: { type: 'callback', id: detail.id },
    request: requestOfCallback(detail, last),
    response:
      response === undefined
        ? noResponse
        : messageText(
            headLines(`HTTP/${response.httpVersion} ${response.status}`, response.headers),
            textOfBody(response.body, response.bodyBase64),
          ),
    remarks: remarksOnCallback(detail),
  }
}

/** A request that the bench does not record, such as one to the merchant's own back end, with its response. */
export function evidenceOfHttp(request: HttpRequest, response: HttpResponse): Evidence {
  return {
    title: `${request.method} ${request.url}`,
    reference: null,
    request: messageText(
      headLines(`${request.method} ${request.url}`, Object.entries(request.headers)),
      request.body ?? '',
    ),
    response: messageText(
      headLines(response.startLine, response.fields),
      response.bytes === undefined ? textOfBody(response.text, '') : textOfBytes(response.bytes),
    ),
    remarks: remarksOnResponse(response),
  }
}

const BACKSLASH = 0x5c
const isPlain = (byte: number): boolean => (byte >= 0x20 && byte <= 0x7e) || byte === 0x09 || byte === 0x0a

/** A control character other than tab and line ends: neither a page nor XML can hold it. */
const UNREADABLE = /(?![\t\n\r])\p{Cc}/u

const WRITTEN_BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte === BACKSLASH
    ? '\\\\'
    : isPlain(byte)
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`,
)

/** Writes bytes as text: readable ASCII as it is, a backslash as two, every other byte as `\xNN`. */
export function escapedBytes(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += WRITTEN_BYTES[byte] ?? ''
  return text
}

const escaped = (bytes: Uint8Array): string =>
  `(not readable text; \\xNN stands for a byte, \\\\ for a backslash)\n${escapedBytes(bytes)}`

/** The text itself; its escaped bytes where it has a character that no report can hold. */
const readable = (text: string): string => (UNREADABLE.test(text) ? escaped(encodeUtf8(text)) : text)

/** Bytes as a text that a report can hold: UTF-8 as it is, everything else with its bytes escaped. */
function textOfBytes(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  return text === undefined ? escaped(bytes) : readable(text)
}

/** {@link textOfBytes} for bytes in base64. */
const textOfBase64 = (base64: string): string => textOfBytes(decodeBase64(base64) ?? new Uint8Array())

/** The text of a body; read from `base64` where `text` is missing because the bytes are not UTF-8. */
const textOfBody = (text: string | null | undefined, base64: string): string =>
  typeof text === 'string' ? readable(text) : textOfBase64(base64)

/** A head as it was on the wire, with LF as line ends. */
const linesOfHead = (head: string): string => head.replaceAll('\r\n', '\n').trimEnd()

/** Start line and fields as the lines of a head. */
const headLines = (start: string, headers: HeaderList): string =>
  [start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')

/** Head and body of a message, with an empty line between them. */
const messageText = (head: string, body: string): string => `${head}\n\n${body}`

/** Applies edits to a JSON value: maps change single members, the text `absent` removes one, anything else replaces the value. */
export function edited(value: unknown, edits: unknown): unknown {
  if (!isRecord(edits)) return edits
  const members = new Map<string, unknown>(Object.entries(isRecord(value) ? value : {}))
  for (const [key, edit] of Object.entries(edits)) {
    if (edit === 'absent') members.delete(key)
    else members.set(key, edited(members.get(key), edit))
  }
  return Object.fromEntries(members)
}

/** Applies the edits of a step to the body of its request. */
export function editedBody(body: Members, edits: Members | undefined): Members {
  const changed = edits === undefined ? body : edited(body, edits)
  return isRecord(changed) ? changed : body
}

/**
 * Reads a duration in milliseconds.
 * @throws StepFailure where the text is not one once its variables are known
 */
export function msOf(text: string): number {
  const ms = readDuration(text)
  if (ms === null) throw new StepFailure(`${text} is not a time. Write it like 30 min.`)
  return ms
}
