import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'

/** If the focused control is removed, the focus moves to the first match of `fallback` inside `box`. */
export function useFocusKept(box: RefObject<HTMLElement | null>, fallback: string): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const take = ({ target }: FocusEvent): void => {
      last.current = target instanceof Element ? target : null
    }
    const leave = ({ target }: FocusEvent): void => {
      // If the control is still in the document, the focus moved elsewhere; otherwise it was lost with the control.
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

export const useWanted = create<{ readonly by: string | null }>(() => ({ by: null }))

/** Requests the focus for a form or editor, which takes it once it appears; null clears the request. */
export function wantFocus(by: string | null): void {
  useWanted.setState({ by })
}

/** Focuses the first field of the form once the focus has been requested with the name `by` and the form is `ready`. */
export function useWantedFocus(form: RefObject<HTMLElement | null>, by: string, ready = true): void {
  const isDue = useWanted((wanted) => wanted.by === by) && ready
  useEffect(() => {
    if (!isDue) return
    wantFocus(null)
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [form, isDue])
}

/** When a palette or menu closes, keeps the focus in what it opened, such as a dialog. */
export function leaveTakenFocus(event: Event): void {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body) event.preventDefault()
}
