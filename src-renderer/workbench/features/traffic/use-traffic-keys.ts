import { useLetterKeys } from '../../ui/use-letter-keys'
import { useBench } from '../../state/bench'
import { editAndSend, sendAgain } from './resend-request'

/** R sends the request that is shown again, E edits it. Ctrl+R stays the browser's: it reloads. */
export function useTrafficKeys(shownId: string | null): void {
  const bench = useBench()
  useLetterKeys((key) => {
    if (shownId === null) return null
    if (key === 'e') return () => editAndSend(bench, shownId)
    return key === 'r' ? () => sendAgain(bench, shownId) : null
  })
}
