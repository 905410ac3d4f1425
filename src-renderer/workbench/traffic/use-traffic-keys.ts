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
      if (event.key === 'e') editAndSend(shownId)
      else if (event.key === 'r') sendAgain(bench, shownId)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
    }
  }, [bench, shownId])
}
