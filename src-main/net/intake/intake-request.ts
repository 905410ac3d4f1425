import type { HealthCheck } from '#net/health'
import type { HostGuard } from '#net/host-guard'
import type { Log } from '#net/log'
import type { ListenerName, MalformedRequest } from './malformed'
import type { Reaction, IntakeRequest, WrittenResponse } from '#lib/http-message/message'
import type { IntakeLimits } from './limits'
import type { SharedBounds } from './shared-bounds'

/** The reaction to a request. */
export interface IntakeReaction {
  readonly reaction: Reaction
  /**
   * Called exactly once: when the response was handed over, or when the connection ended before that. Null: there was
   * nothing to write.
   */
  readonly afterResponse: (sent: WrittenResponse | null) => void
}

/** What the intake needs to read requests and to respond to them. */
export interface IntakeOptions {
  readonly listener: ListenerName
  readonly limits: IntakeLimits
  readonly shared: SharedBounds
  readonly guard: HostGuard
  readonly health: HealthCheck
  readonly log: Log
  /** Wall time, milliseconds since 1970. */
  readonly now: () => number
  readonly respond: (request: IntakeRequest) => Promise<IntakeReaction>
  /** Records a request that the listener refuses itself. It is awaited before the response is sent. */
  readonly onMalformed: (malformed: MalformedRequest) => Promise<void>
}
