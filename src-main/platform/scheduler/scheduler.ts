import { setMaxListeners } from 'node:events'
import type { CallbackRow } from '../../store/records'
import type { Store } from '../../store/store'
import type { VirtualClock } from '../../bench/clock/virtual-clock'
import type { TokenExpiry } from '../customers/token-expiry'
import type { Deliveries } from '../callbacks/delivery'
import type { Holds } from '../callbacks/holds'
import type { Ledger } from '../payments/ledger'

/** Runs what is due on the virtual clock: timers of payments, ends of tokens and deliveries of callbacks. */
export interface Scheduler {
  /** Begins to work; before, nothing fires. */
  start(): void
  /** Something changed that may be due. */
  wake(): void
  /** Keeps the work of a payment back until the returned function is called: callbacks leave after the answer. */
  hold(paymentKey: string): () => void
  /** Resolves when nothing is due any more and nothing is on its way. */
  quiet(): Promise<void>
  /** The next due time on record, or null. Epoch milliseconds, virtual. */
  nextDueAt(): number | null
  readonly counts: { readonly firedTimers: number; readonly sentCallbacks: number }
  /** Stops and cuts off what is on its way; it is repeated at the next start. */
  stop(): Promise<void>
}

const MAX_IN_FLIGHT = 64
const BATCH = 200
/** Longest delay of a real timer in Node. */
const MAX_REAL_DELAY_MS = 2_147_483_647
/** What fails for reasons of our own is tried again after this real time. */
const RETRY_AFTER_FAULT_MS = 1000

export function createScheduler(options: {
  readonly store: Store
  readonly clock: VirtualClock
  readonly ledger: Ledger
  readonly deliveries: Deliveries
  readonly holds: Holds
  readonly tokenExpiry: TokenExpiry
  /** Whether a callback that is due may leave now; rules may put it off, hold it or drop it. */
  readonly mayLeave: (callback: CallbackRow) => boolean
  readonly onFailure: (message: string, error: unknown) => void
}): Scheduler {
  const { store, clock, ledger, deliveries, holds, tokenExpiry, mayLeave, onFailure } = options
  const held = new Map<string, number>()
  const lanes = new Set<string>()
  const inFlight = new Set<Promise<void>>()
  const waiters = new Set<() => void>()
  const abort = new AbortController()
  // Every attempt on its way listens.
  setMaxListeners(MAX_IN_FLIGHT * 2, abort.signal)
  let realTimer: NodeJS.Timeout | null = null
  let tickPlanned = false
  let running = false
  let firedTimers = 0
  let sentCallbacks = 0

  const laneOf = ({ lane, paymentKey, targetUrl }: CallbackRow): string =>
    lane ?? `${paymentKey}\n${targetUrl ?? ''}`

  /** A callback that is due before a timer of its payment is answered before that timer fires. */
  const waitsForCallback = (paymentKey: string, dueAt: number): boolean => {
    return store.callbacks
      .byPayment(paymentKey)
      .some(
        ({ nextAttemptAt, unreadable }) =>
          nextAttemptAt !== null && nextAttemptAt < dueAt && unreadable === undefined,
      )
  }

  const fireTimers = (): boolean => {
    let fired = false
    for (const timer of store.timers.due(clock.now(), BATCH, new Set(held.keys()))) {
      if (waitsForCallback(timer.paymentKey, timer.dueAt)) continue
      ledger.fireTimer(timer.paymentKey, timer.dueAt)
      firedTimers += 1
      fired = true
    }
    return fired
  }

  /** True where more may be due than was looked at, and there is room for it. */
  const startFirst = (limit: number): boolean => {
    const due = store.callbacks.due(clock.now(), limit, new Set(held.keys()))
    for (const callback of due) {
      if (inFlight.size >= MAX_IN_FLIGHT) return false
      const key = laneOf(callback)
      if (lanes.has(key)) continue
      if (!mayLeave(callback)) {
        wake()
        continue
      }
      lanes.add(key)
      sentCallbacks += 1
      const work = deliveries
        .attempt(callback.id, abort.signal)
        // Without this guard its lane would stay taken, and whoever waits for what is on its way would wait for ever.
        .catch((error: unknown) => {
          onFailure(`An attempt to deliver ${callback.id} broke off`, error)
          return false
        })
        .then((recorded) => {
          lanes.delete(key)
          inFlight.delete(work)
          if (recorded) wake()
          else armRealTimer(RETRY_AFTER_FAULT_MS)
        })
      inFlight.add(work)
    }
    return due.length === limit && inFlight.size < MAX_IN_FLIGHT
  }

  const startDeliveries = (): void => {
    const room = MAX_IN_FLIGHT - inFlight.size
    // Where many are due, reading more than there is room for would cost more than sending; only those whose lane is
    // taken make a second look necessary.
    if (room > 0 && startFirst(room)) startFirst(BATCH)
  }

  const tick = (): void => {
    tickPlanned = false
    if (!running) return
    try {
      holds.wakeDue(clock.now())
      firedTimers += tokenExpiry.fireDue(clock.now())
      // A timer may make another due at the same instant, for example a provider that answers at once.
      let rounds = 0
      while (fireTimers() && rounds < 50) rounds += 1
      startDeliveries()
      if (rounds === 50) wake()
      planRealTimer()
      settle()
    } catch (error) {
      onFailure('The scheduler could not run what is due', error)
      armRealTimer(RETRY_AFTER_FAULT_MS)
    }
  }

  const wake = (): void => {
    if (tickPlanned || !running) return
    tickPlanned = true
    setImmediate(tick)
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

  const armRealTimer = (delayMs: number): void => {
    if (realTimer !== null) clearTimeout(realTimer)
    realTimer = setTimeout(wake, Math.min(Math.max(delayMs, 1), MAX_REAL_DELAY_MS))
    realTimer.unref()
  }

  const planRealTimer = (): void => {
    if (realTimer !== null) clearTimeout(realTimer)
    realTimer = null
    const due = nextDueAt()
    if (due === null || clock.rate === 0) return
    const delay = (due - clock.now()) / clock.rate
    // What is due already is on its way or kept back; its end wakes us.
    if (delay > 0) armRealTimer(Math.ceil(delay))
    else if (inFlight.size === 0 && held.size === 0) wake()
    else armRealTimer(1000)
  }

  const isQuiet = (): boolean => {
    if (tickPlanned || inFlight.size > 0) return false
    const due = nextDueAt()
    return due === null || due > clock.now()
  }

  const settle = (): void => {
    if (waiters.size === 0 || !isQuiet()) return
    const ready = [...waiters]
    waiters.clear()
    for (const resolve of ready) resolve()
  }

  return {
    start() {
      holds.open()
      tokenExpiry.open()
      running = true
      wake()
    },
    wake,
    hold(paymentKey) {
      held.set(paymentKey, (held.get(paymentKey) ?? 0) + 1)
      let open = true
      return () => {
        if (!open) return
        open = false
        const count = (held.get(paymentKey) ?? 1) - 1
        if (count > 0) held.set(paymentKey, count)
        else held.delete(paymentKey)
        wake()
      }
    },
    async quiet() {
      if (!running) return
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
        return sentCallbacks
      },
    },
    async stop() {
      running = false
      if (realTimer !== null) clearTimeout(realTimer)
      abort.abort()
      await Promise.all(inFlight)
      const ready = [...waiters]
      waiters.clear()
      for (const resolve of ready) resolve()
    },
  }
}
