import { performance } from 'node:perf_hooks'

/** When a result was computed, from which version of the rows, and how long that took. */
export interface Stamp {
  readonly version: number
  readonly at: number
  readonly tookMs: number
}

/** Decides whether an earlier result may still be shown. */
export interface Freshness {
  stamp(startedAt: number): Stamp
  isGood(stamp: Stamp): boolean
}

/** A result that took longer to compute may be out of date for a moment, so that a growing list stays fast. */
const SLOW_MS = 15
const STALE_FACTOR = 20
const MAX_STALE_MS = 2000

/**
 * `version` grows with every write; `isLarge` says whether there are so many rows that a result may lag behind.
 * Small lists are always exact.
 */
export function createFreshness(version: () => number, isLarge: () => boolean): Freshness {
  return {
    stamp(startedAt) {
      const at = performance.now()
      return { version: version(), at, tookMs: at - startedAt }
    },
    isGood(stamp) {
      if (stamp.version === version()) return true
      if (stamp.tookMs < SLOW_MS || !isLarge()) return false
      return performance.now() - stamp.at < Math.min(stamp.tookMs * STALE_FACTOR, MAX_STALE_MS)
    },
  }
}
