import { useEffect } from 'react'
import type { CallbackDetail } from '../../../src-main/contract/messages'
import { takesText } from '../shortcuts/use-shortcuts'
import { useBench } from '../state/bench'
import { RETRY_COMMANDS, runRetry } from './retry-commands'

/** In the editor of the message letters are not for its schedule, also beside a text. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.replay') !== null

/** One letter for each step, while the callback is shown: wherever the focus is, unless something is typed there. */
export function useRetryKeys({ id, actions }: Pick<CallbackDetail, 'id' | 'actions'>): void {
  const bench = useBench()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
      if (takesText(event.target) || isWriting(event.target)) return
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      const command = RETRY_COMMANDS.find(({ key, action }) => key === event.key && actions.includes(action))
      if (command === undefined) return
      event.preventDefault()
      // A key that is held is meant once.
      if (event.repeat) return
      runRetry(bench, command.action, id)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
    }
  }, [bench, id, actions])
}
