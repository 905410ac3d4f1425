import { useEffect, useState } from 'react'

export interface RowRange {
  readonly first: number
  readonly last: number
}

export function rowsBetween(top: number, height: number, rowHeight: number, count: number): RowRange {
  const within = (row: number): number => Math.min(Math.max(0, count - 1), Math.max(0, row))
  return {
    first: within(Math.floor(top / rowHeight)),
    last: within(Math.ceil((top + height) / rowHeight) - 1),
  }
}

/** Scroll offset that brings a row into view, or null if the row is already in view. */
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

/** The visible rows of a scroller below a head of `headHeight` pixels; follows scrolling and resizing. */
export function useRowWindow(
  scroller: HTMLElement | null,
  count: number,
  rowHeight: number,
  headHeight: number,
): RowRange {
  // `top` is a multiple of the row height; `height` includes one more row than the scroller has room for.
  const [view, setView] = useState({ top: 0, height: 0 })
  useEffect(() => {
    if (scroller === null) return
    const measure = (): void => {
      const top = Math.floor(scroller.scrollTop / rowHeight) * rowHeight
      const height = scroller.clientHeight - headHeight + rowHeight
      setView((before) => (before.top === top && before.height === height ? before : { top, height }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [scroller, rowHeight, headHeight])
  return rowsBetween(view.top, view.height, rowHeight, count)
}
