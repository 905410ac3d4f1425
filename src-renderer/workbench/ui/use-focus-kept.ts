import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Where pressing a control removes it, the focus would be lost: it moves to what `fallback` selects inside `box`
 * instead. Checked at every render of the calling component.
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
