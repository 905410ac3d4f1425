import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import { useBench, useBenchEvents } from './bench'
import { useInfo } from './info'
import { reasonOf } from './toasts'

export type SharedValue<Value> = ReturnType<typeof createSharedValue<Value>>

/**
 * A value from Paybench that all views share: undefined until it is read, and read again if events were missed.
 * @param valueAfter the value after an event; the same one if the event does not concern it
 */
export function createSharedValue<Value>(
  read: (bench: BenchClient) => Promise<Value>,
  valueAfter: (value: Value | undefined, event: BenchEvent) => Value | undefined,
) {
  const store = createStore<{ readonly value: Value | undefined; readonly error: string | null }>(() => ({
    value: undefined,
    error: null,
  }))
  const known = (): Value | undefined => store.getState().value
  const show = (value: Value): void => store.setState({ value, error: null })
  /** Never rejects: a caller that has just made a change has succeeded, even if this read fails. */
  const load = async (bench: BenchClient): Promise<void> => {
    try {
      show(await read(bench))
    } catch (error) {
      store.setState({ error: reasonOf(error) })
    }
  }

  function use() {
    const bench = useBench()
    const epoch = useInfo((state) => state.epoch)
    const isConnected = useInfo(({ status }) => status === 'connected')
    const state = useStore(store)
    const reload = useCallback(() => void load(bench), [bench])
    useEffect(reload, [reload, epoch])
    useEffect(() => {
      if (isConnected && store.getState().error !== null) reload()
    }, [isConnected, reload])
    useBenchEvents((events) => {
      const next = events.reduce(valueAfter, known())
      if (next !== undefined && next !== known()) show(next)
    })
    return { ...state, reload }
  }
  return { known, show, load, use }
}
