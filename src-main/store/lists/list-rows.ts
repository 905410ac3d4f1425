import type { Connection, Row } from '#store/connection'
import type { MessageListRequest, Page } from '#store/records'
import {
  allOf,
  type Condition,
  conditionOf,
  fragment,
  type Fragment,
  type ListVocabulary,
} from './conditions'
import type { ListName, Matches, Totals } from './text-matches'
import { rowOrder, type SortColumns } from './list-order'

export interface ListQuery<Item> extends Omit<MessageListRequest, 'projectId' | 'paymentKey'> {
  readonly list: ListName
  readonly table: string
  readonly columns: string
  readonly read: (row: Row) => Item
  readonly vocabulary: ListVocabulary
  /** The condition that selects the list from the table (null for all rows), and the number of its rows. */
  readonly whole: { readonly condition: Condition | null; readonly size: number }
  /** Further conditions of the caller, applied before the terms. */
  readonly narrowing: readonly Condition[]
  readonly sortColumns: SortColumns
}

/** When sorting by content, fewer matches than this are all read and sorted, not looked up along an index. */
const FEW = 2000

export function createLists(connection: Connection, totals: Totals, matches: Matches) {
  const freeText =
    (list: ListName, most?: number) =>
    (text: string): Condition => {
      const { table, size } = matches.find(list, text, most)
      return {
        seek: fragment(`m.seq IN (SELECT seq FROM ${table})`),
        scan: fragment(`+m.seq IN (SELECT seq FROM ${table})`),
        size,
      }
    }

  const page = <Item>(query: ListQuery<Item>): Page<Item> => {
    const { list, table, terms, vocabulary, nowMs, whole, narrowing, cursor, skip = 0, limit } = query
    const order = rowOrder(query.order, query.sort, query.sortColumns)
    const afterCursor = (plus: string): Fragment => order.conditionAfter(cursor, plus)
    // An invalid cursor is refused before anything is read.
    afterCursor('')
    matches.begin()
    const scope = allOf([whole.condition, ...narrowing].filter((part) => part !== null))
    const scopeSize = narrowing.length === 0 ? whole.size : totals.count(table, scope)
    const [first, second] = terms
    // Only for a single term: further conditions might hold only for matches beyond the limit.
    const most =
      narrowing.length === 0 && first?.negated === false && second === undefined ? query.countUpTo : undefined
    const condition = conditionOf(
      terms,
      vocabulary,
      freeText(list, most === undefined ? most : most + 1),
      nowMs,
    )
    const where = condition === null ? scope : allOf([scope, condition])
    const total =
      condition === null
        ? scopeSize
        : narrowing.length === 0 && condition.size !== undefined
          ? condition.size
          : totals.count(table, where)
    if (total === 0) return { items: [], total }

    const few = order.byContent && total < FEW
    const seek = condition !== null && (few || seeksBetter(total, scopeSize, skip + limit))
    const form = seek ? where.seek : where.scan
    // The plus sign makes SQLite start from the index of the condition and sort the few rows that it finds.
    const plus = seek ? '+' : ''
    const after = afterCursor(plus)
    const indexHint = seek || order.index === null ? '' : `INDEXED BY ${order.index}`
    // The inner query selects the rows of the page, so that the columns of rows that are only sorted or
    // skipped are not read.
    const rows = connection.all(
      `SELECT ${order.value} AS list_value, ${query.columns} FROM ${table} m WHERE m.seq IN (
         SELECT m.seq FROM ${table} m ${indexHint} WHERE ${form.sql} AND ${after.sql} ORDER BY ${order.orderBy(plus)}
         LIMIT ? OFFSET ?
       ) ORDER BY ${order.orderBy('')}`,
      ...form.values,
      ...after.values,
      limit + 1,
      skip,
    )
    const items = rows.slice(0, limit).map(query.read)
    const last = rows[limit - 1]
    return {
      items,
      ...(most !== undefined && total > most ? { total: most, hasMore: true } : { total }),
      ...(rows.length > limit && last !== undefined ? { next: order.cursorOf(last) } : {}),
    }
  }

  return { page }
}

/** Whether finding and sorting all matches costs less than reading along the index until `wanted` are found. */
function seeksBetter(total: number, size: number, wanted: number): boolean {
  return total * 2 < (size / total) * (wanted + 1)
}
