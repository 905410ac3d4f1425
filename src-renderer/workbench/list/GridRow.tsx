import { memo, type ReactNode } from 'react'
import { Icon } from '#window/ui/Icon.tsx'
import type { SortedColumn } from './sort-order'
import { unreadableRow } from './unreadable-row'

export interface GridColumn<Row> {
  readonly name: string
  readonly head: string
  /** The field that a press on the head sorts by, and its direction at the first press. */
  readonly sorts?: SortedColumn
  /** The least width, where the tester chose the columns; `share` of what is left over goes to it. */
  readonly least: string
  readonly share?: number
  /** Class of the head and of every cell: `num`, `mono`, and the class that container queries hide it by. */
  readonly className?: string
  readonly cell: (row: Row) => ReactNode
  /** Shown when the pointer rests on a cell that may be cut off. */
  readonly title?: (row: Row) => string
}

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
  const unreadable = unreadableRow(row)
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
      ) : unreadable !== null ? (
        <span
          role="gridcell"
          aria-colspan={columns.length}
          className="unreadable-row"
          title={unreadable.reason}
        >
          <Icon name="state-error" small />
          <b className="mono">{unreadable.id}</b> cannot be read: {unreadable.reason}
        </span>
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
