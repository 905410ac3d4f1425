import { useEffect } from 'react'
import { PAGES } from '../app/pages'
import { dialogStore, openDialog } from '../state/dialogs'
import { setPreferences } from '../state/preferences'

/** Whether typing goes into the element: keys without a modifier then belong to it. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  )
}

function focusFilter(): boolean {
  const input = document.querySelector<HTMLInputElement>('main [role="search"] input')
  input?.focus()
  return input !== null
}

/** Moves in the list of the page when nothing else has the focus. */
function moveInList(key: string): boolean {
  const grid = document.querySelector<HTMLElement>('main [role="grid"]')
  if (grid === null || document.activeElement !== document.body) return false
  grid.focus({ preventScroll: true })
  grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  return true
}

function openPage(digit: string): boolean {
  const entry = PAGES[Number(digit) - 1]
  if (entry === undefined) return false
  setPreferences({ page: entry.page })
  return true
}

/** Runs what a key means wherever the focus is; true when the key was taken. */
function onKey(event: KeyboardEvent): boolean {
  const control = event.ctrlKey || event.metaKey
  if (control && !event.altKey && !event.shiftKey) {
    if (event.key === 'k') {
      openDialog({ kind: 'palette' })
      return true
    }
    return /^[1-9]$/.test(event.key) && dialogStore.getState().open === null && openPage(event.key)
  }
  if (
    control ||
    event.altKey ||
    takesText(event.target) ||
    document.querySelector('[role="dialog"]') !== null
  ) {
    return false
  }
  switch (event.key) {
    case 'j':
    case 'k':
      return moveInList(event.key)
    case '/':
      return focusFilter()
    case '?':
      openDialog({ kind: 'keys' })
      return true
    case 'n':
      openDialog({ kind: 'newPayment' })
      return true
    default:
      return false
  }
}

/** The keys that work everywhere. */
export function useShortcuts(): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && onKey(event)) event.preventDefault()
    }
    window.addEventListener('keydown', listener)
    return () => {
      window.removeEventListener('keydown', listener)
    }
  }, [])
}
