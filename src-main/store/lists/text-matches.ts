import { performance } from 'node:perf_hooks'
import {
  anywhere,
  messagesContaining,
  namePhrase,
  PAYMENTS_CONTAINING,
  quoted,
  wordPhrase,
} from '#store/search/search'
import type { SearchPart } from '#store/search/index-writer'
import { integer } from '#store/columns'
import type { Connection } from '#store/connection'
import { putNewest } from '#lib/limits/bounded-text'
import { type Condition, fragment, type Fragment } from './conditions'

/** `traffic`: exchanges and captures as one list. */
export type ListName = 'payments' | 'callbacks' | 'exchanges' | 'captures' | 'traffic'

const PARTS: Readonly<Record<Exclude<ListName, 'payments'>, readonly SearchPart[]>> = {
  callbacks: ['callback', 'attempt'],
  exchanges: ['request', 'response'],
  captures: ['capture', 'captureResponse'],
  traffic: ['request', 'response', 'capture', 'captureResponse'],
}

/** Rows of a list. `newest`: the column by which SQLite reads the newest payments first, without sorting. */
interface Source extends Fragment {
  readonly newest: string
}

/** The sources to search, cheapest first: for the beginning of a word, SQLite gathers all such words first. */
function sourcesOf(list: ListName, text: string, isLimited: boolean): readonly Source[] {
  const containing = (phrase: string): Source => ({
    sql: list === 'payments' ? PAYMENTS_CONTAINING : messagesContaining(PARTS[list]),
    values: [phrase],
    newest: 'search.rowid',
  })
  return [byName(list, text), ...(isLimited ? [containing(quoted(text))] : []), containing(wordPhrase(text))]
}

const MESSAGES: Readonly<Record<Exclude<ListName, 'payments'>, string>> = {
  callbacks: 'callbacks m ON m.payment = p.seq',
  exchanges: 'exchanges m ON m.payment = p.seq AND m.payment <> 0 AND +m.is_capture = 0',
  captures: 'exchanges m ON m.payment = p.seq AND m.payment <> 0 AND +m.is_capture = 1',
  traffic: 'exchanges m ON m.payment = p.seq AND m.payment <> 0',
}

function byName(list: ListName, text: string): Source {
  const { sql, values } = paymentsNamed(text)
  if (list === 'payments') return { sql, values, newest: 'seq' }
  return { sql: `SELECT m.seq FROM (${sql}) p CROSS JOIN ${MESSAGES[list]}`, values, newest: 'p.seq' }
}

function paymentsNamed(text: string): Fragment {
  const phrase = namePhrase(text)
  if (phrase !== null)
    return fragment('SELECT rowid AS seq FROM payment_names WHERE payment_names MATCH ?', phrase)
  const pattern = anywhere(text.toLowerCase())
  return fragment(
    `SELECT seq FROM payments
     WHERE payment_id_folded LIKE ? ESCAPE '\\' OR customer_id_folded LIKE ? ESCAPE '\\'`,
    pattern,
    pattern,
  )
}

/**
 * Free text is looked up once and its matches are cached for the following pages: querying the text index for each
 * row, or again for every page, takes far too long for words that are in every message.
 */
export type Matches = ReturnType<typeof createMatches>

/** The rows of a list that a free text finds, as a separate table with the column `seq`. */
interface Slot {
  readonly table: string
  key: string | null
  size: number
  stamp: Stamp
  usedAt: number
}

const KEPT = 8

export function createMatches(connection: Connection, freshness: Freshness, totals: Totals) {
  const slots: Slot[] = []
  let query = 0

  /** The least recently used slot or a new one, never one that the current query needs. */
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

  const fill = (slot: Slot, list: ListName, text: string, most?: number): void => {
    connection.run(`CREATE TABLE IF NOT EXISTS ${slot.table} (seq INTEGER PRIMARY KEY)`)
    connection.run(`DELETE FROM ${slot.table}`)
    slot.size = 0
    for (const { sql, newest, values } of sourcesOf(list, text, most !== undefined)) {
      if (slot.size >= (most ?? Infinity)) return
      const rows =
        most === undefined ? sql : `SELECT DISTINCT seq FROM (${sql} ORDER BY ${newest} DESC) LIMIT ${most}`
      slot.size += connection.run(`INSERT OR IGNORE INTO ${slot.table} (seq) ${rows}`, ...values).changes
    }
  }

  return {
    /** Call it before the terms of a query are looked up: tables of earlier queries may then be reused. */
    begin(): void {
      query += 1
    },
    /** `most`: stop once this many matches are known; each source yields those of the newest payments first. */
    find(list: ListName, text: string, most?: number): Readonly<Slot> {
      const key = `${list}\0${text}\0${most ?? ''}`
      const known = slots.find((slot) => slot.key === key)
      const slot = known ?? freeSlot()
      slot.usedAt = query
      if (known !== undefined && freshness.isGood(known.stamp)) return known
      const startedAt = performance.now()
      slot.key = null
      totals.forget(slot.table)
      fill(slot, list, text, most)
      slot.key = key
      slot.stamp = freshness.stamp(startedAt)
      return slot
    },
  }
}

/** Caches counts while the rows are unchanged. */
export type Totals = ReturnType<typeof createTotals>

const KEPT_TOTALS = 64

export function createTotals(connection: Connection, freshness: Freshness) {
  const known = new Map<string, { readonly total: number; readonly stamp: Stamp }>()
  return {
    count(table: string, { seek }: Condition): number {
      const sql = `SELECT count(*) AS total FROM ${table} m WHERE ${seek.sql}`
      const key = [sql, ...seek.values.map(String)].join('\0')
      const entry = known.get(key)
      if (entry !== undefined && freshness.isGood(entry.stamp)) return entry.total
      const startedAt = performance.now()
      const total = integer(connection.get(sql, ...seek.values) ?? {}, 'total')
      putNewest(known, key, { total, stamp: freshness.stamp(startedAt) }, KEPT_TOTALS)
      return total
    },
    forget(matchTable: string): void {
      for (const key of known.keys()) if (key.includes(matchTable)) known.delete(key)
    },
  }
}

/** When a result was computed, from which version of the rows, and how long that took. */
export interface Stamp {
  readonly version: number
  readonly at: number
  readonly tookMs: number
}

/** Decides whether an earlier result may still be shown. */
export type Freshness = ReturnType<typeof createFreshness>

/** A result that took longer to compute may be out of date for a moment, so that a growing list stays fast. */
const SLOW_MS = 15
const STALE_FACTOR = 20
const MAX_STALE_MS = 2000

/**
 * Small lists are always exact.
 * @param version grows with every write
 * @param isLarge whether there are so many rows that a result may be out of date
 */
export function createFreshness(version: () => number, isLarge: () => boolean) {
  return {
    stamp(startedAt: number): Stamp {
      const at = performance.now()
      return { version: version(), at, tookMs: at - startedAt }
    },
    isGood(stamp: Stamp): boolean {
      if (stamp.version === version()) return true
      if (stamp.tookMs < SLOW_MS || !isLarge()) return false
      return performance.now() - stamp.at < Math.min(stamp.tookMs * STALE_FACTOR, MAX_STALE_MS)
    },
  }
}
