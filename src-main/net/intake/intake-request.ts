import type { HostGuard } from '../host-guard'
import type { Log } from '../log'
import type { ListenerName, MalformedRequest } from './malformed'
import type { Reaction, IntakeRequest, WrittenResponse } from '../../lib/http-message/message'
import type { IntakeLimits } from './limits'
import type { SharedBounds } from './shared-bounds'

/** How a request is reacted to. */
export interface IntakeReaction {
  readonly reaction: Reaction
  /**
   * Called exactly once: when the response was handed over, or when the connection ended before. Null: nothing was to be
   * written.
   */
  readonly afterResponse: (sent: WrittenResponse | null) => void
}

export interface IntakeOptions {
  readonly listener: ListenerName
  readonly limits: IntakeLimits
  readonly shared: SharedBounds
  readonly guard: HostGuard
  readonly log: Log
  /** Wall time, milliseconds since 1970. */
  readonly now: () => number
  readonly respond: (request: IntakeRequest) => Promise<IntakeReaction>
  /** Records what the listener answers itself. It is awaited before the response leaves. */
  readonly onMalformed: (malformed: MalformedRequest) => Promise<void>
}
