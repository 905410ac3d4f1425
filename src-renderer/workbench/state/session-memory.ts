import type { OpenSession } from '#protocol/sessions'
import { preferencesStore, setPlace, setPreferences } from './preferences'
import { forgetUndoable } from './toasts'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CallbackDetail } from '#protocol/messages'
import type { CallbackId } from '#domain/ids'
import type { BenchEvent } from '#protocol/events'
import type { PaymentSummary } from '#protocol/payments'

const memories = new Set<() => void>()

/**
 * Registers what has to be forgotten with the open session: its ids mean nothing in other sessions, and an imported copy
 * has the same ids for other content.
 */
export function forgetWithSession(forget: () => void): void {
  memories.add(forget)
}

/** Forgets selections and unfinished work of a session that was closed or emptied. */
export function forgetSession(): void {
  // Before the selection is cleared: an editor that closes must not save into the session that is open now.
  for (const forget of memories) forget()
  forgetUndoable()
  setPlace('payments', { selection: null })
  setPlace('callbacks', { selection: null })
  setPlace('traffic', { selection: null })
}

/** The name that drafts of a session are stored under; the tester's own session has none. */
const nameOf = (session: OpenSession): string => (session.kind === 'own' ? '' : session.id)

/** Adopts the session that the bench has open. What was remembered of another one is forgotten, also after a reload. */
export function takeSession(session: OpenSession): void {
  const sessionId = nameOf(session)
  if (preferencesStore.getState().sessionId === sessionId) return
  setPreferences({ sessionId })
  forgetSession()
}

/** An attempt that was selected by hand or by a link. */
export interface ChosenAttempt {
  readonly callbackId: CallbackId
  /** `seq` of the attempt. */
  readonly seq: number
}

/** Null: the newest attempt of each callback is shown. */
export const chosenAttempt = createStore<{ readonly chosen: ChosenAttempt | null }>(() => ({ chosen: null }))

/** Selects an attempt of a callback, wherever the callback is shown. */
export function chooseAttempt(chosen: ChosenAttempt | null): void {
  chosenAttempt.setState({ chosen })
}

/** The index of the selected attempt: the newest unless another is selected; -1 where none was made. */
export function useChosenAttempt(
  callback: CallbackDetail | null,
): readonly [number, (index: number) => void] {
  const { chosen } = useStore(chosenAttempt)
  const attempts = callback?.attempts ?? []
  const found =
    chosen === null || chosen.callbackId !== callback?.id
      ? -1
      : attempts.findIndex(({ seq }) => seq === chosen.seq)
  return [
    found === -1 ? attempts.length - 1 : found,
    (index) => {
      const attempt = attempts[index]
      if (callback !== null && attempt !== undefined)
        chooseAttempt({ callbackId: callback.id, seq: attempt.seq })
    },
  ]
}

const MAX_KEPT = 300

type Summaries = ReadonlyMap<string, PaymentSummary>

/** The newest summaries of the recently shown payments, by key. */
const watchedPayments = createStore<{ readonly byKey: Summaries }>(() => ({ byKey: new Map() }))

forgetWithSession(() => watchedPayments.setState({ byKey: new Map() }))

/** Adds summaries, newest last; the longest unseen ones go when there are too many. */
function withSummaries(byKey: Summaries, payments: readonly PaymentSummary[]): Summaries {
  const next = new Map(byKey)
  for (const payment of payments) {
    next.delete(payment.key)
    next.set(payment.key, payment)
  }
  for (const key of next.keys()) {
    if (next.size <= MAX_KEPT) break
    next.delete(key)
  }
  return next
}

/** Keeps a payment that is shown. */
export function watchPayment(payment: PaymentSummary): void {
  const { byKey } = watchedPayments.getState()
  if (byKey.get(payment.key) !== payment) {
    watchedPayments.setState({ byKey: withSummaries(byKey, [payment]) })
  }
}

/** Takes changes of payments that are watched. */
export function takePaymentEvents(events: readonly BenchEvent[]): void {
  const { byKey } = watchedPayments.getState()
  const changed = events.flatMap((event) =>
    event.type === 'payment.changed' && byKey.has(event.payment.key) ? [event.payment] : [],
  )
  if (changed.length > 0) watchedPayments.setState({ byKey: withSummaries(byKey, changed) })
}

/** The summary of a recently shown payment; undefined where there is none. */
export function useWatchedPayment(key: string | null): PaymentSummary | undefined {
  return useStore(watchedPayments, (state) => (key === null ? undefined : state.byKey.get(key)))
}
