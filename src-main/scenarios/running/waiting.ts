import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { BenchError } from '#protocol/connection'
import type { MethodName, Params, Result } from '#protocol/methods'
import { writeDuration } from '#scenarios/vocabulary/fields'
import type { ScenarioBench } from './http'

/** Wall-clock milliseconds for a merchant's own back end to act on what it received. */
const GRACE_MS = 5_000
const MAX_DELAY_MS = 2_147_483_647

export type Waiting = ReturnType<typeof createWaiting>
type Look<Found> = () => Promise<Found | null>

/** Watches the events of `bench` for the steps of a run until `close`. Rejects waits once `signal` is aborted. */
export function createWaiting(bench: ScenarioBench, signal: AbortSignal) {
  let eventCount = 0
  const emitter = new EventEmitter()
  const wake = (): void => {
    eventCount += 1
    emitter.emit('event')
  }
  const stopEvents = bench.onEvent((event) => {
    // Changed counters alone do not affect anything that a step inspects.
    if (event.type !== 'counters.changed') wake()
  })
  const stopRestarts = bench.onRestart(wake)

  const eventAfter = async (seen: number, realMs: number): Promise<boolean> => {
    if (eventCount !== seen) return true
    const late = AbortSignal.timeout(Math.min(Math.ceil(realMs), MAX_DELAY_MS))
    try {
      await once(emitter, 'event', { signal: AbortSignal.any([signal, late]) })
      return true
    } catch {
      // Reads `late` too: Node 20 collects a signal as garbage if only AbortSignal.any refers to it.
      if (signal.aborted || !late.aborted) throw new Error('The run was stopped.')
      return false
    }
  }

  const watch = async <Found>(look: Look<Found>, realMs: number): Promise<Found | null> => {
    const end = performance.now() + realMs
    for (;;) {
      const seen = eventCount
      const found = await look()
      if (found !== null) return found
      const left = end - performance.now()
      if (left <= 0 || !(await eventAfter(seen, left))) return look()
    }
  }

  const settle = async (): Promise<void> => {
    await bench.call('clock.advance', { ms: 0 })
  }

  /** Advances to the next timer that is due by `notAfter`; false if there is none. */
  const step = async (notAfter: string): Promise<boolean> => {
    try {
      const { now: before } = await bench.call('clock.get', {})
      const { now, firedTimers, sentCallbacks } = await bench.call('clock.advanceToNext', { notAfter })
      // If there is no timer at all, the call succeeds and leaves the clock unchanged.
      return now !== before || firedTimers + sentCallbacks > 0
    } catch (error) {
      if (error instanceof BenchError && error.code === 'wrong_state') return false
      throw error
    }
  }

  return {
    /** Resolves when everything that is due on the virtual clock is done. */
    settle,
    /** Repeats `look` for `withinMs` of virtual time; null if it finds nothing. `external`: also waits in wall time. */
    async until<Found>(look: Look<Found>, withinMs: number, external = false): Promise<Found | null> {
      const { now, mode, rate } = await bench.call('clock.get', {})
      if (mode !== 'frozen') return watch(look, withinMs / rate)
      const end = new Date(Date.parse(now) + withinMs).toISOString()
      await settle()
      for (;;) {
        const found = external ? await watch(look, GRACE_MS) : await look()
        if (found !== null) return found
        signal.throwIfAborted()
        if (!(await step(end))) return null
      }
    },
    /** Lets a span of virtual time pass and returns what `look` finds during or after it. */
    async during<Found>(look: Look<Found>, spanMs: number, external = false): Promise<Found | null> {
      const { mode, rate } = await bench.call('clock.get', {})
      if (mode !== 'frozen') return watch(look, spanMs / rate)
      await bench.call('clock.advance', { ms: spanMs })
      return external ? watch(look, GRACE_MS) : look()
    },
    close(): void {
      stopEvents()
      stopRestarts()
    },
  }
}

/** `within 30 min of virtual time` */
export const withinText = (ms: number): string => `within ${writeDuration(ms)} of virtual time`

/** How long a run retries while others advance the clock, in wall-clock milliseconds. */
const MAX_WAIT_MS = 60_000
const RETRY_MS = 50

const MOVES_CLOCK: ReadonlySet<MethodName> = new Set(['clock.set', 'clock.advance', 'clock.advanceToNext'])

/** While others advance the clock, repeats a call that moves it, for at most a minute or until `signal` is aborted. */
export const withSharedClock = (bench: ScenarioBench, signal?: AbortSignal): ScenarioBench => ({
  onEvent: bench.onEvent,
  onRestart: bench.onRestart,
  async call<Name extends MethodName>(name: Name, params: Params<Name>): Promise<Result<Name>> {
    const end = performance.now() + MAX_WAIT_MS
    for (;;) {
      try {
        return await bench.call(name, params)
      } catch (error) {
        const isBusy = MOVES_CLOCK.has(name) && error instanceof BenchError && error.code === 'conflict'
        if (!isBusy || signal?.aborted === true || performance.now() > end) throw error
        await pause(RETRY_MS)
      }
    }
  },
})
