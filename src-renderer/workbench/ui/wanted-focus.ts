import { type RefObject, useEffect } from 'react'
import { create } from 'zustand'

interface WantedFocus {
  /** The form that was requested and has not taken the focus yet. */
  readonly by: string | null
}

const useWanted = create<WantedFocus>(() => ({ by: null }))

/** Gives the focus to a form that is about to appear, or is there. */
export function wantFocus(by: string): void {
  useWanted.setState({ by })
}

/** The first field of the form takes the focus as soon as it was asked for and `ready`. */
export function useWantedFocus(form: RefObject<HTMLElement | null>, by: string, ready = true): void {
  const isDue = useWanted((wanted) => wanted.by === by) && ready
  useEffect(() => {
    if (!isDue) return
    useWanted.setState({ by: null })
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [form, isDue])
}

/** Keeps the focus in what a closed palette or menu has opened. */
export function leaveTakenFocus(event: Event): void {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body) event.preventDefault()
}
