import type { QueryTerm } from '../../core/query/terms'
import { integer } from '../columns'
import type { Connection, Row } from '../connection'
import type { Glimpse, Page } from '../store'
import { allOf, fragment, type Condition } from './condition'
import type { Freshness } from './freshness'
import { createGlimpses } from './glimpse'
import type { ListOrder } from './list-order'
import type { ListName, Matches } from './matches'
import { conditionOf, type ListVocabulary } from './term-conditions'
import type { Totals } from './totals'

export interface ListQuery<Item> {
  readonly list: ListName
  /** Table and columns of a row; the table's alias is `m`, its key `seq`. */
  readonly table: string
  readonly columns: string
  readonly read: (row: Row) => Item
  readonly vocabulary: ListVocabulary
  readonly terms: readonly QueryTerm[]
  readonly nowMs: number
  /** What makes the list out of the table, null for all of it, and how many rows that are. */
  readonly whole: { readonly condition: Condition | null; readonly size: number }
  /** What the caller wants of the list, before any term. */
  readonly narrowing: readonly Condition[]
  readonly cursor: string | undefined
  /** Rows to pass over after the cursor; none where it is left out. */
  readonly skip: number | undefined
  readonly limit: number
  /** `payment`: payments newest first, the rows of each newest first, those of none at the end. */
  readonly order?: ListOrder | undefined
  readonly glimpse?: Glimpse | undefined
}

/** Reads pages of lists. */
export interface Lists {
  page<Item>(query: ListQuery<Item>): Page<Item>
}

const CURSOR = /^(?:\d{1,15}\.)?[1-9]\d{0,15}$/

/** Whether a text is a cursor of a list. */
export const isCursor = (text: string): boolean => CURSOR.test(text)

/** `prepare` brings the indexes of text up to date. */
export function createLists(
  connection: Connection,
  totals: Totals,
  matches: Matches,
  freshness: Freshness,
  prepare: () => void,
): Lists {
  const glimpses = createGlimpses(connection, matches, freshness)

  const freeText =
    (list: ListName) =>
    (text: string): Condition => {
      const { table, size } = matches.find(list, text)
      return {
        seek: fragment(`m.seq IN (SELECT seq FROM ${table})`),
        scan: fragment(`+m.seq IN (SELECT seq FROM ${table})`),
        size,
      }
    }

  /** The newest rows at once, or null where they are found as fast in the usual way. */
  const glimpsed = <Item>(
    query: ListQuery<Item>,
    glimpse: Glimpse,
    scope: Condition,
    scopeSize: number,
  ): Page<Item> | null => {
    const { list, table, terms, vocabulary, nowMs, limit } = query
    const texts = terms.filter((term) => term.kind === 'text')
    if (texts.length === 0 || !glimpses.pays(list, texts, glimpse.common)) return null
    const fields = terms.filter((term) => term.kind === 'field')
    const condition = conditionOf(fields, vocabulary, freeText(list), nowMs)
    const where = condition === null ? scope : allOf([scope, condition])
    const size = condition === null ? scopeSize : totals.count(table, where)
    const seek = condition !== null && seeksBetter(size, scopeSize, glimpse.window)
    const [rest, sortedBy] = seek ? ([where.seek, '+m.seq'] as const) : ([where.scan, 'm.seq'] as const)
    const found = glimpses.newest({ list, table, texts, rest, size, sortedBy, limit, glimpse })
    if (found === null) return null
    const rows = connection.all(
      `SELECT m.seq, ${query.columns} FROM ${table} m WHERE m.seq IN (SELECT value FROM json_each(?))
       ORDER BY m.seq DESC`,
      JSON.stringify(found.seqs.slice(0, limit)),
    )
    return {
      items: rows.map(query.read),
      total: found.seqs.length,
      ...(found.thereMayBeMore ? { thereMayBeMore: true } : {}),
    }
  }

  const page = <Item>(query: ListQuery<Item>): Page<Item> => {
    const { list, table, terms, vocabulary, nowMs, whole, narrowing, cursor, skip = 0, limit } = query
    const { order = 'newest' } = query
    if (cursor !== undefined && !isCursor(cursor)) throw new RangeError('This is no cursor of a list')
    prepare()
    matches.begin()
    const scope = allOf([whole.condition, ...narrowing].filter((part) => part !== null))
    const scopeSize = narrowing.length === 0 ? whole.size : totals.count(table, scope)
    const first = query.glimpse === undefined ? null : glimpsed(query, query.glimpse, scope, scopeSize)
    if (first !== null) return first
    const condition = conditionOf(terms, vocabulary, freeText(list), nowMs)
    const where = condition === null ? scope : allOf([scope, condition])
    const total =
      condition === null
        ? scopeSize
        : narrowing.length === 0 && condition.size !== undefined
          ? condition.size
          : totals.count(table, where)
    if (total === 0) return { items: [], total }

    const seek = condition !== null && seeksBetter(total, scopeSize, skip + limit)
    const form = seek ? where.seek : where.scan
    // The plus sign makes SQLite start from the index of the condition and sort the few rows that it finds.
    const plus = seek ? '+' : ''
    const { after, from, by } = placing(order, plus, cursor)
    // The inner query names the rows of the page, so that no columns are read of those that are sorted or passed over.
    const rows = connection.all(
      `SELECT m.seq, m.${GROUP[order]} AS list_group, ${query.columns} FROM ${table} m WHERE m.seq IN (
         SELECT m.seq FROM ${table} m WHERE ${form.sql} AND ${after} ORDER BY ${by} LIMIT ? OFFSET ?
       ) ORDER BY ${placing(order, '', cursor).by}`,
      ...form.values,
      ...from,
      limit + 1,
      skip,
    )
    const items = rows.slice(0, limit).map(query.read)
    const last = rows[limit - 1]
    return rows.length > limit && last !== undefined
      ? { items, total, next: cursorBehind(order, last) }
      : { items, total }
  }

  return { page }
}

/** Whether finding and sorting all matches is less work than meeting `wanted` of them on the way down. */
function seeksBetter(total: number, size: number, wanted: number): boolean {
  return total * 2 < (size / total) * (wanted + 1)
}

/** Column by which an order gathers rows. */
const GROUP: Readonly<Record<ListOrder, 'seq' | 'payment'>> = {
  newest: 'seq',
  oldest: 'seq',
  payment: 'payment',
}

function cursorBehind(order: ListOrder, row: Row): string {
  const seq = String(integer(row, 'seq'))
  return order === 'payment' ? `${integer(row, 'list_group')}.${seq}` : seq
}

/** How rows are sorted, and which of them come behind a cursor. */
function placing(
  order: ListOrder,
  plus: string,
  cursor: string | undefined,
): { readonly after: string; readonly from: readonly number[]; readonly by: string } {
  const [group, seq] = splitCursor(cursor)
  switch (order) {
    case 'newest':
      return { after: `${plus}m.seq < ?`, from: [seq ?? Number.MAX_SAFE_INTEGER], by: `${plus}m.seq DESC` }
    case 'oldest':
      return { after: `${plus}m.seq > ?`, from: [seq ?? 0], by: `${plus}m.seq ASC` }
    case 'payment':
      return {
        after: `(${plus}m.payment, ${plus}m.seq) < (?, ?)`,
        from: [group ?? Number.MAX_SAFE_INTEGER, seq ?? Number.MAX_SAFE_INTEGER],
        by: `${plus}m.payment DESC, ${plus}m.seq DESC`,
      }
  }
}

/** The parts of a cursor; one of another order leads to the nearest place that it names. */
function splitCursor(cursor: string | undefined): readonly [group: number | null, seq: number | null] {
  if (cursor === undefined) return [null, null]
  const [first = '', second] = cursor.split('.')
  return second === undefined ? [null, Number(first)] : [Number(first), Number(second)]
}
