import { parseJson } from '#lib/json/parse'
import type { Result } from '#protocol/methods'
import { remarksOnCallback, remarksOnCapture, remarksOnRequest, remarksOnResponse } from './remarks'
import type { Evidence } from './result'
import type { HttpResponse, HttpRequest } from './http'
import { headLines, linesOfHead, messageText, textOfBase64, textOfBody, textOfBytes } from './message-text'

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
