import type { Store } from '#store/store'
import type { VirtualClock } from '#core/clock/virtual-clock'
import type { Holds } from '#platform/callbacks/enqueue'
import type { PaymentService } from '#platform/payments/payment-service'
import type { PaymentKey } from '#domain/ids'
import { waitsForCallback } from '#platform/payments/payment-writer'
import { createDispatcher, type TokenExpiry, type Sending } from './dispatcher'

/** Runs what is due on the virtual clock: timers of payments, expiries of tokens and deliveries of callbacks. */
export type Scheduler = ReturnType<typeof createScheduler>

/** Wall-clock milliseconds until work that failed with an internal error is retried. */
const RETRY_AFTER_FAILURE_MS = 1000

/** Wall-clock milliseconds for which a response waits for callbacks (contract 16.5). */
const MAX_ATTEMPT_WAIT_MS = 5000

export function createScheduler(
  options: Sending & {
    readonly clock: VirtualClock
    readonly paymentService: PaymentService
    readonly holds: Holds
    readonly tokenExpiry: TokenExpiry
  },
) {
  const { store, clock, holds, tokenExpiry, onFailure } = options
  const waiters = createWaiters()
  let isTickPlanned = false
  let isRunning = false
  let expiredTokens = 0
  const watch = createDueWatch(store, clock)

  const wake = (): void => {
    if (isTickPlanned || !isRunning) return
    isTickPlanned = true
    setImmediate(tick)
  }
  const wakeIfDue = (): void => {
    if (watch.mayBeDue()) wake()
  }
  const realTimer = createRealTimer(wake)
  const locks = createPaymentLocks(wakeIfDue)
  // An attempt in flight is still due.
  const attemptWaits = createAttemptWaits((key) => waitsForCallback(store, key, clock.now() + 1))
  /** Due work stays due and is retried. Callers that wait for `quiet` get the error, unless it is null. */
  const handleFailure = (unrecorded: unknown): void => {
    watch.forget()
    realTimer.set(RETRY_AFTER_FAILURE_MS)
    if (unrecorded !== null) waiters.refuse(unrecorded)
  }
  const timers = createDueTimers(options)
  const dispatcher = createDispatcher({ ...options, wake, retryLater: handleFailure })

  const nextDueAt = (): number | null =>
    earliest([
      store.timers.next()?.dueAt,
      store.callbacks.next()?.nextAttemptAt,
      holds.nextWake()?.at,
      tokenExpiry.nextDueAt(),
    ])

  const sleep = (): void => {
    realTimer.clear()
    const due = nextDueAt()
    watch.recordCheck(due)
    if (due === null || clock.rate === 0) return
    const delay = (due - clock.now()) / clock.rate
    // Due work that is in flight or locked wakes the scheduler when it ends; the timer is a safeguard.
    if (delay > 0) realTimer.set(Math.ceil(delay))
    else if (dispatcher.inFlight === 0 && locks.keys.size === 0) wake()
    else realTimer.set(1000)
  }

  const isQuiet = (): boolean => {
    if (isTickPlanned || dispatcher.inFlight > 0) return false
    const due = nextDueAt()
    return due === null || due > clock.now()
  }

  const tick = (): void => {
    isTickPlanned = false
    if (!isRunning) return
    try {
      holds.wakeDue(clock.now())
      expiredTokens += tokenExpiry.fireDue(clock.now())
      const { mayHaveMore } = timers.fire(clock.now(), locks.keys)
      dispatcher.startDue(clock.now(), locks.keys)
      attemptWaits.release()
      if (mayHaveMore) wake()
      sleep()
      if (waiters.any && isQuiet()) waiters.release()
    } catch (error) {
      onFailure('The scheduler could not run what is due', error)
      handleFailure(error)
    }
  }

  return {
    start(): void {
      holds.open()
      tokenExpiry.open()
      isRunning = true
      wake()
    },
    /** Call it when something may have become due. */
    wake,
    /** Like `wake`, but does nothing if neither a write nor the passing of time can have made anything due. */
    wakeIfDue,
    /** Holds back the payment's timers and callbacks until the returned function is called, after the response. */
    lock: locks.lock,
    /** Resolves when no callback of the payment is due or in flight, after at most {@link MAX_ATTEMPT_WAIT_MS}. */
    async attempted(paymentKey: PaymentKey): Promise<void> {
      const attempted = attemptWaits.wait(paymentKey)
      wake()
      await attempted
    },
    /** Resolves when nothing is due or in flight; rejects if something due could not be stored, as on a full disk. */
    async quiet(): Promise<void> {
      if (!isRunning) return
      const released = waiters.wait()
      wake()
      await released
    },
    /** Virtual time, epoch milliseconds; null if nothing will become due. */
    nextDueAt,
    counts: {
      get firedTimers(): number {
        return timers.fired + expiredTokens
      },
      get sentCallbacks(): number {
        return dispatcher.started
      },
    },
    /** Aborts attempts in flight. They are repeated at the next start. */
    async stop(): Promise<void> {
      isRunning = false
      realTimer.clear()
      await dispatcher.stop()
      attemptWaits.releaseAll()
      waiters.release()
    },
  }
}

function earliest(times: readonly (number | null | undefined)[]): number | null {
  const known = times.filter((time) => time !== undefined && time !== null)
  return known.length === 0 ? null : Math.min(...known)
}

function createWaiters() {
  const waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = []
  const take = (): typeof waiting => waiting.splice(0)
  return {
    get any() {
      return waiting.length > 0
    },
    wait: () =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ resolve, reject })
      }),
    release() {
      for (const { resolve } of take()) resolve()
    },
    refuse(error: unknown) {
      for (const { reject } of take()) reject(error)
    },
  }
}

/** Callers that wait until a payment has no due callback. */
function createAttemptWaits(hasDue: (paymentKey: PaymentKey) => boolean) {
  const waiting = new Map<() => void, PaymentKey>()
  return {
    wait: (paymentKey: PaymentKey) =>
      new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer)
          waiting.delete(end)
          resolve()
        }
        const timer = setTimeout(end, MAX_ATTEMPT_WAIT_MS)
        waiting.set(end, paymentKey)
      }),
    release(): void {
      for (const [end, paymentKey] of [...waiting]) if (!hasDue(paymentKey)) end()
    },
    releaseAll(): void {
      for (const end of [...waiting.keys()]) end()
    },
  }
}

const MAX_TIMERS_AT_ONCE = 200
const MAX_ROUNDS = 50

function createDueTimers(options: { readonly store: Store; readonly paymentService: PaymentService }) {
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
    /** Fires due timers in at most {@link MAX_ROUNDS} rounds, except for `locked` payments. `now`: epoch ms. */
    fire(now: number, locked: ReadonlySet<string>): { readonly mayHaveMore: boolean } {
      let rounds = 0
      while (fireRound(now, locked) && rounds < MAX_ROUNDS) rounds += 1
      return { mayHaveMore: rounds === MAX_ROUNDS }
    },
    get fired(): number {
      return fired
    },
  }
}

/** Reports, without a query, whether anything may be due. */
function createDueWatch(store: Store, clock: VirtualClock) {
  let seen: { readonly agendaVersion: number; readonly dueAt: number | null } | null = null
  return {
    /** Whether a write or the passing of time may have made something due since the last check. */
    mayBeDue: (): boolean =>
      seen?.agendaVersion !== store.agendaVersion || (seen.dueAt !== null && seen.dueAt <= clock.now()),
    /** Records a complete check. `dueAt`: the next due time, virtual, epoch milliseconds. */
    recordCheck(dueAt: number | null): void {
      seen = { agendaVersion: store.agendaVersion, dueAt }
    },
    forget(): void {
      seen = null
    },
  }
}

function createPaymentLocks(onUnlock: () => void) {
  const counts = new Map<string, number>()
  return {
    /** A payment that is locked twice must be unlocked twice. */
    lock(paymentKey: PaymentKey): () => void {
      counts.set(paymentKey, (counts.get(paymentKey) ?? 0) + 1)
      let isLocked = true
      return () => {
        if (!isLocked) return
        isLocked = false
        const count = (counts.get(paymentKey) ?? 1) - 1
        if (count > 0) counts.set(paymentKey, count)
        else counts.delete(paymentKey)
        onUnlock()
      }
    },
    get keys(): ReadonlySet<string> {
      return new Set(counts.keys())
    },
  }
}

const MAX_DELAY_MS = 2_147_483_647

/** A delay beyond what Node can wait for ends early: `onEnd` must check the clock. */
function createRealTimer(onEnd: () => void) {
  let timer: NodeJS.Timeout | null = null
  const clear = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  return {
    set(delayMs: number): void {
      clear()
      timer = setTimeout(onEnd, Math.min(Math.max(delayMs, 1), MAX_DELAY_MS))
      timer.unref()
    },
    clear,
  }
}
