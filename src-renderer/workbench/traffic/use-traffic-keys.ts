import { useEffect } from 'react'
import { useBench } from '../state/bench'
import { editAndSend, sendAgain } from './resend-request'

/** Ctrl+R sends the request that is shown again, Ctrl+E edits it, wherever on the page the focus is. */
export function useTrafficKeys(shownId: string | null): void {
  const bench = useBench()
  useEffect(() => {
    if (shownId === null) return
    const onKey = (event: KeyboardEvent): void => {
      const control = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!control || event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return
      if (event.key !== 'e' && event.key !== 'r') return
      event.preventDefault()
      // Held down it is still one press.
      if (event.repeat) return
      if (event.key === 'e') editAndSend(bench, shownId)
      else sendAgain(bench, shownId)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
    }
  }, [bench, shownId])
}
