import type { Sorting } from '../../../src-main/domain/query/sorting'
import { Icon } from '../ui/Icon'
import type { GridColumn } from './GridRow'
import { ariaSort, pressedOrder } from './sort-order'

interface HeadCellProps {
  readonly column: Pick<GridColumn<never>, 'name' | 'head' | 'className' | 'sorts'>
  readonly sort: Sorting | null
  /** Null where the list has an order of its own. */
  readonly onSort: ((sort: Sorting | null) => void) | null
}

/** The head of a column; a button where the list can be sorted by it. */
export function HeadCell({ column, sort, onSort }: HeadCellProps) {
  const { name, head, className, sorts } = column
  if (sorts === undefined || onSort === null) {
    return (
      <span role="columnheader" className={className} data-column={name}>
        {head}
      </span>
    )
  }
  const direction = ariaSort(sort, sorts.field)
  return (
    <span role="columnheader" className={className} data-column={name} aria-sort={direction}>
      <button
        type="button"
        className="col-sort"
        title={`Sort by ${head.toLowerCase()}`}
        onClick={() => onSort(pressedOrder(sort, sorts))}
      >
        {head}
        {direction === 'none' ? null : <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
      </button>
    </span>
  )
}
