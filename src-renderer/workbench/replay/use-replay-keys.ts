import { useEffect } from 'react'
import { useBench } from '../state/bench'
import { COMPOSE, editMessage, replayAsItIs } from './replay-commands'

/** Ctrl+E edits the message that is shown, Ctrl+R sends it again as it is, wherever on the page the focus is. */
export function useReplayKeys(shownId: string | null): void {
  const bench = useBench()
  useEffect(() => {
    if (shownId === null || shownId === COMPOSE) return
    const onKey = (event: KeyboardEvent): void => {
      const control = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!control || event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return
      if (event.key !== 'e' && event.key !== 'r') return
      event.preventDefault()
      // A key that is held is meant once.
      if (event.repeat) return
      if (event.key === 'e') editMessage(shownId)
      else replayAsItIs(bench, shownId)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
    }
  }, [bench, shownId])
}
