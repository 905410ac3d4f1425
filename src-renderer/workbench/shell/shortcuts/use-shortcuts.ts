import { useEffect } from 'react'
import type { BenchClient } from '#protocol/client'
import { shownStore } from '#window/list/shown-rows'
import { openAnnotation } from '#window/navigation/open-annotation'
import { runCommand } from '#window/commands/command'
import { keyNamed } from '#window/commands/use-command-keys'
import { NEW_PAYMENT } from '#window/features/payments/payment-commands'
import { ANNOTATE } from '#window/features/traffic/message-commands'
import { shownMessage } from '#window/shell/palette/commands'
import { SHOW_KEYS } from '#window/shell/window-commands'
import { PAGES } from '#window/shell/pages'
import { useBench } from '#window/state/bench'
import { dialogStore, openDialog } from '#window/state/dialogs'
import { setPreferences } from '#window/state/preferences'
import { pressedKey } from '#window/ui/pressed-key'
import { takesText } from '#window/ui/takes-text'

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
  const message = shownMessage(messages)
  if (message !== null) runCommand(bench, ANNOTATE, message)
  else if (messages === null && paymentKey !== null) {
    openAnnotation(bench, { kind: 'payment', id: paymentKey })
  } else return false
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
  const command = [NEW_PAYMENT, SHOW_KEYS].find(({ keys = '' }) => keyNamed(keys) === key)
  if (command !== undefined) {
    if (!event.repeat) runCommand(bench, command, null)
    return true
  }
  switch (key) {
    case 'j':
    case 'k':
      return moveInList(key)
    case '/':
      return focusFilter()
    case keyNamed(ANNOTATE.keys):
      return !event.repeat && annotateShown(bench)
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
