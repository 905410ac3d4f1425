import { useLetterKeys } from '#window/ui/use-letter-keys'
import { useBench } from '#window/state/bench'
import { COMPOSE, editMessage, replayAsItIs } from './replay-commands'

/** E edits the message that is shown, R sends it once more as it is. Ctrl+R still reloads the page. */
export function useReplayKeys(shownId: string | null): void {
  const bench = useBench()
  useLetterKeys((key) => {
    if (shownId === null || shownId === COMPOSE) return null
    if (key === 'e') return () => editMessage(shownId)
    return key === 'r' ? () => replayAsItIs(bench, shownId) : null
  })
}
