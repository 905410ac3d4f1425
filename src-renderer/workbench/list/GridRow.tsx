import type { GridColumn } from './columns'
import { memo } from 'react'
import type { RowRange } from '#window/ui/use-row-window'

interface GridRowProps<Row> {
  readonly id: string
  readonly index: number
  readonly row: Row | undefined
  readonly above: Row | undefined
  readonly columns: readonly GridColumn<Row>[]
  readonly selected: boolean
  /** Whether this row is shown beside the list while rows are chosen for a bulk action. */
  readonly active: boolean
  readonly belowSelected: boolean
  readonly height: number
}

function PlainGridRow<Row>(props: GridRowProps<Row>) {
  const { id, index, row, above, columns, selected, active, belowSelected, height } = props
  // Classes, because sibling selectors in CSS would slow down adding and removing rows.
  const classes = [
    index === 0 ? 'first-row' : '',
    row === undefined ? 'waiting-row' : '',
    belowSelected ? 'below-selected' : '',
    active ? 'active-row' : '',
  ]
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={classes.filter(Boolean).join(' ')}
      style={{ height, transform: `translateY(${index * height}px)` }}
    >
      {row === undefined ? (
        <span role="gridcell" aria-colspan={columns.length} />
      ) : (
        columns.map((column) => (
          <span key={column.name} role="gridcell" className={column.className} title={column.title?.(row)}>
            {column.cell(row, above)}
          </span>
        ))
      )}
    </div>
  )
}

/** Renders again only when a property changes: scrolling does not render the rows that stay. */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow

/** Index of the row that an event targets; null for the head and the space below the rows. */
export function rowIndexOf(target: EventTarget): number | null {
  if (!(target instanceof Element)) return null
  const index = target.closest('[role="row"]')?.getAttribute('aria-rowindex')
  return index === null || index === undefined || index === '1' ? null : Number(index) - 2
}

const OVERSCAN_ROWS = 12

/** Rows to draw: those on the screen, some before and after them, and the active row wherever it is. */
export function drawnRows({ first, last }: RowRange, active: number, count: number): readonly number[] {
  if (count === 0) return []
  const from = Math.max(0, first - OVERSCAN_ROWS)
  const to = Math.min(count - 1, last + OVERSCAN_ROWS)
  const rows = Array.from({ length: to - from + 1 }, (_, offset) => from + offset)
  if (active < 0 || active >= count || (active >= from && active <= to)) return rows
  return active < from ? [active, ...rows] : [...rows, active]
}

/** Row that a key moves to; null for any other key, or in an empty list. */
export function movedRow(key: string, row: number, count: number, pageRows: number): number | null {
  const wanted = {
    ArrowDown: row + 1,
    j: row + 1,
    ArrowUp: row - 1,
    k: row - 1,
    PageDown: row + pageRows,
    PageUp: row - pageRows,
    Home: 0,
    End: count - 1,
  }[key]
  return wanted === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, wanted))
}

export const focusGrid = (): void =>
  document.querySelector<HTMLElement>('main [role="grid"]')?.focus({ preventScroll: true })

export interface GridHandle {
  focus(): void
  scrollToTop(): void
  shownColumns(): readonly string[]
}
