import { LIMITS } from '#lib/limits/limit-table'
import { CAPTURE_LIMITS, type IntakeLimits } from '#net/intake/limits'

/** Limits of the workbench's listener. Times are real milliseconds. */
export interface WorkbenchLimits extends IntakeLimits {
  /** Most WebSocket clients at the same time. */
  readonly maxClients: number
  /** Most calls of one WebSocket client that wait for their results. Further calls are not read meanwhile. */
  readonly maxCallsInFlight: number
  /** Largest message of a client over the WebSocket. */
  readonly maxMessageBytes: number
  /** A client that leaves more than this unread is dropped. */
  readonly maxUnreadBytes: number
  /** Interval at which every WebSocket client has to respond to a ping. */
  readonly heartbeatMs: number
  /** How long a closing WebSocket waits for the client to agree. */
  readonly closeTimeoutMs: number
}

/**
 * A call has room for a replayed body of 16 MiB, escaped in JSON. The unread bytes have room for a message in full and
 * as Base64.
 */
export const WORKBENCH_LIMITS: WorkbenchLimits = {
  ...CAPTURE_LIMITS,
  maxBodyBytes: LIMITS.workbenchBodyBytes,
  maxClients: LIMITS.workbenchClients,
  maxCallsInFlight: LIMITS.clientCalls,
  maxMessageBytes: LIMITS.workbenchBodyBytes,
  maxUnreadBytes: LIMITS.unreadBytes,
  heartbeatMs: 15_000,
  closeTimeoutMs: 5_000,
}
