import { useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ClockView } from '#protocol/bench'
import { virtualNow } from './virtual-now'

interface ClockState {
  readonly view: ClockView | null
  /** `performance.now()` when the view arrived. */
  readonly receivedAt: number
}

export const clockStore = createStore<ClockState>(() => ({ view: null, receivedAt: 0 }))

/** Stores a newer view of the clock. */
export function setClock(view: ClockView): void {
  clockStore.setState({ view, receivedAt: performance.now() })
}

/** The clock as the bench last reported it, null before the first response. */
export function useClock(): ClockView | null {
  return useStore(clockStore, (state) => state.view)
}

/** Virtual now at this moment; the wall clock before the first view. */
export function currentVirtualNow(): number {
  const { view, receivedAt } = clockStore.getState()
  return view === null ? Date.now() : virtualNow(view, performance.now() - receivedAt)
}

const TICK_MS = 200
const tickListeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | null = null

/** One timer for all countdowns of the page. */
function onTick(listener: () => void): () => void {
  tickListeners.add(listener)
  ticking ??= setInterval(() => {
    for (const notify of tickListeners) notify()
  }, TICK_MS)
  const stopClock = clockStore.subscribe(listener)
  return () => {
    stopClock()
    tickListeners.delete(listener)
    if (tickListeners.size > 0 || ticking === null) return
    clearInterval(ticking)
    ticking = null
  }
}

/** Virtual now, renewed when it has passed another `everyMs` virtual milliseconds; rounded down to them. */
export function useVirtualNow(everyMs = 1000): number {
  const snapshot = useCallback(() => Math.floor(currentVirtualNow() / everyMs) * everyMs, [everyMs])
  return useSyncExternalStore(onTick, snapshot)
}

/** Wall time in milliseconds, renewed every second. */
export function useWallNow(): number {
  return useSyncExternalStore(onTick, wallSecond)
}

const wallSecond = (): number => Math.floor(Date.now() / 1000) * 1000
