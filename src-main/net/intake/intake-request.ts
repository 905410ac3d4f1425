import type { HostGuard } from '../host-guard'
import type { Log } from '../log'
import type { ListenerName, RawReaction, RawRequest, SentReply } from '../../lib/http-message/raw-message'
import type { MalformedRequest } from './malformed'
import type { IntakeLimits } from './limits'
import type { SharedBounds } from './shared-bounds'

/** A request with a head we accept, read to its end or to the size limit. */
export interface IntakeRequest extends RawRequest {
  /** The body is longer than the limit; `body` holds its beginning. */
  readonly tooLarge: boolean
  /** The target is longer than the limit (contract 7.1). */
  readonly targetTooLong: boolean
}

export interface IntakeAnswer {
  readonly reaction: RawReaction
  /**
   * Called exactly once: when the reply was handed over, or when the connection ended before. Null: nothing was to be
   * written.
   */
  readonly afterReply: (sent: SentReply | null) => void
}

export interface IntakeOptions {
  readonly listener: ListenerName
  readonly limits: IntakeLimits
  readonly shared: SharedBounds
  readonly guard: HostGuard
  readonly log: Log
  /** Wall time, milliseconds since 1970. */
  readonly now: () => number
  readonly answer: (request: IntakeRequest) => Promise<IntakeAnswer>
  /** Records what the listener answers itself. It is awaited before the answer leaves. */
  readonly onMalformed: (malformed: MalformedRequest) => Promise<void>
}
