/** The key of a shortcut: a lowercase letter without Shift and an uppercase one with it, whatever Caps Lock does. */
export function pressedKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string {
  if (!/^\p{Letter}$/u.test(key)) return key
  return shiftKey ? key.toUpperCase() : key.toLowerCase()
}

/** Whether the element takes typed text, so that keys without a modifier are not shortcuts. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  )
}
