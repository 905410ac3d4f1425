import { REPLAY_COMMANDS } from '#window/features/callbacks/callback-commands'
import { STOP_EXAM } from '#window/features/exam/exam-commands'
import { ALL_PAYMENT_COMMANDS, NEW_PAYMENT } from '#window/features/payments/payment-commands'
import { STAGE_COMMANDS } from '#window/features/preview/present-commands'
import { usePreview } from '#window/features/preview/preview-store'
import { RETRY_COMMANDS } from '#window/features/retries/retry-commands'
import { SCENARIO_COMMANDS, STOP_SCENARIOS } from '#window/features/scenarios/scenario-commands'
import { MESSAGE_COMMANDS, REQUEST_COMMANDS } from '#window/features/traffic/message-commands'
import { SHOW_KEYS } from './window-commands'
import { useEffect } from 'react'
import type { BenchClient } from '#protocol/client'
import { type Command, runCommand } from '#window/commands/command'
import { keyNamed } from '#window/commands/CommandControls.tsx'
import { useBench } from '#window/state/bench'
import { dialogStore, openDialog } from '#window/state/dialogs'
import { setPreferences } from '#window/state/preferences'
import { PAGES } from '#window/state/preferences-shape'
import { pressedKey, takesText } from '#window/ui/keys'

interface KeyLine {
  /** Separated by spaces, as in {@link Command.keys}. */
  readonly keys: string
  readonly what: string
}

/** Lines for the commands that have keys. A command whose label depends on its subject needs a `help`. */
const keysOf = <Subject>(commands: readonly Command<Subject>[]): readonly KeyLine[] =>
  commands.flatMap(({ keys, label, help = label }) =>
    keys === undefined || typeof help !== 'string' ? [] : [{ keys, what: help.replace(/…$/, '') }],
  )

export const EVERYWHERE: readonly Command[] = [NEW_PAYMENT, SHOW_KEYS]

/** Every key of the workbench, for the overview that `?` opens: those of commands, and those of lists and fields. */
export const KEY_GROUPS: readonly { readonly title: string; readonly lines: readonly KeyLine[] }[] = [
  {
    title: 'Everywhere',
    lines: [
      { keys: 'Ctrl K', what: 'Search everything, run a command' },
      { keys: 'Ctrl Enter', what: 'In the search: open the complete list with this filter' },
      { keys: '/', what: 'Filter the list' },
      ...keysOf(EVERYWHERE),
      { keys: 'Ctrl 1', what: 'First page in the rail; Ctrl 2 for the next (browsers reserve these keys)' },
      { keys: 'Alt ←', what: 'Back to the previous page; Alt → goes forward' },
      { keys: 'Esc', what: 'Close, or back to the list' },
    ],
  },
  {
    title: 'In a list',
    lines: [
      { keys: 'J', what: 'Next row, like the down arrow' },
      { keys: 'K', what: 'Previous row, like the up arrow' },
      { keys: 'Home', what: 'First row; End for the last' },
      { keys: 'Enter', what: 'Open the row' },
      { keys: 'Shift F10', what: 'Menu of the row' },
      { keys: 'Space', what: 'Select rows; Shift with an arrow for more, Ctrl+A for all matches' },
    ],
  },
  { title: 'On a payment', lines: keysOf(ALL_PAYMENT_COMMANDS) },
  {
    title: 'On a callback',
    lines: [
      ...keysOf([...REPLAY_COMMANDS, ...MESSAGE_COMMANDS]),
      ...keysOf(RETRY_COMMANDS),
      { keys: 'Ctrl Enter', what: 'Send the message' },
      { keys: 'Esc', what: 'Leave the editor; press again for the list' },
    ],
  },
  {
    title: 'On a response or fault rule',
    lines: [
      { keys: 'Space', what: 'Turn it on or off' },
      { keys: 'Alt ↑', what: 'Move it up; Alt ↓ moves it down' },
      { keys: 'Enter', what: 'Edit it' },
      { keys: 'Delete', what: 'Remove it' },
      { keys: 'Ctrl Enter', what: 'Save it' },
    ],
  },
  {
    title: 'On a request in Traffic',
    lines: keysOf([...Object.values(REQUEST_COMMANDS), ...MESSAGE_COMMANDS]),
  },
  {
    title: 'On a scenario',
    lines: [
      ...keysOf([...Object.values(SCENARIO_COMMANDS), STOP_SCENARIOS]),
      { keys: 'Ctrl Enter', what: 'Save it' },
    ],
  },
  { title: 'In the exam', lines: keysOf([STOP_EXAM]) },
  {
    title: 'In a filter',
    lines: [
      { keys: 'Enter', what: 'Turn the text into a token' },
      { keys: '↓', what: 'Pick a suggestion, or go to the rows' },
      { keys: 'Backspace', what: 'Remove the last token' },
    ],
  },
  {
    title: 'In the preview',
    lines: [{ keys: 'Ctrl Enter', what: 'Open the form, or open it again' }],
  },
  { title: 'While presenting the form', lines: keysOf(STAGE_COMMANDS) },
  { title: 'In a dialog', lines: [{ keys: 'Ctrl Enter', what: 'Confirm' }] },
]

/** Moves in the list of the page when nothing else has the focus. */
function moveInList(key: string): boolean {
  const grid = document.querySelector<HTMLElement>('main [role="grid"]')
  if (grid === null || document.activeElement !== document.body) return false
  grid.focus({ preventScroll: true })
  grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  return true
}

function openPage(digit: string): boolean {
  const page = PAGES[Number(digit) - 1]
  if (page !== undefined) setPreferences({ page })
  return page !== undefined
}

/** Also finds a dialog that a page opened itself, which is not in the store. */
const isDialogOpen = (): boolean =>
  dialogStore.getState().open !== null || document.querySelector('.dialog-shell') !== null

/** Handles a key pressed anywhere in the window; returns whether it did something. */
function onKey(bench: BenchClient, event: KeyboardEvent): boolean {
  const control = event.ctrlKey || event.metaKey
  if (control && !event.altKey && !event.shiftKey) {
    if (pressedKey(event) === 'k') {
      // Handled even if a dialog is open: the browser would open its own search.
      if (!isDialogOpen()) openDialog({ kind: 'palette' })
      return true
    }
    return /^[1-9]$/.test(event.key) && dialogStore.getState().open === null && openPage(event.key)
  }
  if (
    control ||
    event.altKey ||
    takesText(event.target) ||
    usePreview.getState().stage !== null ||
    document.querySelector('[role="dialog"]') !== null
  ) {
    return false
  }
  const key = pressedKey(event)
  const command = EVERYWHERE.find(({ keys = '' }) => keyNamed(keys) === key)
  if (command !== undefined) {
    if (!event.repeat) runCommand(bench, command, null)
    return true
  }
  switch (key) {
    case 'j':
    case 'k':
      return moveInList(key)
    case '/': {
      const input = document.querySelector<HTMLInputElement>('main [role="search"] input')
      input?.focus()
      return input !== null
    }
    default:
      return false
  }
}

export function useShortcuts(): void {
  const bench = useBench()
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && onKey(bench, event)) event.preventDefault()
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [bench])
}
