import { useEffect, useRef } from 'react'
import { useBench } from '#window/state/bench'
import { pressedKey } from '#window/ui/pressed-key'
import { takesText } from '#window/ui/takes-text'
import { type Command, isOffered, runCommand } from './command'

/** In the editor of a message letters belong to the text, also beside it. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.replay') !== null

/** The key of a command as {@link pressedKey} names it: a capital letter with Shift. */
export const keyNamed = (keys: string): string =>
  keys.startsWith('Shift ') ? keys.slice('Shift '.length) : keys.toLowerCase()

/**
 * Runs commands by their single letters while their subject is shown, wherever on the page the focus is. Keys with another
 * modifier are left to the browser and the system, and so is what is typed into a field, a dialog or a menu.
 */
export function useCommandKeys<Subject>(
  commands: readonly Command<Subject>[],
  /** Undefined: nothing is shown, and no key works. */
  subject: Subject | undefined,
): void {
  const bench = useBench()
  const shown = useRef({ commands, subject })
  useEffect(() => {
    shown.current = { commands, subject }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { commands, subject } = shown.current
      if (subject === undefined) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (takesText(event.target) || isWriting(event.target)) return
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      const key = pressedKey(event)
      const command = commands.find(({ keys }) => keys !== undefined && keyNamed(keys) === key)
      if (command === undefined || !isOffered(command, subject)) return
      event.preventDefault()
      // A held key counts once.
      if (!event.repeat) runCommand(bench, command, subject)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
    }
  }, [bench])
}
