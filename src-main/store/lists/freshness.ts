import { performance } from 'node:perf_hooks'

/** When something was worked out, from which state of the rows, and what it cost. */
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

/** What takes longer may be behind for a moment, so that a list that grows under the tester stays quick. */
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
