import { useEffect, useRef, useState } from 'react'
import { offsetFor } from '#window/ui/use-row-window'
import type { GridRows } from './paged-list'

interface ActiveRowOptions<Row> {
  readonly scroller: HTMLElement | null
  readonly headHeight: number
  readonly rowHeight: number
  readonly rows: GridRows<Row>
  readonly keyOf: (row: Row) => string
  readonly selectedKey: string | null
  readonly onSelect: (row: Row) => void
}

export type ActiveRow = ReturnType<typeof useActiveRow>

/** The active row of a grid; it stays selected while rows come and go. */
export function useActiveRow<Row>(options: ActiveRowOptions<Row>) {
  const { scroller, headHeight, rowHeight, rows, keyOf, selectedKey, onSelect } = options
  /** The row that was scrolled into view, or that the tester moved to. */
  const revealed = useRef<string | null>(null)
  const revealedHeight = useRef(rowHeight)
  const [pending, setPending] = useState<number | null>(null)
  const [lastRow, setLastRow] = useState(-1)
  const selectedRow = selectedKey === null ? -1 : rows.rowOf(selectedKey)
  const index = pending ?? selectedRow

  // A row selected elsewhere, such as a new one, is scrolled into view once, and again if rows change their height.
  useEffect(() => {
    if (scroller === null || selectedRow < 0) return
    if (revealed.current === selectedKey && revealedHeight.current === rowHeight) return
    revealed.current = selectedKey
    revealedHeight.current = rowHeight
    reveal(scroller, selectedRow, rowHeight, headHeight)
  }, [scroller, selectedKey, selectedRow, rowHeight, headHeight])

  if (pending !== null && (pending === selectedRow || pending >= rows.count)) setPending(null)
  const fetched = pending === null ? undefined : rows.rowAt(pending)
  useEffect(() => {
    if (fetched === undefined) return
    revealed.current = keyOf(fetched)
    onSelect(fetched)
  }, [fetched, keyOf, onSelect])
  const select = (target: Row): void => {
    setPending(null)
    revealed.current = keyOf(target)
    onSelect(target)
  }
  return {
    /** The selected row, or the row that will be selected once it is read; -1 if there is neither. */
    index,
    pending,
    /** The row that a key moves from: the active row, or the one last moved to. */
    from: index >= 0 ? index : lastRow,
    select,
    /** Scrolls a row into view and selects it once it is read. */
    moveTo(row: number): void {
      if (scroller !== null) reveal(scroller, row, rowHeight, headHeight)
      setLastRow(row)
      const target = rows.rowAt(row)
      if (target === undefined) setPending(row)
      else select(target)
    },
    /** Called when the tester scrolls by hand, so that a row that is found later does not scroll the list. */
    stay(): void {
      setPending(null)
      revealed.current = selectedKey
    },
  }
}

function reveal(scroller: HTMLElement, row: number, rowHeight: number, headHeight: number): void {
  const view = { top: scroller.scrollTop, height: scroller.clientHeight - headHeight }
  const top = offsetFor(row, rowHeight, view)
  if (top !== null) scroller.scrollTo({ top })
}
