import { useEffect, useRef } from 'react'
import type { BenchEvent } from '#protocol/events'
import type { CallbackDetail, ExchangeDetail } from '#protocol/messages'
import { useBench, useBenchEvents } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { type Fetched, useFetched } from './use-fetched'

/** Fetches again after a batch of events that concerns what is shown, and when events were missed. */
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

/** A callback with its attempts, fetched again whenever it changes or something of it is captured. */
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

/** A request to the platform, or one that the merchant listener captured; its answer and its marks may come later. */
export function useExchangeDetail(type: 'exchange' | 'capture', id: string): Fetched<ExchangeDetail> {
  const bench = useBench()
  const fetched = useFetched(`${type}:${id}`, () =>
    bench.call(type === 'exchange' ? 'exchanges.get' : 'captures.get', { id }),
  )
  useReloadOn(
    (event) =>
      (event.type === 'capture.changed' && event.capture.id === id) ||
      (event.type === 'exchange.changed' && event.exchange.id === id),
    fetched.reload,
  )
  return fetched
}
