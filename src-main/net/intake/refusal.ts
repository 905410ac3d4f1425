import type { HostGuard } from '#net/host-guard'
import type { HttpResponse, ReceivedRequest } from '#lib/http-message/message'
import { ACCESS_DENIED, errorResponse, MALFORMED_REQUEST } from '#lib/http-message/response'
import type { StoppedBecause } from './malformed'
import type { IntakeLimits } from './limits'

/** Why a request is refused by its head alone, and the response that explains it. */
export interface Refusal {
  readonly kind: StoppedBecause
  readonly response: HttpResponse
  readonly note: string
}

/** Checks the version, the number of fields and the `Host` before the body is read. Null: the request is acceptable. */
export function refusal(
  head: ReceivedRequest,
  localAddress: string | undefined,
  limits: IntakeLimits,
  guard: HostGuard,
): Refusal | null {
  const { httpVersion, headers, target } = head
  if (httpVersion !== '1.0' && httpVersion !== '1.1') {
    const note = `HTTP/${httpVersion} is not supported. Use HTTP/1.1.`
    return { kind: 'versionRefused', response: errorResponse(505, MALFORMED_REQUEST, note), note }
  }
  if (headers.length > limits.maxHeaderFields) {
    const note = `The request has ${headers.length} header fields. Send at most ${limits.maxHeaderFields}.`
    return { kind: 'tooManyHeaderFields', response: errorResponse(431, MALFORMED_REQUEST, note), note }
  }
  const verdict = guard({ headers, httpVersion, target, localAddress })
  if (verdict.kind === 'allowed') return null
  const note = verdict.message
  return { kind: 'hostRefused', response: errorResponse(verdict.status, ACCESS_DENIED, note), note }
}
