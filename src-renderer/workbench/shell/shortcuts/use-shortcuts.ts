import { useEffect } from 'react'
import type { BenchClient } from '#protocol/client'
import { shownStore } from '#window/list/shown-rows'
import { openAnnotation } from '#window/navigation/open-annotation'
import { shownId } from '#window/shell/palette/message-items'
import { PAGES } from '#window/shell/pages'
import { useBench } from '#window/state/bench'
import { dialogStore, openDialog } from '#window/state/dialogs'
import { setPreferences } from '#window/state/preferences'
import { pressedKey } from '#window/ui/pressed-key'
import { takesText } from '#window/ui/takes-text'
import { isRejected } from '#window/state/refusal'

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

/** Edits the note of the message or the payment that the page shows. */
function annotateShown(bench: BenchClient): boolean {
  const { messages, paymentKey } = shownStore.getState()
  const message = shownId(messages)
  if (messages !== null && message !== null) {
    openAnnotation(bench, { kind: messages.list === 'callbacks' ? 'callback' : 'exchange', id: message })
    return true
  }
  if (messages !== null || paymentKey === null) return false
  openAnnotation(bench, { kind: 'payment', id: paymentKey })
  return true
}

/** A dialog that a page opens itself is not in the store. */
const isDialogOpen = (): boolean =>
  dialogStore.getState().open !== null || document.querySelector('.dialog-shell') !== null

/** Runs the command of a key wherever the focus is; true when the key was handled. */
function onKey(bench: BenchClient, event: KeyboardEvent): boolean {
  const control = event.ctrlKey || event.metaKey
  if (control && !event.altKey && !event.shiftKey) {
    if (pressedKey(event) === 'k') {
      // Handled all the same: the browser would open its own search.
      if (!isDialogOpen()) openDialog({ kind: 'palette' })
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
  const key = pressedKey(event)
  switch (key) {
    case 'j':
    case 'k':
      return moveInList(key)
    case '/':
      return focusFilter()
    case '?':
      openDialog({ kind: 'keys' })
      return true
    case 'm':
      return !event.repeat && annotateShown(bench)
    case 'n':
      if (!event.repeat && !isRejected(bench, 'payments.create')) openDialog({ kind: 'newPayment' })
      return true
    default:
      return false
  }
}

/** The keys that work everywhere. */
export function useShortcuts(): void {
  const bench = useBench()
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && onKey(bench, event)) event.preventDefault()
    }
    window.addEventListener('keydown', listener)
    return () => {
      window.removeEventListener('keydown', listener)
    }
  }, [bench])
}
