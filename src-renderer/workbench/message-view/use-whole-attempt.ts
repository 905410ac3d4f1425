import { useMemo } from 'react'
import type { CallbackAttempt, CallbackDetail } from '#protocol/messages'
import { useBench } from '#window/state/bench'
import { useFetched } from './use-fetched'

/** The callback with the selected attempt in full; `reading` says why its answer is missing so far. */
export interface WithWholeAttempt<Shown extends CallbackDetail | null> {
  readonly callback: Shown
  readonly reading: string | null
}

/**
 * Of a callback with many long attempts the bench sends the newest ones whole; another one is fetched by its index when it
 * is selected.
 */
export function useWholeAttempt<Shown extends CallbackDetail | null>(
  callback: Shown,
  selected: number,
): WithWholeAttempt<Shown> {
  const bench = useBench()
  const outline = callback?.attempts[selected]
  const wanted =
    callback === null || outline?.withheldBytes === undefined ? null : { id: callback.id, seq: outline.seq }
  const { value, error } = useFetched(
    wanted === null ? '' : `attempt:${wanted.id}:${wanted.seq.toString()}`,
    async (): Promise<CallbackAttempt | null> =>
      wanted === null ? null : bench.call('callbacks.attempt', wanted),
  )
  const shown = useMemo(
    () => (callback === null || value === null ? callback : withAttempt(callback, value)),
    [callback, value],
  )
  if (wanted === null) return { callback, reading: null }
  if (value !== null) return { callback: shown, reading: null }
  return { callback, reading: error === null ? 'Loading…' : `This attempt could not be read. ${error}` }
}

function withAttempt<Shown extends CallbackDetail>(callback: Shown, whole: CallbackAttempt): Shown {
  const attempts = callback.attempts.map((attempt) => (attempt.seq === whole.seq ? whole : attempt))
  return { ...callback, attempts }
}
