import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { BenchEvent } from '#protocol/events'
import type { CallbackAttempt, CallbackDetail } from '#protocol/messages'
import { useBench, useBenchEvents } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { type Fetched, useFetched } from './use-fetched'

/** Reads again after events that concern the shown data, and when events were missed. */
export function useReloadOn(concerns: (event: BenchEvent) => boolean, reload: () => void): void {
  const epoch = useInfo((state) => state.epoch)
  const seenEpoch = useRef(epoch)
  useBenchEvents((events) => {
    if (events.some(concerns)) reload()
  })
  useEffect(() => {
    if (seenEpoch.current === epoch) return
    seenEpoch.current = epoch
    reload()
  }, [epoch, reload])
}

const SETTLE_MS = 1500

/** Delays calls, so that many changes in quick succession cause only one call. */
export function useLater(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      act()
    }, SETTLE_MS)
  }, [act])
}

/** A callback with its attempts, read again when it changes or one of its attempts is captured. */
export function useCallbackDetail(id: string): Fetched<CallbackDetail> {
  const bench = useBench()
  const fetched = useFetched(`callback:${id}`, () => bench.call('callbacks.get', { id }))
  useReloadOn(
    (event) =>
      (event.type === 'callback.changed' && event.callback.id === id) ||
      (event.type === 'capture.added' && event.capture.callbackId === id),
    fetched.reload,
  )
  return fetched
}

/** The callback with its selected attempt in full, read if necessary. `reading`: why it is missing, or null. */
export function useWholeAttempt<Shown extends CallbackDetail | null>(callback: Shown, selected: number) {
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

export function withAttempt<Shown extends CallbackDetail>(callback: Shown, whole: CallbackAttempt): Shown {
  const attempts = callback.attempts.map((attempt) => (attempt.seq === whole.seq ? whole : attempt))
  return { ...callback, attempts }
}
