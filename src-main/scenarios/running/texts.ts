import type { HeaderList } from '../../lib/http-message/message'
import { jsonOrText } from '../../lib/json/json-or-text'
import { parseJson } from '../../lib/json/parse'
import type { Result } from '../../protocol/methods'
import type { Evidence } from './result'
import type { HttpResponse, HttpRequest } from './http'

/** A JSON text as a value; undefined where it is none. */
export function jsonOf(text: string | null): unknown {
  if (text === null || text === '') return undefined
  const reading = parseJson(text)
  return reading.ok ? reading.plain : undefined
}

/** A body as expectations see it: JSON, else the text; undefined where it is not UTF-8. */
export const bodyOf = (text: string | null): unknown => (text === null ? undefined : jsonOrText(text))

const lines = (start: string, headers: HeaderList, body: string | null): string =>
  [start, ...headers.map(([name, value]) => `${name}: ${value}`), '', body ?? '(not UTF-8)'].join('\n')

/** A recorded request with its response. */
export function evidenceOfExchange(
  detail: Result<'exchanges.get'>,
  type: 'exchange' | 'capture' = 'exchange',
): Evidence {
  const { method, path, httpVersion, headers, body, reply } = detail
  return {
    title: `${method} ${path}`,
    reference: { type, id: detail.id },
    request: lines(`${method} ${path} HTTP/${httpVersion}`, headers, body),
    response: reply === null ? null : lines(`HTTP status ${reply.status}`, reply.headers, reply.body),
  }
}

/** A callback with the last response that it got. */
export function evidenceOfCallback(detail: Result<'callbacks.get'>): Evidence {
  const last = detail.attempts.at(-1)
  const response = last?.answer
  const noResponse = last?.error === undefined ? null : `No response: ${last.error.message}`
  return {
    title: `Callback ${detail.kind} of ${detail.paymentId}`,
    reference: { type: 'callback', id: detail.id },
    request: lines(`${detail.method} ${detail.target ?? '(no target)'}`, detail.headers, detail.body),
    response:
      response === undefined
        ? noResponse
        : lines(`HTTP status ${response.status}`, response.headers, response.body),
  }
}

/** A request to a merchant’s own back end, which the bench does not record. */
export function evidenceOfHttp(request: HttpRequest, response: HttpResponse): Evidence {
  return {
    title: `${request.method} ${request.url}`,
    reference: null,
    request: lines(`${request.method} ${request.url}`, Object.entries(request.headers), request.body ?? ''),
    response: lines(`HTTP status ${response.status}`, Object.entries(response.headers), response.text),
  }
}
