import { jsonOrText } from '../../lib/json/json-or-text'
import { parseJson } from '../../lib/json/parse'
import type { Result } from '../../protocol/methods'
import type { Evidence } from './result'
import type { HttpResponse, HttpRequest } from './http'
import { headLines, linesOfHead, messageText, textOfBase64, textOfBody, textOfBytes } from './message-text'

/** A JSON text as a value; undefined where it is none. */
export function jsonOf(text: string | null): unknown {
  if (text === null || text === '') return undefined
  const reading = parseJson(text)
  return reading.ok ? reading.plain : undefined
}

/** A body as expectations see it: JSON, else the text; undefined where it is not UTF-8. */
export const bodyOf = (text: string | null): unknown => (text === null ? undefined : jsonOrText(text))

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
    remarks: type === 'exchange' ? remarksOnRequest(detail) : [],
  }
}

/** Refusals that a signature causes (contract 5.1): its verdict also says what went wrong where it was made. */
const SIGNATURE_CODES: ReadonlySet<string> = new Set(['3261', '3262'])

function remarksOnRequest({ refusal, signature }: Result<'exchanges.get'>): readonly string[] {
  if (refusal === undefined) return []
  const { code, message, field, contract } = refusal
  const where = field === undefined ? '' : ` for ${field}`
  const why = SIGNATURE_CODES.has(code) ? signature.explanation : message
  return [`The platform refused it with ${code}${where} (contract ${contract}): ${why}`]
}

type CallbackDetail = Result<'callbacks.get'>
type Attempt = CallbackDetail['attempts'][number]

/** What the last attempt wrote, faults included; without one what there is to send. */
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
    title: `Callback ${detail.kind} of ${detail.paymentId}`,
    reference: { type: 'callback', id: detail.id },
    request: requestOfCallback(detail, last),
    response:
      response === undefined
        ? noResponse
        : messageText(
            headLines(`HTTP/${response.httpVersion} ${response.status}`, response.headers),
            textOfBody(response.body, response.bodyBase64),
          ),
    remarks: remarksOnDelivery(detail),
  }
}

const MAX_ATTEMPTS_SHOWN = 5

/** How each attempt ended, where one did not end with 200; and why nothing is sent. */
function remarksOnDelivery({ attempts, note }: CallbackDetail): readonly string[] {
  const notSent = note === undefined ? [] : [`Nothing is sent: ${note}`]
  if (attempts.every(({ status }) => status === 200)) return notSent
  const left = attempts.length - MAX_ATTEMPTS_SHOWN
  return [
    ...notSent,
    ...attempts
      .slice(0, MAX_ATTEMPTS_SHOWN)
      .map(({ sentAt, status, error }, at) => `Attempt ${at + 1}, ${sentAt}: ${endOf(status, error)}`),
    ...(left > 0 ? [`and ${left} more ${left === 1 ? 'attempt' : 'attempts'}`] : []),
  ]
}

function endOf(status: number | undefined, error: { readonly message: string } | undefined): string {
  if (error !== undefined) return error.message
  return status === undefined ? 'no response yet' : `HTTP ${status}`
}

/** A request to a merchant’s own back end, which the bench does not record. */
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
  }
}
