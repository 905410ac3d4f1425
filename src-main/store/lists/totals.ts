import { performance } from 'node:perf_hooks'
import { integer } from '#store/columns'
import type { Connection } from '#store/connection'
import type { Condition } from './condition'
import type { Freshness, Stamp } from './freshness'
import { putNewest } from '#lib/limits/put-newest'

/** Counts the matches of a query; a count over unchanged rows is cached. */
export interface Totals {
  count(table: string, condition: Condition): number
  /** Drops every cached count that used this table of matches. */
  forget(matchTable: string): void
}

const KEPT = 64

export function createTotals(connection: Connection, freshness: Freshness): Totals {
  const known = new Map<string, { readonly total: number; readonly stamp: Stamp }>()
  return {
    count(table, { seek }) {
      const sql = `SELECT count(*) AS total FROM ${table} m WHERE ${seek.sql}`
      const key = [sql, ...seek.values.map(String)].join('\0')
      const entry = known.get(key)
      if (entry !== undefined && freshness.isGood(entry.stamp)) return entry.total
      const startedAt = performance.now()
      const total = integer(connection.get(sql, ...seek.values) ?? {}, 'total')
      putNewest(known, key, { total, stamp: freshness.stamp(startedAt) }, KEPT)
      return total
    },
    forget(matchTable) {
      for (const key of known.keys()) if (key.includes(matchTable)) known.delete(key)
    },
  }
}
