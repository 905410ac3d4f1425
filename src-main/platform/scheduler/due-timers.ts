import type { Store } from '../../store/store'
import type { PaymentService } from '../payments/payment-service'
import { waitsForCallback } from '../payments/waits-for-callback'

const MAX_TIMERS_AT_ONCE = 200
/** Most rounds of timers at one time: a timer may make another one due at the same time. */
const MAX_ROUNDS = 50

/** Fires the timers of payments that are due. */
export interface DueTimers {
  /**
   * Fires timers until none is due, or until there may be an endless chain of them: then `mayHaveMore` is true.
   * Timers of `locked` payments wait. `now`: epoch milliseconds, virtual.
   */
  fire(now: number, locked: ReadonlySet<string>): { readonly mayHaveMore: boolean }
  /** Timers that were fired. */
  readonly fired: number
}

export function createDueTimers(options: {
  readonly store: Store
  readonly paymentService: PaymentService
}): DueTimers {
  const { store, paymentService } = options
  let fired = 0

  const fireRound = (now: number, locked: ReadonlySet<string>): boolean => {
    let hasFired = false
    for (const timer of store.timers.due(now, MAX_TIMERS_AT_ONCE, locked)) {
      if (waitsForCallback(store, timer.paymentKey, timer.dueAt)) continue
      paymentService.fireTimer(timer.paymentKey, timer.dueAt)
      fired += 1
      hasFired = true
    }
    return hasFired
  }

  return {
    fire(now, locked) {
      let rounds = 0
      while (fireRound(now, locked) && rounds < MAX_ROUNDS) rounds += 1
      return { mayHaveMore: rounds === MAX_ROUNDS }
    },
    get fired() {
      return fired
    },
  }
}
