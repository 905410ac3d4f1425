import type { IntakeRequest } from '../intake/intake-request'
import type { RawReply, SentReply } from '../../lib/http-message/raw-message'

/** A request to the platform: complete, or cut at the size limit where `tooLarge` says so (contract 5.1, 413). */
export type PlatformRequest = IntakeRequest

/** `afterReply` runs exactly once, when the answer has left or can no longer leave; callbacks go out from there (contract 9.1). */
export interface PlatformAnswer {
  readonly reply: RawReply
  readonly afterReply: (sent: SentReply) => void
}

/** Everything behind the platform's listeners: API, form, library files. */
export interface PlatformApp {
  /**
   * Answers a request. Where it rejects, the caller gets 500 with code 501 (contract 5.1).
   * Called in parallel, also for pipelined requests of one connection; replies leave in order.
   */
  handle(request: PlatformRequest): Promise<PlatformAnswer>
}
