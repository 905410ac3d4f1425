import { BenchFault } from '../../contract/fault'
import type { VirtualClock } from '../clock/virtual-clock'
import type { Scheduler } from './scheduler'

export interface AdvanceProgress {
  readonly from: number
  readonly to: number
  readonly at: number
  readonly firedTimers: number
  readonly sentCallbacks: number
}

export interface AdvanceOutcome {
  readonly now: number
  readonly firedTimers: number
  readonly sentCallbacks: number
}

/** Moves the virtual clock over every due time on the way, one after the other. */
export interface Advancer {
  /** Resolves when everything that became due is done. */
  by(ms: number): Promise<AdvanceOutcome>
  /** To the next timer or callback; stays where it is when there is none. */
  toNext(): Promise<AdvanceOutcome>
  /** Stops at the time reached. */
  cancel(): void
  readonly progress: AdvanceProgress | null
}

export function createAdvancer(options: {
  readonly clock: VirtualClock
  readonly scheduler: Scheduler
  readonly onProgress: () => void
}): Advancer {
  const { clock, scheduler, onProgress } = options
  let progress: AdvanceProgress | null = null
  let cancelled = false

  const advance = async (targetOf: (now: number) => number): Promise<AdvanceOutcome> => {
    if (progress !== null) {
      throw new BenchFault(
        'conflict',
        'The clock is being advanced already. Wait for it, or cancel it with clock.cancelAdvance.',
      )
    }
    const from = clock.now()
    clock.holdAt(from)
    cancelled = false
    const before = { ...scheduler.counts }
    const report = (to: number): AdvanceProgress => ({
      from,
      to,
      at: clock.now(),
      firedTimers: scheduler.counts.firedTimers - before.firedTimers,
      sentCallbacks: scheduler.counts.sentCallbacks - before.sentCallbacks,
    })
    progress = report(from)
    try {
      await scheduler.quiet()
      const target = targetOf(from)
      for (;;) {
        progress = report(target)
        onProgress()
        const due = scheduler.nextDueAt()
        if (wasCancelled() || due === null || due > target) break
        clock.holdAt(due)
        await scheduler.quiet()
      }
      if (wasCancelled()) {
        throw new BenchFault(
          'cancelled',
          'Advancing was cancelled; the clock stands at the time it had reached.',
        )
      }
      clock.holdAt(target)
      await scheduler.quiet()
      const { firedTimers, sentCallbacks } = report(target)
      return { now: clock.now(), firedTimers, sentCallbacks }
    } finally {
      progress = null
      clock.release()
      scheduler.wake()
      onProgress()
    }
  }

  const wasCancelled = (): boolean => cancelled

  return {
    by: (ms) => advance((now) => now + ms),
    toNext: () => advance((now) => Math.max(now, scheduler.nextDueAt() ?? now)),
    cancel() {
      cancelled = true
    },
    get progress() {
      return progress
    },
  }
}
