import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Where a control takes itself away as it is pressed, the focus would go with it: it goes to what `fallback` selects
 * inside `box` instead. Looked at whenever the component that calls this is drawn anew.
 */
export function useFocusKept(box: RefObject<HTMLElement | null>, fallback: string): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const take = ({ target }: FocusEvent): void => {
      last.current = target instanceof Element ? target : null
    }
    const leave = ({ target }: FocusEvent): void => {
      // A control that is still there by then was left; one that is gone took the focus with it.
      setTimeout(() => {
        if (last.current === target && target instanceof Element && target.isConnected) last.current = null
      })
    }
    element.addEventListener('focusin', take)
    element.addEventListener('focusout', leave)
    return () => {
      element.removeEventListener('focusin', take)
      element.removeEventListener('focusout', leave)
    }
  }, [box])
  useLayoutEffect(() => {
    if (last.current === null || last.current.isConnected) return
    last.current = null
    if (document.activeElement !== document.body) return
    box.current?.querySelector<HTMLElement>(fallback)?.focus({ preventScroll: true })
  })
}
