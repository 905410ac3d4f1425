import { useEffect, useRef } from 'react'
import { pressedKey } from './pressed-key'
import { takesText } from './takes-text'

/** In the editor of a message letters belong to the text, also beside it. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.replay') !== null

/**
 * Runs the command of a single letter while a row is shown, wherever on the page the focus is. Keys with a modifier are left
 * to the browser and the system, and so is everything that is typed into a field, a dialog or a menu. `commandOf` gets
 * the key as `pressedKey` names it (`R` with Shift) and returns null for a key without a command.
 */
export function useLetterKeys(commandOf: (key: string) => (() => void) | null): void {
  const newest = useRef(commandOf)
  useEffect(() => {
    newest.current = commandOf
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (takesText(event.target) || isWriting(event.target)) return
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      const command = newest.current(pressedKey(event))
      if (command === null) return
      event.preventDefault()
      // A held key counts once.
      if (!event.repeat) command()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
    }
  }, [])
}
