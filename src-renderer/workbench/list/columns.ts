import { NEWEST_FIRST, type SortDirection, type Sorting, sortOf } from '#domain/query/sorting'
import { setLook, usePreferences } from '#window/state/preferences'
import { type ListName, LISTS, type SortField } from '#window/state/lists'
import type { Looks } from '#window/state/preferences-shape'
import type { ReactNode } from 'react'

interface SortedColumn {
  readonly field: string
  readonly first: SortDirection
}

/** The order after a click on a column header: its first direction, then the other one, then the default order. */
export function pressedOrder(sort: Sorting | null, { field, first }: SortedColumn): Sorting | null {
  const { by, direction } = sort ?? NEWEST_FIRST
  if (by !== field) return field === NEWEST_FIRST.by ? null : { by: field, direction: first }
  if (direction !== first) return null
  return { by: field, direction: first === 'ascending' ? 'descending' : 'ascending' }
}

export function ariaSort(sort: Sorting | null, field: string): SortDirection | 'none' {
  const { by, direction } = sort ?? NEWEST_FIRST
  return by === field ? direction : 'none'
}

/** Whether new rows appear at the top, whatever they contain. */
export const isNewestFirst = (sort: Sorting | null): boolean =>
  sort === null || (sort.by === NEWEST_FIRST.by && sort.direction === NEWEST_FIRST.direction)

/** "newest first", "by amount, descending". */
export function orderWords(sort: Sorting | null): string {
  if (sort === null || isNewestFirst(sort)) return 'newest first'
  return sort.by === NEWEST_FIRST.by ? 'oldest first' : `by ${sort.by}, ${sort.direction}`
}

export type NamedColumn = Pick<GridColumn<never>, 'name' | 'head' | 'sorts'>

/** The columns that the tester chose, or all if none of those exists; without a choice, those that fit. */
export function shownColumns<Column extends { readonly name: string; readonly from?: number }>(
  columns: readonly Column[],
  chosen: readonly string[] | null,
  width: number,
): readonly Column[] {
  if (chosen === null) return columns.filter(({ from = 0 }) => width >= from)
  const found = columns.filter(({ name }) => chosen.includes(name))
  return found.length === 0 ? columns : found
}

/** The columns of a row of two lines, in reading order. */
export const foldedColumns = <Row>(columns: readonly GridColumn<Row>[]): readonly GridColumn<Row>[] =>
  columns
    .filter(({ fold }) => fold !== undefined)
    .toSorted((one, other) => (one.fold ?? 0) - (other.fold ?? 0))

export function columnTracks(columns: readonly Pick<GridColumn<never>, 'least' | 'share'>[]) {
  const tracks = columns.map(({ least, share }) =>
    share === undefined ? least : `minmax(${least}, ${String(share)}fr)`,
  )
  const gaps = `${String(columns.length - 1)} * 10px`
  const widths = columns.map(({ least }) => least).join(' + ')
  return { tracks: tracks.join(' '), least: `calc(${widths} + ${gaps} + 2 * var(--s-3))` }
}

/** Shows or hides a column, but never hides the last visible one. */
export function toggledColumn(
  all: readonly { readonly name: string }[],
  shown: readonly string[],
  name: string,
): readonly string[] {
  const wanted = shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]
  return wanted.length === 0
    ? shown
    : all.map((column) => column.name).filter((other) => wanted.includes(other))
}

export interface ListLook<Field extends string = string> {
  readonly sort: Sorting<Field> | null
  readonly onSort: ((sort: Sorting | null) => void) | null
  readonly columns: readonly string[] | null
  readonly onColumns: (columns: readonly string[] | null) => void
}

export function useListLook<List extends ListName>(list: List): ListLook<SortField<List>> {
  const looks: Looks = usePreferences((state) => state.looks)
  const { sort, columns } = looks[list]
  return {
    sort,
    onSort: (next) => setLook(list, { sort: sortOf(next, LISTS[list].sortFields) }),
    columns,
    onColumns: (names) => setLook(list, { columns: names }),
  }
}

export interface GridColumn<Row> {
  readonly name: string
  readonly head: string
  readonly sorts?: SortedColumn
  /** The minimum width; the column gets `share` of the remaining width. */
  readonly least: string
  readonly share?: number
  /** Minimum width of the list, in pixels, at which the column is shown. */
  readonly from?: number
  /** The place of the column in a row of two lines; each line has two places. */
  readonly fold?: 1 | 2 | 3 | 4
  /** Class of the header and of every cell: `num`, `mono`. */
  readonly className?: string
  readonly cell: (row: Row, above: Row | undefined) => ReactNode
  readonly title?: (row: Row) => string
}
