import { integer } from '../columns'
import type { Connection, Row } from '../connection'
import type { Page } from '../store'
import { allOf, type Condition } from './condition'
import type { Totals } from './totals'

export interface ListQuery<Item> {
  /** Table and columns of a row; the table's alias is `m`, its key `seq`. */
  readonly table: string
  readonly columns: string
  readonly read: (row: Row) => Item
  /** Everything of the list, without any condition of the tester; null: the whole table. */
  readonly scope: Condition | null
  /** Rows in the scope, known without counting. */
  readonly scopeSize: number
  readonly condition: Condition | null
  readonly cursor: string | undefined
  readonly limit: number
}

const CURSOR = /^[1-9]\d{0,15}$/

/** Whether a text is a cursor of a list. */
export const isCursor = (text: string): boolean => CURSOR.test(text)

/** One page of a list, newest first. New rows do not move a cursor: it names the last row that was seen. */
export function listRows<Item>(connection: Connection, totals: Totals, query: ListQuery<Item>): Page<Item> {
  const { table, columns, scope, condition, cursor, limit } = query
  if (cursor !== undefined && !isCursor(cursor)) throw new RangeError('This is no cursor of a list')

  const conditions = [scope, condition].filter((part) => part !== null)
  const where = allOf(conditions)
  const total = condition === null ? query.scopeSize : totals.count(table, where)
  if (total === 0) return { items: [], total }

  const seek = condition !== null && seeksBetter(total, query.scopeSize, limit)
  const form = seek ? where.seek : where.scan
  // The plus sign makes SQLite start from the index of the condition and sort the few rows that it finds.
  const seq = seek ? '+m.seq' : 'm.seq'
  const rows = connection.all(
    `SELECT m.seq, ${columns} FROM ${table} m WHERE ${form.sql} AND ${seq} < ? ORDER BY ${seq} DESC LIMIT ?`,
    ...form.values,
    cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor),
    limit + 1,
  )
  const items = rows.slice(0, limit).map(query.read)
  const last = rows[limit - 1]
  return rows.length > limit && last !== undefined
    ? { items, total, next: String(integer(last, 'seq')) }
    : { items, total }
}

/** Whether finding and sorting all matches is less work than meeting a page full of them on the way down. */
function seeksBetter(total: number, size: number, limit: number): boolean {
  return total * 2 < (size / total) * (limit + 1)
}
