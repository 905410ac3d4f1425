import { setMaxListeners } from 'node:events'
import type { CallbackRow } from '#store/records'
import type { Store } from '#store/store'
import { UnreadableValue } from '#store/unreadable-value'
import type { Deliveries } from '#platform/callbacks/delivery'

/** Starts the attempts that are due: many at once, but one at a time for each payment and target. */
export interface Dispatcher {
  /** Starts due attempts while there is room. Callbacks of `locked` payments wait. `now`: virtual, epoch milliseconds. */
  startDue(now: number, locked: ReadonlySet<string>): void
  readonly inFlight: number
  /** Number of attempts that were started. */
  readonly started: number
  /** Aborts the attempts in flight. They are repeated at the next start. */
  stop(): Promise<void>
}

const MAX_IN_FLIGHT = 64
const BATCH = 200

export function createDispatcher(options: {
  readonly store: Store
  readonly deliveries: Deliveries
  /** Whether a due callback may be sent now. Rules may delay, hold or drop it. */
  readonly mayLeave: (callback: CallbackRow) => boolean
  /** Called when more may be due. */
  readonly wake: () => void
  /**
   * Called when an attempt could not be recorded. Another attempt at once would fail too.
   * @param unrecorded why, where the store did not take it; null for an error of the attempt itself
   */
  readonly retryLater: (unrecorded: Error | null) => void
  readonly onFailure: (message: string, error: unknown) => void
}): Dispatcher {
  const { store, deliveries, mayLeave, wake, retryLater, onFailure } = options
  const lanes = new Set<string>()
  const inFlight = new Set<Promise<void>>()
  const abort = new AbortController()
  // Every attempt in flight listens to the signal.
  setMaxListeners(MAX_IN_FLIGHT * 2, abort.signal)
  let started = 0

  const start = ({ id }: CallbackRow, lane: string): void => {
    lanes.add(lane)
    started += 1
    // An attempt that throws has to free its lane too, or the next attempt would wait forever.
    const free = (): void => {
      lanes.delete(lane)
      inFlight.delete(attempt)
    }
    const attempt = deliveries.attempt(id, abort.signal).then(
      (isRecorded) => {
        free()
        if (isRecorded) wake()
        else retryLater(new Error(`An attempt to deliver ${id} could not be recorded.`))
      },
      (error: unknown) => {
        free()
        onFailure(`An attempt to deliver ${id} broke off`, error)
        retryLater(null)
      },
    )
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
