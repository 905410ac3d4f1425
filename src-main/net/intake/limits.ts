import { LIMITS } from '#lib/limits/limit-table'

/** Limits of a listener. All times are real milliseconds. */
export interface IntakeLimits {
  /** A longer body is kept up to this size and marked as truncated. */
  readonly maxBodyBytes: number
  /** Start line and header fields together. */
  readonly maxHeadBytes: number
  readonly maxHeaderFields: number
  /** Longest request target that is not marked `targetTooLong` (contract 7.1). */
  readonly maxTargetBytes: number
  readonly maxConnections: number
  /** Most requests of one connection that wait for a response. A connection with more is closed. */
  readonly maxPipelinedRequests: number
  /** From the first byte, or the opening of the connection, to the end of the head. */
  readonly headersTimeoutMs: number
  /** From the first byte to the end of the body. */
  readonly requestTimeoutMs: number
  /** Interval at which the two time limits above are checked. */
  readonly checkIntervalMs: number
  /** How long an idle connection is kept for the next request. */
  readonly keepAliveMs: number
  /** How long the rest of a refused body is read and discarded, so that the client can receive the response. */
  readonly lingerMs: number
  /** A client that reads nothing of a response for this time is disconnected. */
  readonly unreadTimeoutMs: number
}

const COMMON: Omit<IntakeLimits, 'maxBodyBytes'> = {
  maxHeadBytes: LIMITS.headBytes,
  maxHeaderFields: LIMITS.headerFields,
  maxTargetBytes: LIMITS.targetBytes,
  maxConnections: LIMITS.connections,
  maxPipelinedRequests: LIMITS.pipelinedRequests,
  headersTimeoutMs: LIMITS.headTimeMs,
  requestTimeoutMs: LIMITS.requestTimeMs,
  checkIntervalMs: 1_000,
  // Longer than the idle time of common connection pools, so that we rarely close a connection that is about to be used.
  keepAliveMs: 65_000,
  lingerMs: 2_000,
  unreadTimeoutMs: LIMITS.unreadTimeMs,
}

/** Platform API and form (contract 5.1). */
export const PLATFORM_LIMITS: IntakeLimits = { ...COMMON, maxBodyBytes: LIMITS.platformBodyBytes }

export const CAPTURE_LIMITS: IntakeLimits = { ...COMMON, maxBodyBytes: LIMITS.captureBodyBytes }
