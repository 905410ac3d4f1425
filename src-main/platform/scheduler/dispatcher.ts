import { setMaxListeners } from 'node:events'
import type { CallbackRow, SavedCardRecord } from '#store/records'
import type { Deliveries } from '#platform/callbacks/delivery'
import { expiresAt, lastExpired } from '#domain/card/card-number'
import type { Project } from '#domain/project/project'
import { callbackPlan } from '#platform/payments/registration'
import { readStoredJson } from '#core/stored-json'
import { newTokenCallback } from '#platform/callbacks/enqueue'
import type { BenchServices } from '#core/services'

const MAX_IN_FLIGHT = 64
const BATCH = 200

export interface Sending extends Pick<BenchServices, 'store' | 'onFailure'> {
  readonly deliveries: Deliveries
  readonly mayLeave: (callback: CallbackRow) => boolean
}

/** `retryLater` gets the error of a store that could not record an attempt, or null if the attempt threw. */
export function createDispatcher(
  options: Sending & { readonly wake: () => void; readonly retryLater: (unrecorded: Error | null) => void },
) {
  const { store, deliveries, mayLeave, wake, retryLater, onFailure } = options
  const lanes = new Set<string>()
  const inFlight = new Set<Promise<void>>()
  const abort = new AbortController()
  setMaxListeners(MAX_IN_FLIGHT * 2, abort.signal)
  let started = 0

  const start = ({ id }: CallbackRow, lane: string): void => {
    lanes.add(lane)
    started += 1
    // An attempt that throws must free its lane too, or the next attempt would wait forever.
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
        onFailure(`An attempt to deliver ${id} failed`, error)
        retryLater(null)
      },
    )
    inFlight.add(attempt)
  }

  /** True if more callbacks may be due than were read, and there is room for them. */
  const startFirst = (limit: number, now: number, locked: ReadonlySet<string>): boolean => {
    const due = store.callbacks.due(now, limit, locked)
    for (const callback of due) {
      if (inFlight.size >= MAX_IN_FLIGHT) return false
      const lane = callback.lane ?? `${callback.paymentKey ?? ''}\n${callback.targetUrl ?? ''}`
      if (lanes.has(lane)) continue
      if (mayLeave(callback)) start(callback, lane)
      else wake()
    }
    return due.length === limit && inFlight.size < MAX_IN_FLIGHT
  }

  return {
    /** Starts due attempts while there is room, except for `locked` payments. `now`: virtual, epoch milliseconds. */
    startDue(now: number, locked: ReadonlySet<string>): void {
      const room = MAX_IN_FLIGHT - inFlight.size
      // If many are due, reading more than there is room for would cost more than sending; a second read is
      // only needed if lanes are busy.
      if (room > 0 && startFirst(room, now, locked)) startFirst(BATCH, now, locked)
    },
    get inFlight(): number {
      return inFlight.size
    },
    get started(): number {
      return started
    },
    /** Aborts the attempts in flight. They are repeated at the next start. */
    async stop(): Promise<void> {
      abort.abort()
      await Promise.all(inFlight)
    },
  }
}

/** Creates a callback for every token when the last month of its card ends (contract 9.1). */
export type TokenExpiry = ReturnType<typeof createTokenExpiry>

/** The time up to which tokens were handled. A setting, so that a session file includes it. */
const KEY = 'tokens.expiredUpTo'

export function createTokenExpiry({
  store,
  projects,
  ids,
  crypto,
  changes,
  now,
}: Pick<BenchServices, 'store' | 'projects' | 'ids' | 'crypto' | 'changes' | 'now'>) {
  const storedTime = (): number | null => {
    const text = store.settings.get(KEY)
    const value = text === null ? null : readStoredJson(text)
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
  }

  /** If the clock was set back, which is possible while there are no payments, the same tokens expire again. */
  const handledUpTo = (): number => Math.min(storedTime() ?? now(), now())

  const next = (): SavedCardRecord | null => store.savedCards.nextToExpire(lastExpired(handledUpTo()))

  /** The project's rules choose the target. The token keeps its data: the form still shows the card as expired. */
  const enqueue = (card: SavedCardRecord, project: Project, at: number): void => {
    const { projectId, customerId, token, createdAt, number, month, year, holder } = card
    const callback = newTokenCallback({
      id: ids.callbackId(),
      change: {
        projectId,
        customerId,
        request: { id: ids.requestId(projectId), action: 'expire', status: 'success' },
        token,
        tokenStatus: 'expiry',
        tokenCreatedAt: createdAt,
        card: { number, month, year, holder, country: '' },
      },
      plan: callbackPlan(project),
      project,
      crypto,
      createdAt: at,
    })
    if (callback === null) return
    const { id } = store.callbacks.insert(callback)
    changes.callback(id, true)
  }

  return {
    /** Tokens that expired before the first start get no callback. */
    open(): void {
      if (storedTime() === null) store.settings.set(KEY, JSON.stringify(now()))
    },
    /** Virtual time, epoch milliseconds; null if no token will expire. */
    nextDueAt(): number | null {
      const card = next()
      return card === null ? null : expiresAt(card)
    },
    waiting: (): number => store.savedCards.countToExpire(lastExpired(handledUpTo())),
    /** Creates the callbacks of tokens that expire by `until`, each at its own time. Returns their number. */
    fireDue(until: number): number {
      let fired = 0
      for (let card = next(); card !== null && expiresAt(card) <= until; card = next()) {
        const at = expiresAt(card)
        const cards = store.savedCards.expiring(card)
        store.write(() => {
          for (const one of cards) {
            const project = projects.byId(one.projectId)
            if (project !== null) enqueue(one, project, at)
          }
          store.settings.set(KEY, JSON.stringify(at))
        })
        fired += cards.length
      }
      return fired
    },
  }
}
