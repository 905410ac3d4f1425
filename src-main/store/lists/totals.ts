import { performance } from 'node:perf_hooks'
import { integer } from '../columns'
import type { Connection } from '../connection'
import type { Condition } from './condition'

/** Counts what a query matches; the same count over unchanged rows is not repeated. */
export interface Totals {
  count(table: string, condition: Condition): number
}

interface KnownTotal {
  readonly total: number
  readonly version: number
  readonly countedAt: number
  readonly tookMs: number
}

const KEPT = 64
/** Counts that take longer may be behind for a moment, so that a list that grows under the tester stays quick. */
const SLOW_MS = 15
const STALE_FACTOR = 20
const MAX_STALE_MS = 2000

/**
 * `version` tells whether anything was written; `isLarge` whether there is so much that a total may lag behind.
 * Small lists always show the exact total.
 */
export function createTotals(connection: Connection, version: () => number, isLarge: () => boolean): Totals {
  const known = new Map<string, KnownTotal>()

  const isGood = (entry: KnownTotal): boolean => {
    if (entry.version === version()) return true
    if (entry.tookMs < SLOW_MS || !isLarge()) return false
    return performance.now() - entry.countedAt < Math.min(entry.tookMs * STALE_FACTOR, MAX_STALE_MS)
  }

  return {
    count(table, { seek }) {
      const sql = `SELECT count(*) AS total FROM ${table} m WHERE ${seek.sql}`
      const key = [sql, ...seek.values.map(String)].join('\0')
      const entry = known.get(key)
      if (entry !== undefined && isGood(entry)) return entry.total
      const started = performance.now()
      const total = integer(connection.get(sql, ...seek.values) ?? {}, 'total')
      const countedAt = performance.now()
      known.delete(key)
      known.set(key, { total, version: version(), countedAt, tookMs: countedAt - started })
      const oldest = known.keys().next()
      if (known.size > KEPT && oldest.done !== true) known.delete(oldest.value)
      return total
    },
  }
}
