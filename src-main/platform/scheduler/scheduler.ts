import type { CallbackRow } from '../../store/records'
import type { Store } from '../../store/store'
import type { VirtualClock } from '../../bench/clock/virtual-clock'
import type { TokenExpiry } from '../customers/token-expiry'
import type { Deliveries } from '../callbacks/delivery'
import type { Holds } from '../callbacks/holds'
import type { PaymentService } from '../payments/payment-service'
import { createDispatcher } from './dispatcher'
import type { PaymentKey } from '../../domain/ids'

/** Runs what is due on the virtual clock: timers of payments, ends of tokens and deliveries of callbacks. */
export interface Scheduler {
  /** Begins to work; before, nothing fires. */
  start(): void
  /** Something changed that may be due. */
  wake(): void
  /** Locks a payment until the returned function is called: its timers and callbacks wait, because they follow a response. */
  lock(paymentKey: PaymentKey): () => void
  /** Resolves when nothing is due any more and nothing is in flight. */
  quiet(): Promise<void>
  /** The next due time on record, or null. Epoch milliseconds, virtual. */
  nextDueAt(): number | null
  readonly counts: { readonly firedTimers: number; readonly sentCallbacks: number }
  /** Stops and cuts off what is in flight; it is repeated at the next start. */
  stop(): Promise<void>
}

const MAX_TIMERS_AT_ONCE = 200
/** A timer may make another due at the same time, for example a provider that answers at once. */
const MAX_ROUNDS = 50
/** Longest delay of a real timer in Node. */
const MAX_REAL_DELAY_MS = 2_147_483_647
/** What fails for reasons of our own is tried again after this real time. */
const RETRY_AFTER_FAILURE_MS = 1000

export function createScheduler(options: {
  readonly store: Store
  readonly clock: VirtualClock
  readonly paymentService: PaymentService
  readonly deliveries: Deliveries
  readonly holds: Holds
  readonly tokenExpiry: TokenExpiry
  /** Whether a callback that is due may leave now; rules may put it off, hold it or drop it. */
  readonly mayLeave: (callback: CallbackRow) => boolean
  readonly onFailure: (message: string, error: unknown) => void
}): Scheduler {
  const { store, clock, paymentService, holds, tokenExpiry, onFailure } = options
  const waiters = new Set<() => void>()
  let isTickPlanned = false
  let isRunning = false
  let firedTimers = 0

  const wake = (): void => {
    if (isTickPlanned || !isRunning) return
    isTickPlanned = true
    setImmediate(tick)
  }
  const alarm = createAlarm(wake)
  const locks = createLocks(wake)
  const dispatcher = createDispatcher({
    ...options,
    wake,
    retryLater: () => {
      alarm.set(RETRY_AFTER_FAILURE_MS)
    },
  })

  /** A callback that is due before a timer of its payment is answered before that timer fires. */
  const waitsForCallback = (paymentKey: PaymentKey, dueAt: number): boolean =>
    store.callbacks
      .byPayment(paymentKey)
      .some(
        ({ nextAttemptAt, unreadable }) =>
          nextAttemptAt !== null && nextAttemptAt < dueAt && unreadable === undefined,
      )

  const fireTimers = (): boolean => {
    let fired = false
    for (const timer of store.timers.due(clock.now(), MAX_TIMERS_AT_ONCE, locks.keys())) {
      if (waitsForCallback(timer.paymentKey, timer.dueAt)) continue
      paymentService.fireTimer(timer.paymentKey, timer.dueAt)
      firedTimers += 1
      fired = true
    }
    return fired
  }

  const nextDueAt = (): number | null => {
    const times = [
      store.timers.next()?.dueAt,
      store.callbacks.next()?.nextAttemptAt,
      holds.nextWake()?.at,
      tokenExpiry.nextDueAt(),
    ].filter((time): time is number => time !== undefined && time !== null)
    return times.length === 0 ? null : Math.min(...times)
  }

  const setAlarm = (): void => {
    alarm.clear()
    const due = nextDueAt()
    if (due === null || clock.rate === 0) return
    const delay = (due - clock.now()) / clock.rate
    // What is due already is in flight or locked; its end wakes us.
    if (delay > 0) alarm.set(Math.ceil(delay))
    else if (dispatcher.inFlight === 0 && locks.keys().size === 0) wake()
    else alarm.set(1000)
  }

  const resolveWaiters = (): void => {
    const ready = [...waiters]
    waiters.clear()
    for (const resolve of ready) resolve()
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
      firedTimers += tokenExpiry.fireDue(clock.now())
      let rounds = 0
      while (fireTimers() && rounds < MAX_ROUNDS) rounds += 1
      dispatcher.startDue(clock.now(), locks.keys())
      if (rounds === MAX_ROUNDS) wake()
      setAlarm()
      if (waiters.size > 0 && isQuiet()) resolveWaiters()
    } catch (error) {
      onFailure('The scheduler could not run what is due', error)
      alarm.set(RETRY_AFTER_FAILURE_MS)
    }
  }

  return {
    start() {
      holds.open()
      tokenExpiry.open()
      isRunning = true
      wake()
    },
    wake,
    lock: locks.lock,
    async quiet() {
      if (!isRunning) return
      await new Promise<void>((resolve) => {
        waiters.add(resolve)
        wake()
      })
    },
    nextDueAt,
    counts: {
      get firedTimers() {
        return firedTimers
      },
      get sentCallbacks() {
        return dispatcher.started
      },
    },
    async stop() {
      isRunning = false
      alarm.clear()
      await dispatcher.stop()
      resolveWaiters()
    },
  }
}

/** One timer of real time. */
function createAlarm(ring: () => void): {
  readonly set: (delayMs: number) => void
  readonly clear: () => void
} {
  let timer: NodeJS.Timeout | null = null
  const clear = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  return {
    set(delayMs) {
      clear()
      timer = setTimeout(ring, Math.min(Math.max(delayMs, 1), MAX_REAL_DELAY_MS))
      timer.unref()
    },
    clear,
  }
}

/** Payments that are locked, each as often as it was locked and not unlocked. */
function createLocks(onUnlock: () => void): {
  readonly lock: (paymentKey: PaymentKey) => () => void
  readonly keys: () => ReadonlySet<string>
} {
  const counts = new Map<string, number>()
  return {
    lock(paymentKey) {
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
    keys: () => new Set(counts.keys()),
  }
}
