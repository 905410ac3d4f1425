import { useEffect, useState } from 'react'

interface RowRange {
  /** First and last row on the screen. */
  readonly first: number
  readonly last: number
}

/** The part of a long list that a scroller shows. */
interface RowView {
  /** Scroll offset in pixels, a whole number of rows. */
  readonly top: number
  /** Pixels of the screen, one row more than it has. */
  readonly height: number
  /** The last move left none of the previous rows on the screen, as when the scroll bar is dragged. */
  readonly jumped: boolean
  /** Rows that the last move passed over. */
  readonly moved: number
  /** Rows passed over in jumps: the row drawn in one place before a jump and after it differ by this much. */
  readonly shift: number
}

export const NOTHING_SHOWN: RowView = { top: 0, height: 0, jumped: false, moved: 0, shift: 0 }

/** The view after a scroll or a change of size; the same one where no other row is shown. */
export function movedView(before: RowView, top: number, height: number, rowHeight: number): RowView {
  if (before.top === top && before.height === height) return before
  const rows = (top - before.top) / rowHeight
  const jumped = before.height > 0 && Math.abs(top - before.top) >= before.height
  return { top, height, jumped, moved: Math.abs(rows), shift: before.shift + (jumped ? rows : 0) }
}

/** Rows of one height that lie between two edges of the scrolled body. */
export function rowsBetween(top: number, height: number, rowHeight: number, count: number): RowRange {
  const within = (row: number): number => Math.min(Math.max(0, count - 1), Math.max(0, row))
  return {
    first: within(Math.floor(top / rowHeight)),
    last: within(Math.ceil((top + height) / rowHeight) - 1),
  }
}

/** Scroll offset that brings a row into view, or null where it is in view already. */
export function offsetFor(
  row: number,
  rowHeight: number,
  view: { readonly top: number; readonly height: number },
): number | null {
  const from = row * rowHeight
  if (from < view.top) return from
  if (from + rowHeight > view.top + view.height) return from + rowHeight - view.height
  return null
}

export interface RowWindow extends RowRange, Pick<RowView, 'jumped' | 'moved' | 'shift'> {}

/** The rows that a scroller shows below a head of `headHeight` pixels; follows scrolling and resizing. */
export function useRowWindow(
  scroller: HTMLElement | null,
  count: number,
  rowHeight: number,
  headHeight: number,
): RowWindow {
  const [view, setView] = useState(NOTHING_SHOWN)

  useEffect(() => {
    if (scroller === null) return
    const measure = (): void => {
      const top = Math.floor(scroller.scrollTop / rowHeight) * rowHeight
      const height = scroller.clientHeight - headHeight + rowHeight
      setView((before) => movedView(before, top, height, rowHeight))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [scroller, rowHeight, headHeight])

  const { jumped, moved, shift } = view
  return { ...rowsBetween(view.top, view.height, rowHeight, count), jumped, moved, shift }
}
