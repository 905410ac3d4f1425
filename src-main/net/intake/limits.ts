import { LIMITS } from '#lib/limits/limit-table'

/** All times are wall-clock milliseconds. */
export interface IntakeLimits {
  /** Longer bodies are cut to this size and marked as truncated. */
  readonly maxBodyBytes: number
  /** Start line and header fields together. */
  readonly maxHeadBytes: number
  readonly maxHeaderFields: number
  /** Longer request targets are marked `targetTooLong` (contract 7.1). */
  readonly maxTargetBytes: number
  readonly maxConnections: number
  /** Waiting requests of one connection. A connection with more is closed. */
  readonly maxPipelinedRequests: number
  /** From the first byte, or the opening of the connection, to the end of the head; also for a TLS handshake. */
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly checkIntervalMs: number
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
  // Longer than the idle time of common connection pools: connections about to be used are rarely closed.
  keepAliveMs: 65_000,
  lingerMs: 2_000,
  unreadTimeoutMs: LIMITS.unreadTimeMs,
}

/** Platform API and form (contract 5.1). */
export const PLATFORM_LIMITS: IntakeLimits = { ...COMMON, maxBodyBytes: LIMITS.platformBodyBytes }

export const CAPTURE_LIMITS: IntakeLimits = { ...COMMON, maxBodyBytes: LIMITS.captureBodyBytes }
