import { setMaxListeners } from 'node:events'
import type { CallbackRow } from '../../store/records'
import type { Store } from '../../store/store'
import { UnreadableValue } from '../../store/unreadable-value'
import type { Deliveries } from '../callbacks/delivery'

/** Starts the attempts that are due: many at once, but one after the other for each payment and target. */
export interface Dispatcher {
  /** Starts what is due and has room. Callbacks of `locked` payments wait. Times: epoch milliseconds, virtual. */
  startDue(now: number, locked: ReadonlySet<string>): void
  readonly inFlight: number
  /** Attempts that were started. */
  readonly started: number
  /** Cuts off what is in flight; it is repeated at the next start. */
  stop(): Promise<void>
}

const MAX_IN_FLIGHT = 64
const BATCH = 200

export function createDispatcher(options: {
  readonly store: Store
  readonly deliveries: Deliveries
  /** Whether a callback that is due may leave now; rules may put it off, hold it or drop it. */
  readonly mayLeave: (callback: CallbackRow) => boolean
  /** More may be due now. */
  readonly wake: () => void
  /** An attempt could not be recorded. Trying again at once would fail again. */
  readonly retryLater: () => void
  readonly onFailure: (message: string, error: unknown) => void
}): Dispatcher {
  const { store, deliveries, mayLeave, wake, retryLater, onFailure } = options
  const lanes = new Set<string>()
  const inFlight = new Set<Promise<void>>()
  const abort = new AbortController()
  // Every attempt in flight listens.
  setMaxListeners(MAX_IN_FLIGHT * 2, abort.signal)
  let started = 0

  const start = ({ id }: CallbackRow, lane: string): void => {
    lanes.add(lane)
    started += 1
    const attempt = deliveries
      .attempt(id, abort.signal)
      // An attempt that throws must free its lane as well, or whoever waits for it would wait forever.
      .catch((error: unknown) => {
        onFailure(`An attempt to deliver ${id} broke off`, error)
        return false
      })
      .then((isRecorded) => {
        lanes.delete(lane)
        inFlight.delete(attempt)
        if (isRecorded) wake()
        else retryLater()
      })
    inFlight.add(attempt)
  }

  /** As `mayLeave`; a callback that cannot be read may not leave at all. */
  const isAllowed = (callback: CallbackRow): boolean => {
    try {
      return mayLeave(callback)
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error
      deliveries.setAside(callback.id, error)
      return false
    }
  }

  /** True where more may be due than was read, and there is room for it. */
  const startFirst = (limit: number, now: number, locked: ReadonlySet<string>): boolean => {
    const due = store.callbacks.due(now, limit, locked)
    for (const callback of due) {
      if (inFlight.size >= MAX_IN_FLIGHT) return false
      const lane = laneOf(callback)
      if (lanes.has(lane)) continue
      if (isAllowed(callback)) start(callback, lane)
      else wake()
    }
    return due.length === limit && inFlight.size < MAX_IN_FLIGHT
  }

  return {
    startDue(now, locked) {
      const room = MAX_IN_FLIGHT - inFlight.size
      // Where many are due, reading more than there is room for would cost more than sending; only those whose lane is
      // taken make a second look necessary.
      if (room > 0 && startFirst(room, now, locked)) startFirst(BATCH, now, locked)
    },
    get inFlight() {
      return inFlight.size
    },
    get started() {
      return started
    },
    async stop() {
      abort.abort()
      await Promise.all(inFlight)
    },
  }
}

function laneOf({ lane, paymentKey, targetUrl }: CallbackRow): string {
  return lane ?? `${paymentKey ?? ''}\n${targetUrl ?? ''}`
}
