import { byId, controlNamed, controls, type Control } from './dom'

/** What the customer was typing on a page that is about to be redrawn. */
export interface Typing {
  /** Whether the focus was inside. */
  readonly hadFocus: boolean
  /** Restores what was typed in the inputs of the same name, unless the platform has another value for them. */
  readonly restoreValues: () => void
  /** Restores the focus and the cursor; false where that input is gone. */
  readonly restoreFocus: () => boolean
}

/** Cards and ticks are chosen, not typed, and redrawn as they are. */
const CHOSEN = ['saved_card', 'save']

/** Call before `main` is redrawn. The merchant may answer through the API while a customer types (contract 6). */
export function rememberTyping(main: HTMLElement): Typing {
  const typed = controls(main)
    .filter(({ name }) => CHOSEN.indexOf(name) < 0)
    .map((control) => ({ name: control.name, value: control.value, changed: isChanged(control) }))
  const active = document.activeElement
  const focused = active instanceof HTMLElement && main.contains(active) ? active.id : ''
  const cursor = active instanceof HTMLInputElement ? cursorIn(active) : null

  return {
    hadFocus: active !== null && main.contains(active),
    restoreValues: () => {
      typed.forEach(({ name, value, changed }) => {
        const control = controlNamed(main, name)
        if (control !== null && (changed || control.value === '')) control.value = value
      })
    },
    restoreFocus: () => {
      const element = focused === '' ? null : byId(focused)
      if (element === null) return false
      element.focus()
      if (element instanceof HTMLInputElement && cursor !== null) {
        element.setSelectionRange(cursor.start, cursor.end)
      }
      return true
    },
  }
}

function isChanged(control: Control): boolean {
  return control instanceof HTMLInputElement && control.value !== control.defaultValue
}

/** Null for kinds of inputs that have no cursor; some browsers throw for them. */
function cursorIn(input: HTMLInputElement): { readonly start: number; readonly end: number } | null {
  try {
    const { selectionStart: start, selectionEnd: end } = input
    return start === null || end === null ? null : { start, end }
  } catch {
    return null
  }
}
