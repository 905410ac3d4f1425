import { LIMITS } from '../../lib/limits/limit-table'
import { CAPTURE_LIMITS, type IntakeLimits } from '../intake/limits'

/** Bounds of the workbench's listener; times in milliseconds of real time. */
export interface WorkbenchLimits extends IntakeLimits {
  /** WebSocket clients at a time. */
  readonly maxClients: number
  /** Calls of one WebSocket client that wait for their results. Further ones are not read. */
  readonly maxCallsInFlight: number
  /** Largest message of a client over the WebSocket. */
  readonly maxMessageBytes: number
  /** A client that leaves more than this unread is dropped. */
  readonly maxUnreadBytes: number
  /** How often every client over a WebSocket has to show that it is there. */
  readonly heartbeatMs: number
  /** How long a closing WebSocket waits for the client to agree. */
  readonly closeTimeoutMs: number
}

/** A replayed body of 16 MiB, escaped in JSON, has to fit into a call; a message in full and as base64 into the unread. */
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
