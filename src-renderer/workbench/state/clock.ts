import { useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ClockView, NextTimer } from '#protocol/bench'

import { formatFarWait, formatWait, parseTime } from '#window/lib/time'

export const clockStore = createStore<{
  readonly view: ClockView | null
  /** `performance.now()` when the view arrived. */
  readonly receivedAt: number
}>(() => ({ view: null, receivedAt: 0 }))

export function setClock(view: ClockView): void {
  clockStore.setState({ view, receivedAt: performance.now() })
}

/** The clock as last reported by Paybench, null before the first response. */
export function useClock(): ClockView | null {
  return useStore(clockStore, (state) => state.view)
}

/** The virtual time now; wall time before the first view. */
export function currentVirtualNow(): number {
  const { view, receivedAt } = clockStore.getState()
  return view === null ? Date.now() : virtualNow(view, performance.now() - receivedAt)
}

const TICK_MS = 200
const tickListeners = new Set<() => void>()
let ticker: ReturnType<typeof setInterval> | null = null

function onTick(listener: () => void): () => void {
  tickListeners.add(listener)
  ticker ??= setInterval(() => {
    for (const notify of tickListeners) notify()
  }, TICK_MS)
  const stopClock = clockStore.subscribe(listener)
  return () => {
    stopClock()
    tickListeners.delete(listener)
    if (tickListeners.size > 0 || ticker === null) return
    clearInterval(ticker)
    ticker = null
  }
}

/** The current virtual time, rounded down to a multiple of `everyMs`; updated when that changes. */
export function useVirtualNow(everyMs = 1000): number {
  const snapshot = useCallback(() => Math.floor(currentVirtualNow() / everyMs) * everyMs, [everyMs])
  return useSyncExternalStore(onTick, snapshot)
}

export function useWallNow(): number {
  return useSyncExternalStore(onTick, wallSecond)
}

const wallSecond = (): number => Math.floor(Date.now() / 1000) * 1000

/** The virtual time `elapsedMs` of wall time after the view arrived; during an advance, the time reached so far. */
export function virtualNow(view: ClockView, elapsedMs: number): number {
  if (view.advancing !== undefined) return Date.parse(view.advancing.at)
  return Date.parse(view.now) + Math.max(0, elapsedMs) * view.rate
}

/** A longer jump must be confirmed, because time never goes back. */
export const FAR_MS = 31 * 86_400_000

/** The name of the next automatic event. A timer without a payment is the expiry of a saved card's token. */
export function nextWord({ kind, name, paymentKey }: NextTimer): string {
  return kind === 'timer' && paymentKey === null ? 'saved card expires' : name
}

/** {@link nextWord} with its payment: `order-17, result`. */
export function nextWords(next: NextTimer): string {
  return next.paymentId === '' ? nextWord(next) : `${next.paymentId}, ${nextWord(next)}`
}

const waitOf = (next: NextTimer, now: number): number => parseTime(next.dueAt) - now

export function isFar(next: NextTimer, now: number): boolean {
  return waitOf(next, now) > FAR_MS
}

/** `in 4 min`, `in 7 years`; `now` when it is due. */
export function nextWait(next: NextTimer, now: number): string {
  return isFar(next, now) ? formatFarWait(waitOf(next, now)) : formatWait(waitOf(next, now))
}
