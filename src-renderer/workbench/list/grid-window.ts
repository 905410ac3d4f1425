import { useEffect } from 'react'
import type { RowWindow } from '#window/ui/use-row-window'
import type { GridRows } from './use-paged-list'

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
