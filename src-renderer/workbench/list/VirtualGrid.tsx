import { drawnRows, type GridHandle, GridRow, movedRow, rowIndexOf } from './GridRow'
import './list.css'
import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react'
import { useRowWindow } from '#window/ui/use-row-window'
import {
  ariaSort,
  columnTracks,
  foldedColumns,
  type GridColumn,
  type ListLook,
  pressedOrder,
  shownColumns,
} from './columns'
import { pressedKey } from '#window/ui/keys'
import { isChosen, isEmptySelection, NO_SELECTION, type RowSelection, useRowChoice } from './selection'
import { useActiveRow } from './use-active-row'
import type { GridRows } from './paged-list'
import { Icon } from '#window/ui/Icon.tsx'

declare module 'react' {
  interface CSSProperties {
    '--split'?: string
    '--rest'?: string
    '--least-list'?: string
    '--cols'?: string
    '--least-row'?: string
    '--longest'?: number
    '--sent'?: string
    '--lanes'?: string
    '--before'?: string
    '--after'?: string
  }
}

interface VirtualGridProps<Row> {
  /** For screen readers: "Payments, newest first". */
  readonly label: string
  readonly rows: GridRows<Row>
  readonly columns: readonly GridColumn<Row>[]
  readonly look: ListLook
  readonly keyOf: (row: Row) => string
  /** A length on which the width of a column depends: `--longest` is the greatest of the rows on the screen. */
  readonly lengthOf?: ((row: Row) => number) | undefined
  readonly selectedKey: string | null
  /** The tester moved to a row, by key or pointer. */
  readonly onSelect: (row: Row) => void
  readonly onOpen?: (row: Row) => void
  /** Right click, context menu key or Shift+F10; `at` is in window coordinates. */
  readonly onMenu?: (row: Row, at: { readonly x: number; readonly y: number }) => void
  /** Called when the tester scrolls; `atTop` is true while the first row is visible. */
  readonly onTop?: (atTop: boolean) => void
  readonly selection?: RowSelection
  readonly onSelection?: (selection: RowSelection) => void
  readonly rowHeight?: number
  readonly ref?: Ref<GridHandle>
}

const HEAD_HEIGHT = 28
const ROW_HEIGHT = 30
/** A narrower list shows each row on two lines. */
const FOLDED_BELOW = 300
const FOLDED_ROW_HEIGHT = 44

/** Width of an element in pixels, measured before the browser paints. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (element === null) return
    const measure = (): void => setWidth(element.offsetWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** A long list that renders only visible rows. The grid keeps the focus and names its active row. */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { label, rows, look, keyOf, selectedKey, onSelect, ref } = props
  const { selection = NO_SELECTION, onSelection } = props
  const id = useId()
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const width = useWidth(scroller)
  const folded = width > 0 && width < FOLDED_BELOW ? foldedColumns(props.columns) : []
  const isFolded = folded.length > 0
  const rowHeight = isFolded ? FOLDED_ROW_HEIGHT : (props.rowHeight ?? ROW_HEIGHT)
  const headHeight = isFolded ? 0 : HEAD_HEIGHT
  const names = (isFolded ? folded : shownColumns(props.columns, look.columns, width))
    .map(({ name }) => name)
    .join()
  // The same array for all widths with the same columns, so that rows are redrawn only if the columns change.
  const columns = useMemo(
    () => names.split(',').flatMap((name) => props.columns.filter((column) => column.name === name)),
    [props.columns, names],
  )
  const { tracks, least } = columnTracks(columns)
  useImperativeHandle(
    ref,
    () => ({
      focus: () => scroller?.focus({ preventScroll: true }),
      scrollToTop: () => scroller?.scrollTo({ top: 0 }),
      shownColumns: () => names.split(','),
    }),
    [scroller, names],
  )

  const active = useActiveRow({ scroller, headHeight, rowHeight, rows, keyOf, selectedKey, onSelect })
  const keyAt = (row: number): string | undefined => {
    const target = rows.rowAt(row)
    return target === undefined ? undefined : keyOf(target)
  }
  const hasChosen = !isEmptySelection(selection)
  const isSelected = (row: number): boolean => {
    const key = keyAt(row)
    if (!hasChosen && active.pending !== null) return row === active.pending
    return key !== undefined && (hasChosen ? isChosen(selection, key) : key === selectedKey)
  }
  const choice = useRowChoice({ selection, onSelection, selectedKey, keyAt, count: rows.count, active })
  const window = useRowWindow(scroller, rows.count, rowHeight, headHeight)
  const { first, last } = window
  let longest = 0
  for (let row = first; row <= last && props.lengthOf !== undefined; row += 1) {
    const shown = rows.rowAt(row)
    if (shown !== undefined) longest = Math.max(longest, props.lengthOf(shown))
  }
  useEffect(() => rows.want(first, last), [rows, first, last])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const current = active.index >= 0 ? rows.rowAt(active.index) : undefined
    if (choice.onKey(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault()
      props.onOpen?.(current)
      return
    }
    const pageRows = Math.max(1, Math.floor((scroller?.clientHeight ?? rowHeight) / rowHeight) - 2)
    const next = movedRow(pressedKey(event), active.from, rows.count, pageRows)
    if (next === null) return
    event.preventDefault()
    choice.onMove(next, event)
  }

  /** Opens the menu of the row under the pointer; a key targets the grid and opens the menu of the active row. */
  const onContextMenu = (event: MouseEvent): void => {
    const byKeyboard = event.target === event.currentTarget
    const index = byKeyboard ? active.index : (rowIndexOf(event.target) ?? -1)
    const target = rows.rowAt(index)
    if (target === undefined || props.onMenu === undefined) return
    event.preventDefault()
    if (!isChosen(selection, keyOf(target))) choice.chooseNone()
    active.select(target)
    props.onMenu(target, byKeyboard ? belowElement(`${id}-${index}`) : { x: event.clientX, y: event.clientY })
  }

  return (
    <div
      ref={setScroller}
      className={isFolded ? 'fill grid scroll folded' : 'fill grid scroll'}
      style={{
        '--cols': isFolded ? 'minmax(0, 1fr) auto' : tracks,
        '--longest': longest,
        '--least-row': look.columns === null || isFolded ? '0' : least,
      }}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.count + 1}
      aria-colcount={columns.length}
      aria-multiselectable={onSelection === undefined ? undefined : true}
      aria-activedescendant={
        active.index >= 0 && active.index < rows.count ? `${id}-${active.index}` : undefined
      }
      tabIndex={0}
      onKeyDown={onKeyDown}
      onWheel={active.stay}
      onScroll={() => props.onTop?.((scroller?.scrollTop ?? 0) < rowHeight)}
      onContextMenu={onContextMenu}
    >
      <div className="head" role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <HeadCell key={column.name} column={column} sort={look.sort} onSort={look.onSort} />
        ))}
      </div>
      <div
        className="body"
        role="rowgroup"
        style={{ height: rows.count * rowHeight }}
        onClick={(event) => {
          const index = rowIndexOf(event.target)
          if (index === null) return
          scroller?.focus({ preventScroll: true })
          choice.onPress(index, event)
        }}
        onDoubleClick={(event) => {
          const row = rows.rowAt(rowIndexOf(event.target) ?? -1)
          if (row !== undefined) props.onOpen?.(row)
        }}
      >
        {drawnRows(window, active.index, rows.count).map((index) => (
          <GridRow
            key={index}
            id={`${id}-${index}`}
            index={index}
            row={rows.rowAt(index)}
            above={rows.rowAt(index - 1)}
            columns={columns}
            selected={isSelected(index)}
            active={hasChosen && index === active.index}
            belowSelected={active.index >= 0 && index === active.index + 1}
            height={rowHeight}
          />
        ))}
      </div>
    </div>
  )
}

function belowElement(elementId: string): { readonly x: number; readonly y: number } {
  const box = document.getElementById(elementId)?.getBoundingClientRect()
  return box === undefined ? { x: 0, y: 0 } : { x: box.left + 24, y: box.bottom }
}

interface HeadCellProps extends Pick<ListLook, 'sort' | 'onSort'> {
  readonly column: Pick<GridColumn<never>, 'head' | 'className' | 'sorts'>
}

function HeadCell({ column: { head, className, sorts }, sort, onSort }: HeadCellProps) {
  if (sorts === undefined || onSort === null) {
    return (
      <span role="columnheader" className={className}>
        {head}
      </span>
    )
  }
  const direction = ariaSort(sort, sorts.field)
  return (
    <span role="columnheader" className={className} aria-sort={direction}>
      <button
        type="button"
        className="row bare col-sort inset-focus"
        title={`Sort by ${head.toLowerCase()}`}
        onClick={() => onSort(pressedOrder(sort, sorts))}
      >
        {head}
        {direction === 'none' ? null : <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
      </button>
    </span>
  )
}
