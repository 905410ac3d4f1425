import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** The width of an element in pixels as it changes; 600 until it is measured. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600)
  useEffect(() => {
    const target = element.current
    if (target === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width)
    })
    observer.observe(target)
    return () => {
      observer.disconnect()
    }
  }, [element])
  return width
}
