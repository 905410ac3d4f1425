import { errorText } from '#lib/error-text'
import { BenchError } from '#protocol/connection'
import type { VirtualClock } from '#core/clock/virtual-clock'
import type { Scheduler } from './scheduler'

export interface AdvanceProgress {
  readonly from: number
  readonly to: number
  readonly at: number
  readonly firedTimers: number
  readonly sentCallbacks: number
}

/** Called before the clock moves, while nothing is being sent. If it throws, the clock does not move. */
type Before = (to: number) => void

/** Advances the virtual clock and stops at every due time on the way. */
export function createAdvancer(options: {
  readonly clock: VirtualClock
  readonly scheduler: Scheduler
  readonly onProgress: () => void
}) {
  const { clock, scheduler, onProgress } = options
  let running: { readonly progress: () => AdvanceProgress; readonly ended: Promise<void> } | null = null
  let cancelled = false

  const advance = async (targetOf: (now: number) => number) => {
    if (running !== null) {
      throw new BenchError(
        'conflict',
        'The clock is already being advanced. Wait until it is done, or cancel it with clock.cancelAdvance.',
      )
    }
    const from = clock.now()
    clock.holdAt(from)
    cancelled = false
    let to = from
    const before = { ...scheduler.counts }
    const progress = (): AdvanceProgress => ({
      from,
      to,
      at: clock.now(),
      firedTimers: scheduler.counts.firedTimers - before.firedTimers,
      sentCallbacks: scheduler.counts.sentCallbacks - before.sentCallbacks,
    })
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    running = { progress, ended }
    const waitUntilQuiet = (): Promise<void> =>
      scheduler.quiet().catch((error: unknown) => {
        throw new BenchError(
          'unavailable',
          `What became due as the clock advanced could not be carried out. It is retried every second. Remove the cause, such as a full disk, and advance again. Reason: ${errorText(error)}`,
        )
      })
    try {
      await waitUntilQuiet()
      to = targetOf(from)
      for (;;) {
        onProgress()
        const due = scheduler.nextDueAt()
        if (wasCancelled() || due === null || due > to) break
        clock.holdAt(due)
        await waitUntilQuiet()
      }
      if (wasCancelled()) {
        throw new BenchError(
          'cancelled',
          'Advancing was cancelled. The clock stays at the time that it reached.',
        )
      }
      clock.holdAt(to)
      await waitUntilQuiet()
      const { firedTimers, sentCallbacks } = progress()
      return { now: clock.now(), firedTimers, sentCallbacks }
    } finally {
      running = null
      clock.release()
      scheduler.wake()
      onProgress()
      end()
    }
  }

  const wasCancelled = (): boolean => cancelled

  return {
    /** Advances by `ms` of virtual time. Resolves when everything that became due is done. */
    by: (ms: number, before: Before) =>
      advance((now) => {
        before(now + ms)
        return now + ms
      }),
    /** Advances to the next timer or callback, if any. */
    toNext: (before: Before) =>
      advance((now) => {
        const to = Math.max(now, scheduler.nextDueAt() ?? now)
        before(to)
        return to
      }),
    /** Stops at the time that was reached; resolves once it has stopped. */
    async cancel(): Promise<void> {
      cancelled = true
      await running?.ended
    },
    get progress(): AdvanceProgress | null {
      return running?.progress() ?? null
    },
  }
}
