import { useEffect, useState } from 'react'
import { movedView, NOTHING_SHOWN, type RowRange, rowsBetween, type RowView } from './row-window'

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
