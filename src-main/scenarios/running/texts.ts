import { capitalized } from '#lib/words'
import { parseJson } from '#lib/json/parse'
import type { Result } from '#protocol/methods'
import { remarksOnCallback, remarksOnCapture, remarksOnRequest, remarksOnResponse } from './remarks'
import { type Evidence, StepFailure } from './result'
import type { HttpResponse, HttpRequest } from './http'
import { LIMITS } from '#lib/limits/limit-table'
import { decodeBase64 } from '#lib/bytes/base64'
import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import type { HeaderList } from '#lib/http-message/message'
import { isRecord, type Members } from '#lib/json/node'
import { readDuration } from '#scenarios/vocabulary/fields'

/** Parses JSON; undefined for null, or a text that is not JSON. */
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
  const { id, method, path, httpVersion, headers, reply } = detail
  const title = `${method} ${path}`
  return {
    title,
    reference: { type, id },
    request: messageText(`${title} HTTP/${httpVersion}`, headers, bodyText(detail)),
    response: reply && messageText(`HTTP status ${reply.status}`, reply.headers, bodyText(reply)),
    remarks:
      type === 'exchange' ? remarksOnRequest(detail, jsonOf(reply?.body ?? null)) : remarksOnCapture(detail),
  }
}

type CallbackDetail = Result<'callbacks.get'>
type Attempt = CallbackDetail['attempts'][number]

/** The bytes of the last attempt, with its faults; before the first attempt, the planned bytes. */
function requestOfCallback(detail: CallbackDetail, attempt: Attempt | undefined): string {
  if (attempt?.wireBase64 !== undefined) return linesOfHead(textOfBase64(attempt.wireBase64))
  const { method, target, headers, body, bodyBase64 } = detail
  const changed = attempt?.requestBodyBase64
  const text =
    changed === undefined
      ? bodyText({ body: bodyBase64 === undefined ? body : null, bodyBase64 })
      : textOfBase64(changed)
  return attempt?.requestHead === undefined
    ? messageText(`${method} ${target ?? '(no target)'}`, headers, text)
    : `${linesOfHead(attempt.requestHead)}\n\n${text}`
}

export function evidenceOfCallback(detail: CallbackDetail): Evidence {
  const last = detail.attempts.at(-1)
  const response = last?.answer
  const noResponse = last?.error === undefined ? null : `No response: ${last.error.message}`
  return {
    title: `${capitalized(detail.kind)} callback of ${detail.paymentId}`,
    reference: { type: 'callback', id: detail.id },
    request: requestOfCallback(detail, last),
    response:
      response === undefined
        ? noResponse
        : messageText(
            `HTTP/${response.httpVersion} ${response.status}`,
            response.headers,
            bodyText(response),
          ),
    remarks: remarksOnCallback(detail),
  }
}

/** A request that Paybench does not record, such as one to the merchant's own back end, with its response. */
export function evidenceOfHttp(request: HttpRequest, response: HttpResponse): Evidence {
  const { startLine, fields, text, bytes } = response
  const title = `${request.method} ${request.url}`
  return {
    title,
    reference: null,
    request: messageText(title, Object.entries(request.headers), request.body ?? ''),
    response: messageText(startLine, fields, bytes === undefined ? readableText(text) : textOfBytes(bytes)),
    remarks: remarksOnResponse(response),
  }
}

const UNREADABLE = /(?![\t\n\r])\p{Cc}/u

/** Leaves readable ASCII unchanged, doubles a backslash, and writes every other byte as `\xNN`. */
export const escapedBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[^\t\n -~]|\\/g, (byte) =>
      byte === '\\' ? '\\\\' : `\\x${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )

/** Texts kept as evidence are cut anyway, so the rest of a large body is not escaped. */
const escapedText = (bytes: Uint8Array): string =>
  `(not readable text; \\xNN means a byte, \\\\ a backslash)\n${escapedBytes(bytes.subarray(0, 2 * LIMITS.scenarioEvidenceChars))}`

const readableText = (text: string): string => (UNREADABLE.test(text) ? escapedText(encodeUtf8(text)) : text)

/** Writes bytes as text for a report: UTF-8 without control characters unchanged, anything else with escaped bytes. */
function textOfBytes(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  return text === undefined ? escapedText(bytes) : readableText(text)
}

const textOfBase64 = (base64: string): string => textOfBytes(decodeBase64(base64) ?? new Uint8Array())

interface Body {
  readonly body?: string | null | undefined
  /** Given if the bytes are not UTF-8. */
  readonly bodyBase64?: string | undefined
}
const bodyText = ({ body, bodyBase64 = '' }: Body): string =>
  typeof body === 'string' ? readableText(body) : textOfBase64(bodyBase64)

const linesOfHead = (head: string): string => head.replaceAll('\r\n', '\n').trimEnd()

const messageText = (start: string, headers: HeaderList, body: string): string =>
  [start, ...headers.map(([name, value]) => `${name}: ${value}`), '', body].join('\n')

/** Applies edits: a map changes single members, the text `absent` removes one, any other edit replaces the value. */
export function edited(value: unknown, edits: unknown): unknown {
  if (!isRecord(edits)) return edits
  const members = new Map<string, unknown>(Object.entries(isRecord(value) ? value : {}))
  for (const [key, edit] of Object.entries(edits)) {
    if (edit === 'absent') members.delete(key)
    else members.set(key, edited(members.get(key), edit))
  }
  return Object.fromEntries(members)
}

export function editedBody(body: Members, edits: Members | undefined): Members {
  const changed = edits === undefined ? body : edited(body, edits)
  return isRecord(changed) ? changed : body
}

/** Reads a duration such as `30 min`, in milliseconds. @throws StepFailure for any other text */
export function msOf(text: string): number {
  const ms = readDuration(text)
  if (ms === null) throw new StepFailure(`${text} is not a time. Write it like 30 min.`)
  return ms
}
