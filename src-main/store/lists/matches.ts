import { performance } from 'node:perf_hooks'
import { integer } from '#store/columns'
import type { Connection } from '#store/connection'
import type { Freshness, Stamp } from './freshness'
import { named, containing, type ListName } from './text-matches'
import type { Totals } from './totals'

export type { ListName } from './text-matches'

/** The rows of a list that a free text finds, in a table of their own with the one column `seq`. */
export interface MatchTable {
  readonly table: string
  readonly size: number
}

/**
 * Free text is looked up once and its matches are cached for the following pages: querying the text index for each row,
 * or again for every page, takes far too long for words that are in every message.
 */
export interface Matches {
  /** Call before the terms of a query are looked up: tables of earlier queries may then be dropped. */
  begin(): void
  /** Whether its matches are cached. */
  knows(list: ListName, text: string): boolean
  find(list: ListName, text: string): MatchTable
}

interface Slot extends MatchTable {
  key: string | null
  size: number
  stamp: Stamp
  usedAt: number
}

const KEPT = 8

export function createMatches(connection: Connection, freshness: Freshness, totals: Totals): Matches {
  const slots: Slot[] = []
  let query = 0

  /** The least recently used table; never one that the current query needs. */
  const freeSlot = (): Slot => {
    const [oldest] = [...slots].sort((a, b) => a.usedAt - b.usedAt)
    if (oldest !== undefined && slots.length >= KEPT && oldest.usedAt < query) return oldest
    const stamp: Stamp = { version: -1, at: 0, tookMs: 0 }
    const slot: Slot = {
      table: `temp.matches_${slots.length}_`,
      key: null,
      size: 0,
      stamp,
      usedAt: query,
    }
    slots.push(slot)
    return slot
  }

  const fill = (slot: Slot, list: ListName, text: string): void => {
    connection.run(`CREATE TABLE IF NOT EXISTS ${slot.table} (seq INTEGER PRIMARY KEY)`)
    connection.run(`DELETE FROM ${slot.table}`)
    for (const { sql, values } of [containing(list, text), named(list, text)]) {
      connection.run(`INSERT OR IGNORE INTO ${slot.table} (seq) ${sql}`, ...values)
    }
    slot.size = integer(connection.get(`SELECT count(*) AS size FROM ${slot.table}`) ?? {}, 'size')
  }

  return {
    begin() {
      query += 1
    },
    knows: (list, text) => {
      const slot = slots.find(({ key }) => key === `${list}\0${text}`)
      return slot !== undefined && freshness.isGood(slot.stamp)
    },
    find(list, text) {
      const key = `${list}\0${text}`
      const known = slots.find((slot) => slot.key === key)
      const slot = known ?? freeSlot()
      slot.usedAt = query
      if (known !== undefined && freshness.isGood(known.stamp)) return known
      const startedAt = performance.now()
      slot.key = null
      totals.forget(slot.table)
      fill(slot, list, text)
      slot.key = key
      slot.stamp = freshness.stamp(startedAt)
      return slot
    },
  }
}
