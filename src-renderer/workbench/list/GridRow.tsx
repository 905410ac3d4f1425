import type { GridColumn } from './columns'
import { memo, useEffect } from 'react'

import type { RowWindow } from '#window/ui/use-row-window'
import type { GridRows } from './paged-list'

interface GridRowProps<Row> {
  readonly id: string
  readonly index: number
  /** Undefined while the row is being fetched. */
  readonly row: Row | undefined
  readonly columns: readonly GridColumn<Row>[]
  readonly selected: boolean
  /** The row whose content is shown beside the list; several rows may be selected besides it. */
  readonly active: boolean
  /** The row above is the selected one. */
  readonly belowSelected: boolean
  readonly height: number
}

/** Places of rows that CSS would need sibling selectors for, which slow down every added or removed row. */
function rowClass(
  index: number,
  waiting: boolean,
  belowSelected: boolean,
  active: boolean,
): string | undefined {
  if (index > 0 && !waiting && !belowSelected && !active) return undefined
  return [
    index === 0 ? 'first-row' : '',
    waiting ? 'waiting-row' : '',
    belowSelected ? 'below-selected' : '',
    active ? 'active-row' : '',
  ]
    .filter((name) => name !== '')
    .join(' ')
}

function PlainGridRow<Row>(props: GridRowProps<Row>) {
  const { id, index, row, columns, selected, active, belowSelected, height } = props
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={rowClass(index, row === undefined, belowSelected, active)}
      style={{ height, transform: `translateY(${index * height}px)` }}
    >
      {row === undefined ? (
        <span role="gridcell" aria-colspan={columns.length} />
      ) : (
        columns.map((column) => (
          <span key={column.name} role="gridcell" className={column.className} title={column.title?.(row)}>
            {column.cell(row)}
          </span>
        ))
      )}
    </div>
  )
}

/** A row that renders again only when one of its properties changed: scrolling adds and removes rows without rendering the others. */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow

/** Row of the list that an event happened on; null for the head and the space below. */
export function rowIndexOf(target: EventTarget): number | null {
  if (!(target instanceof Element)) return null
  const index = target.closest('[role="row"]')?.getAttribute('aria-rowindex')
  return index === null || index === undefined || index === '1' ? null : Number(index) - 2
}

const OVERSCAN_ROWS = 12
/** After a jump: the next jump shows none of these rows. */
const OVERSCAN_ROWS_OF_JUMP = 3
/** Scrolling over this many rows at once is not reading: rows are fetched where the list stops. */
const MAX_READ_ROWS = 100
const REST_MS = 60

/** Rows to draw: those on the screen with some before and behind, and the active one wherever it is. */
export function drawnRows(window: RowWindow, active: number, count: number): readonly number[] {
  if (count === 0) return []
  const overscan = window.jumped ? OVERSCAN_ROWS_OF_JUMP : OVERSCAN_ROWS
  const from = Math.max(0, window.first - overscan)
  const to = Math.min(count - 1, window.last + overscan)
  const rows = Array.from({ length: to - from + 1 }, (_, offset) => from + offset)
  if (active < 0 || active >= count || (active >= from && active <= to)) return rows
  return active < from ? [active, ...rows] : [...rows, active]
}

/** Key of a drawn row. The elements of rows that a jump passed over show the rows in their places, and none are made. */
export function rowKey(index: number, window: RowWindow): string | number {
  const isNear = index >= window.first - OVERSCAN_ROWS && index <= window.last + OVERSCAN_ROWS
  return isNear ? index - window.shift : 'active'
}

/** Fetches the rows on the screen, after a long move once the list stops. */
export function useRowsFetched(rows: GridRows<unknown>, { first, last, moved }: RowWindow): void {
  const isPassing = moved > MAX_READ_ROWS
  useEffect(() => {
    if (!isPassing) {
      rows.want(first, last)
      return
    }
    const rest = setTimeout(() => rows.want(first, last), REST_MS)
    return () => clearTimeout(rest)
  }, [rows, first, last, isPassing])
}

/** Row that a key moves to; null where the key moves nothing. */
export function movedRow(key: string, row: number, count: number, pageRows: number): number | null {
  if (count === 0) return null
  const within = (wanted: number): number => Math.min(count - 1, Math.max(0, wanted))
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return within(row + 1)
    case 'ArrowUp':
    case 'k':
      return within(row < 0 ? 0 : row - 1)
    case 'PageDown':
      return within(row + pageRows)
    case 'PageUp':
      return within(row - pageRows)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

export interface GridHandle {
  focus(): void
  scrollToTop(): void
  /** Names of the columns that are on the screen. */
  shownColumns(): readonly string[]
}
