import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BenchEvent } from '#protocol/events'
import type { PaymentSummary } from '#protocol/payments'
import { forgetWithSession } from './session-memory'

const MAX_KEPT = 300

type Summaries = ReadonlyMap<string, PaymentSummary>

/** The newest summaries of the recently shown payments, by key. */
const watchedPayments = createStore<{ readonly byKey: Summaries }>(() => ({ byKey: new Map() }))

forgetWithSession(() => {
  watchedPayments.setState({ byKey: new Map() })
})

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
