import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'

/** If a pressed control disappears, the focus moves to what `fallback` selects inside `box`. */
export function useFocusKept(box: RefObject<HTMLElement | null>, fallback: string): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const take = ({ target }: FocusEvent): void => {
      last.current = target instanceof Element ? target : null
    }
    const leave = ({ target }: FocusEvent): void => {
      // A control that still exists then was left; one that disappeared took the focus with it.
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

interface WantedFocus {
  readonly by: string | null
}

export const useWanted = create<WantedFocus>(() => ({ by: null }))

/** Gives the focus to a form or editor, once it appears; null when it has taken it. */
export function wantFocus(by: string | null): void {
  useWanted.setState({ by })
}

/** The first field of the form takes the focus once requested and `ready`. */
export function useWantedFocus(form: RefObject<HTMLElement | null>, by: string, ready = true): void {
  const isDue = useWanted((wanted) => wanted.by === by) && ready
  useEffect(() => {
    if (!isDue) return
    wantFocus(null)
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [form, isDue])
}

/** Keeps the focus in what a closed palette or menu has opened. */
export function leaveTakenFocus(event: Event): void {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body) event.preventDefault()
}
