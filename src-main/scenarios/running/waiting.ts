import { BenchError } from '#protocol/connection'
import type { ScenarioBench } from './http'
import { writeDuration } from '#scenarios/vocabulary/fields'

/** How long a merchant's own back end may take to act on what it received, milliseconds of real time. */
const GRACE_MS = 5_000

export interface Waiting {
  /** Resolves when everything that is due on the virtual clock is done. */
  settle(): Promise<void>
  /**
   * Repeats `look` with every event of the bench, until it finds something or `withinMs` of virtual time have
   * passed; a clock that stands still goes to its next timers meanwhile. `external`: something outside of the bench has
   * to act first, which takes real time. Null where nothing was found.
   */
  until<Found>(look: () => Promise<Found | null>, withinMs: number, external?: boolean): Promise<Found | null>
  /** Lets a span of virtual time pass and returns what `look` finds in it or after it. */
  during<Found>(look: () => Promise<Found | null>, spanMs: number, external?: boolean): Promise<Found | null>
  close(): void
}

/** Watches the events of a bench for the steps of a run; `close` ends that. Rejects waits once `signal` is aborted. */
export function createWaiting(bench: ScenarioBench, signal: AbortSignal): Waiting {
  /** Number of events that could matter; the counters of the bench alone do not. */
  let eventCount = 0
  const waiters = new Set<() => void>()
  const wake = (): void => {
    eventCount += 1
    for (const waiter of waiters) waiter()
  }
  const stopEvents = bench.onEvent((event) => {
    if (event.type !== 'counters.changed') wake()
  })
  const stopRestarts = bench.onRestart(wake)

  /** Whether an event came after the first `seen` ones, or comes within `realMs` of real time. */
  const eventAfter = (seen: number, realMs: number): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        waiters.delete(onEvent)
        signal.removeEventListener('abort', onAbort)
      }
      const onEvent = (): void => {
        end()
        resolve(true)
      }
      const onAbort = (): void => {
        end()
        reject(new Error('The run was stopped.'))
      }
      const timer = setTimeout(
        () => {
          end()
          resolve(false)
        },
        Math.min(realMs, 2_147_483_647),
      )
      waiters.add(onEvent)
      signal.addEventListener('abort', onAbort)
      if (eventCount !== seen) onEvent()
      else if (signal.aborted) onAbort()
    })

  /** Calls `look` again with every event, for `realMs` of real time. */
  const live = async <Found>(look: () => Promise<Found | null>, realMs: number): Promise<Found | null> => {
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

  /** Advances to the next timer that is due by `notAfter`; false where there is none. */
  const step = async (notAfter: string): Promise<boolean> => {
    try {
      const { now: before } = await bench.call('clock.get', {})
      const { now, firedTimers, sentCallbacks } = await bench.call('clock.advanceToNext', { notAfter })
      // Without any timer at all the clock stays where it is, and nothing is refused.
      return now !== before || firedTimers + sentCallbacks > 0
    } catch (error) {
      if (error instanceof BenchError && error.code === 'wrong_state') return false
      throw error
    }
  }

  return {
    settle,
    async until(look, withinMs, external = false) {
      const { now, mode, rate } = await bench.call('clock.get', {})
      if (mode !== 'frozen') return live(look, withinMs / rate)
      const end = new Date(Date.parse(now) + withinMs).toISOString()
      await settle()
      for (;;) {
        const found = external ? await live(look, GRACE_MS) : await look()
        if (found !== null) return found
        signal.throwIfAborted()
        if (!(await step(end))) return null
      }
    },
    async during(look, spanMs, external = false) {
      const { mode, rate } = await bench.call('clock.get', {})
      if (mode !== 'frozen') return live(look, spanMs / rate)
      await bench.call('clock.advance', { ms: spanMs })
      return external ? live(look, GRACE_MS) : look()
    },
    close() {
      stopEvents()
      stopRestarts()
    },
  }
}

/** For messages: `within 30 min of virtual time`. */
export const withinText = (ms: number): string => `within ${writeDuration(ms)} of virtual time`
