import './list.css'
import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, MouseEvent, Ref } from 'react'
import type { Sorting } from '../../../src-main/domain/query/sorting'
import { chosenColumns, columnTracks } from './columns'
import { GridRow, rowIndexOf } from './GridRow'
import type { GridColumn } from './GridRow'
import { movedRow } from './grid-keys'
import { HeadCell } from './HeadCell'
import { between, EVERYTHING, isChosen, isEmptySelection, NO_SELECTION, toggled } from './selection'
import type { RowSelection } from './selection'
import type { GridRows } from './use-paged-list'
import { offsetFor, useRowWindow } from '../ui/use-row-window'
import type { RowWindow } from '../ui/use-row-window'

export type { GridColumn } from './GridRow'

export interface GridHandle {
  focus(): void
  scrollToTop(): void
  /** Names of the columns that are on the screen. */
  shownColumns(): readonly string[]
}

interface VirtualGridProps<Row> {
  /** Name of the grid for screen readers: "Payments, newest first". */
  readonly label: string
  readonly className?: string
  readonly rows: GridRows<Row>
  readonly columns: readonly GridColumn<Row>[]
  /** Columns that the tester chose; null for those that there is room for. */
  readonly chosenColumns?: readonly string[] | null
  /** The order; null for the newest first. */
  readonly sort?: Sorting | null
  /** A head was pressed. Left out where the list has an order of its own. */
  readonly onSort?: (sort: Sorting | null) => void
  readonly keyOf: (row: Row) => string
  readonly selectedKey: string | null
  /** The tester moved to a row, by key or pointer. */
  readonly onSelect: (row: Row) => void
  /** Enter or a double press. */
  readonly onOpen?: (row: Row) => void
  /** Right press, context menu key or Shift+F10; `at` is in pixels of the window. */
  readonly onMenu?: (row: Row, at: { readonly x: number; readonly y: number }) => void
  /** The tester scrolled away from the newest row, or back to it. */
  readonly onTop?: (atTop: boolean) => void
  /** Several rows may be chosen: Ctrl or Shift with a press or an arrow key, the space bar, Ctrl+A, Esc for none. */
  readonly selection?: RowSelection
  readonly onSelection?: (selection: RowSelection) => void
  /** Further keys on the chosen row; true when the key was taken. */
  readonly onRowKey?: (row: Row, event: KeyboardEvent) => boolean
  readonly rowHeight?: number
  readonly ref?: Ref<GridHandle>
}

const HEAD_HEIGHT = 28
const OVERSCAN_ROWS = 12
/** Behind a jump: the next one shows none of these rows anyway. */
const OVERSCAN_ROWS_OF_JUMP = 3
/** Whoever passes over this many rows at once does not read them: rows are fetched where the list comes to rest. */
const HASTY_ROWS = 100
const REST_MS = 60

/** Rows to draw: those on the screen with some before and behind, and the active one wherever it is. */
function shownRows(window: RowWindow, active: number, count: number): readonly number[] {
  if (count === 0) return []
  const overscan = window.jumped ? OVERSCAN_ROWS_OF_JUMP : OVERSCAN_ROWS
  const from = Math.max(0, window.first - overscan)
  const to = Math.min(count - 1, window.last + overscan)
  const rows = Array.from({ length: to - from + 1 }, (_, offset) => from + offset)
  if (active < 0 || active >= count || (active >= from && active <= to)) return rows
  return active < from ? [active, ...rows] : [...rows, active]
}

/** By these keys the elements of rows that a jump passed over show the rows in their places, and none are made. */
function rowKey(index: number, window: RowWindow): string | number {
  const drawn = index >= window.first - OVERSCAN_ROWS && index <= window.last + OVERSCAN_ROWS
  return drawn ? index - window.shift : 'active'
}

/**
 * Rows of a long list, of which only those on the screen are in the page. One tab stop: the grid keeps the focus
 * and names its active row, so the focus survives rows that come and go.
 */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { label, className = '', rows, keyOf, selectedKey, onSelect, rowHeight = 30, ref } = props
  const { sort = null, onSort, chosenColumns: chosen = null } = props
  const columns = useMemo(() => chosenColumns(props.columns, chosen), [props.columns, chosen])
  const own = columns.length === props.columns.length && chosen === null ? null : columnTracks(columns)
  const ownTracks: CSSProperties | undefined =
    own === null ? undefined : { '--cols': own.tracks, '--least-row': own.least }
  const id = useId()
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const newestMove = useRef(0)
  /** The row that was brought into view, or that the tester moved to. */
  const revealed = useRef<string | null>(null)
  /** A row that was asked for and is still being fetched. */
  const [pending, setPending] = useState<number | null>(null)
  const selectedRow = selectedKey === null ? -1 : rows.rowOf(selectedKey)
  const [lastRow, setLastRow] = useState(-1)
  /** Row from which Shift extends. */
  const [anchor, setAnchor] = useState<number | null>(null)
  const { selection = NO_SELECTION, onSelection } = props
  const several = !isEmptySelection(selection)
  const activeRow = pending ?? (selectedRow >= 0 ? selectedRow : -1)

  const window = useRowWindow(scroller, rows.count, rowHeight, HEAD_HEIGHT)
  const { first, last } = window
  const hasty = window.moved > HASTY_ROWS
  const shown = shownRows(window, activeRow, rows.count)

  useEffect(() => {
    if (!hasty) {
      rows.want(first, last)
      return
    }
    const rest = setTimeout(() => rows.want(first, last), REST_MS)
    return () => clearTimeout(rest)
  }, [rows, first, last, hasty])

  // A row that was chosen elsewhere, as what was just made: it comes into view once, wherever the list stands.
  useEffect(() => {
    if (scroller === null || selectedRow < 0 || revealed.current === selectedKey) return
    revealed.current = selectedKey
    const view = { top: scroller.scrollTop, height: scroller.clientHeight - HEAD_HEIGHT }
    const top = offsetFor(selectedRow, rowHeight, view)
    if (top !== null) scroller.scrollTo({ top })
  }, [scroller, selectedKey, selectedRow, rowHeight])

  useImperativeHandle(
    ref,
    () => ({
      focus: () => scroller?.focus({ preventScroll: true }),
      scrollToTop: () => scroller?.scrollTo({ top: 0 }),
      shownColumns: () =>
        [...(scroller?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
          .filter((head) => head.checkVisibility())
          .map((head) => head.dataset['column'] ?? ''),
    }),
    [scroller],
  )

  const scrollTo = (row: number): void => {
    if (scroller === null) return
    const view = { top: scroller.scrollTop, height: scroller.clientHeight - HEAD_HEIGHT }
    const top = offsetFor(row, rowHeight, view)
    if (top !== null) scroller.scrollTo({ top })
  }

  const keyAt = (row: number): string | undefined => {
    const target = rows.rowAt(row)
    return target === undefined ? undefined : keyOf(target)
  }
  const choose = (next: RowSelection, from: number | null): void => {
    setAnchor(from)
    if (next !== selection) onSelection?.(next)
  }
  const chooseNone = (): void => {
    choose(several ? NO_SELECTION : selection, null)
  }
  const toggle = (row: number): void => {
    const key = keyAt(row)
    if (key !== undefined) choose(toggled(selection, key, selectedKey), row)
  }
  const extendTo = (row: number): void => {
    const from = anchor ?? Math.max(0, activeRow)
    choose(between(keyAt, from, row), from)
    moveTo(row)
  }

  /** Keys that choose several rows; true when the key was taken. */
  const onChoosingKey = (event: KeyboardEvent): boolean => {
    if (onSelection === undefined || event.altKey) return false
    const control = event.ctrlKey || event.metaKey
    if (control && event.key === 'a') {
      choose(EVERYTHING, null)
      return true
    }
    if (control) return false
    if (event.key === ' ') {
      if (activeRow >= 0) toggle(activeRow)
      return true
    }
    if (event.key !== 'Escape' || !several) return false
    chooseNone()
    return true
  }

  const select = (target: Row): void => {
    revealed.current = keyOf(target)
    onSelect(target)
  }

  const moveTo = (row: number): void => {
    scrollTo(row)
    setLastRow(row)
    const turn = ++newestMove.current
    const target = rows.rowAt(row)
    if (target !== undefined) {
      setPending(null)
      select(target)
      return
    }
    setPending(row)
    void rows.load(row).then((loaded) => {
      if (turn !== newestMove.current) return
      setPending(null)
      if (loaded !== null) select(loaded)
    })
  }

  const placeOfRow = (row: number): { x: number; y: number } => {
    const box = document.getElementById(`${id}-${row}`)?.getBoundingClientRect()
    return box === undefined ? { x: 0, y: 0 } : { x: box.left + 24, y: box.bottom }
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const from = activeRow >= 0 ? activeRow : lastRow
    const current = activeRow >= 0 ? rows.rowAt(activeRow) : undefined
    if (current !== undefined && props.onRowKey?.(current, event) === true) {
      event.preventDefault()
      return
    }
    if (onChoosingKey(event)) {
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
    const next = movedRow(event.key, from, rows.count, pageRows)
    if (next === null) return
    event.preventDefault()
    if (event.shiftKey && onSelection !== undefined) {
      extendTo(next)
      return
    }
    chooseNone()
    moveTo(next)
  }

  const onRowPress = (index: number, event: MouseEvent): void => {
    scroller?.focus({ preventScroll: true })
    if (onSelection !== undefined && (event.ctrlKey || event.metaKey)) {
      toggle(index)
      return
    }
    if (onSelection !== undefined && event.shiftKey) {
      extendTo(index)
      return
    }
    chooseNone()
    moveTo(index)
  }

  /** From the pointer at the row under it; from the keyboard, where the grid itself is the target, at the active one. */
  const onContextMenu = (event: MouseEvent): void => {
    const byKeyboard = event.target === event.currentTarget
    const index = byKeyboard ? activeRow : (rowIndexOf(event.target) ?? -1)
    const target = rows.rowAt(index)
    if (target === undefined || props.onMenu === undefined) return
    event.preventDefault()
    if (!isChosen(selection, keyOf(target))) chooseNone()
    select(target)
    props.onMenu(target, byKeyboard ? placeOfRow(index) : { x: event.clientX, y: event.clientY })
  }

  return (
    <div
      ref={setScroller}
      className={`grid virtual scroll inset-focus ${className} ${own === null ? '' : 'own-columns'}`.trimEnd()}
      style={ownTracks}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.count + 1}
      aria-colcount={columns.length}
      aria-multiselectable={onSelection === undefined ? undefined : true}
      aria-activedescendant={activeRow >= 0 && activeRow < rows.count ? `${id}-${activeRow}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onWheel={() => {
        // Whoever scrolls by hand is not taken back to a row that comes to be known later.
        revealed.current = selectedKey
      }}
      onScroll={() => {
        props.onTop?.((scroller?.scrollTop ?? 0) < rowHeight)
      }}
      onContextMenu={onContextMenu}
    >
      <div className="head" role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <HeadCell key={column.name} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
      <div
        className="body"
        role="rowgroup"
        style={{ height: rows.count * rowHeight }}
        onClick={(event) => {
          const index = rowIndexOf(event.target)
          if (index !== null) onRowPress(index, event)
        }}
        onDoubleClick={(event) => {
          const row = rows.rowAt(rowIndexOf(event.target) ?? -1)
          if (row !== undefined) props.onOpen?.(row)
        }}
      >
        {shown.map((index) => {
          const row = rows.rowAt(index)
          const selected = row !== undefined && pending === null && keyOf(row) === selectedKey
          return (
            <GridRow
              key={rowKey(index, window)}
              id={`${id}-${index}`}
              index={index}
              row={row}
              columns={columns}
              selected={
                several ? row !== undefined && isChosen(selection, keyOf(row)) : selected || index === pending
              }
              active={several && index === activeRow}
              belowSelected={activeRow >= 0 && index === activeRow + 1}
              height={rowHeight}
            />
          )
        })}
      </div>
    </div>
  )
}
