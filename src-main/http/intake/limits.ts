/** Bounds of a listener; all times in milliseconds of real time. */
export interface IntakeLimits {
  /** A longer body is kept up to here and marked. */
  readonly maxBodyBytes: number
  /** Start line and header fields together. */
  readonly maxHeadBytes: number
  readonly maxHeaderFields: number
  /** Longest request target that is not marked `targetTooLong` (contract 7.1). */
  readonly maxTargetBytes: number
  /** From the first byte, or the opening of the connection, to the end of the head. */
  readonly headersTimeoutMs: number
  /** From the first byte to the end of the body. */
  readonly requestTimeoutMs: number
  /** How often the two time limits are looked at. */
  readonly checkIntervalMs: number
  /** How long an idle connection is kept for the next request. */
  readonly keepAliveMs: number
  /** How long the rest of an unwanted body is read away so that the client can see our answer. */
  readonly lingerMs: number
}

const COMMON: Omit<IntakeLimits, 'maxBodyBytes'> = {
  maxHeadBytes: 64 * 1024,
  maxHeaderFields: 1000,
  maxTargetBytes: 8192,
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  checkIntervalMs: 1_000,
  // Longer than the idle time of common client pools, so that we are seldom the side that hangs up under a request.
  keepAliveMs: 65_000,
  lingerMs: 2_000,
}

/** Platform API and form: bodies up to 1 MiB (contract 5.1). */
export const PLATFORM_LIMITS: IntakeLimits = { ...COMMON, maxBodyBytes: 1024 * 1024 }

/** Merchant listener: bodies up to 16 MiB. */
export const CAPTURE_LIMITS: IntakeLimits = { ...COMMON, maxBodyBytes: 16 * 1024 * 1024 }
