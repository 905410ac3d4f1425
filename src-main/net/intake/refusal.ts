import type { HostGuard } from '../host-guard'
import type { RawReply, ReceivedRequest } from '../../lib/http-message/raw-message'
import { ACCESS_DENIED, errorReply, MALFORMED_REQUEST } from '../../lib/http-message/reply'
import type { StoppedBecause } from './malformed'
import type { IntakeLimits } from './limits'

/** Why a request is refused by its head alone, and the answer that says so. */
export interface Refusal {
  readonly kind: StoppedBecause
  readonly reply: RawReply
  readonly note: string
}

/** Looks at version, number of fields and `Host` before a byte of the body is read; null: it may go on. */
export function refusal(
  head: ReceivedRequest,
  localAddress: string | undefined,
  limits: IntakeLimits,
  guard: HostGuard,
): Refusal | null {
  const { httpVersion, rawHeaders, target } = head
  if (httpVersion !== '1.0' && httpVersion !== '1.1') {
    const note = `HTTP/${httpVersion} is not spoken here. Use HTTP/1.1.`
    return { kind: 'versionRefused', reply: errorReply(505, MALFORMED_REQUEST, note), note }
  }
  if (rawHeaders.length > limits.maxHeaderFields) {
    const note = `The request has ${rawHeaders.length} header fields; up to ${limits.maxHeaderFields} are taken.`
    return { kind: 'tooManyHeaderFields', reply: errorReply(431, MALFORMED_REQUEST, note), note }
  }
  const verdict = guard({ rawHeaders, httpVersion, target, localAddress })
  if (verdict.kind === 'allowed') return null
  const note = verdict.message
  return { kind: 'hostRefused', reply: errorReply(verdict.status, ACCESS_DENIED, note), note }
}
