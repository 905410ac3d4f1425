/** The pressed key, for shortcuts: a letter is uppercase with Shift and lowercase without, despite Caps Lock. */
export function pressedKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string {
  if (!/^\p{Letter}$/u.test(key)) return key
  return shiftKey ? key.toUpperCase() : key.toLowerCase()
}

/** Whether the element uses typed keys. Keys without a modifier are then not shortcuts. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  )
}
