import { NEWEST_FIRST, type SortDirection, type Sorting } from '#domain/query/sorting'

/** The direction that a column sorts in at the first press. */
export interface SortedColumn {
  /** Field of the list that the column shows. */
  readonly field: string
  readonly first: SortDirection
}

const OTHER: Readonly<Record<SortDirection, SortDirection>> = {
  ascending: 'descending',
  descending: 'ascending',
}

/** The order after a press on a column's head: its first direction, then the other one, then the default order. */
export function pressedOrder(sort: Sorting | null, { field, first }: SortedColumn): Sorting | null {
  const { by, direction } = sort ?? NEWEST_FIRST
  if (by !== field) return field === NEWEST_FIRST.by ? null : { by: field, direction: first }
  if (direction === first) return { by: field, direction: OTHER[first] }
  return null
}

/** Direction of a column in an order, as `aria-sort` has it. */
export function ariaSort(sort: Sorting | null, field: string): SortDirection | 'none' {
  const { by, direction } = sort ?? NEWEST_FIRST
  return by === field ? direction : 'none'
}

/** Whether new rows come on top, without a look at what they hold. */
export const isNewestFirst = (sort: Sorting | null): boolean =>
  sort === null || (sort.by === NEWEST_FIRST.by && sort.direction === NEWEST_FIRST.direction)

/** "newest first", "by amount, descending": the order of a list in words. */
export function orderWords(sort: Sorting | null): string {
  if (sort === null || isNewestFirst(sort)) return 'newest first'
  return sort.by === 'created' ? 'oldest first' : `by ${sort.by}, ${sort.direction}`
}
