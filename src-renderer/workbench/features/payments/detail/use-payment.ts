import { useEffect, useState } from 'react'
import type { BenchEvent } from '#protocol/events'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import { useReloadOn } from '#window/message-view/use-message'
import { type Fetched, useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import type { PaymentKey } from '#domain/ids'

/** Maximum messages of one payment that its tabs list; the pages of their own filter and list all. */
const MAX_MESSAGES = 500

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

/** Steps of a timeline that are shown at first, and how many more each time the tester asks for earlier ones. */
const STEPS_AT_ONCE = 300

/** Everything the detail of a payment shows; fetched again when the payment or one of its messages changes. */
export function usePayment(key: string) {
  const bench = useBench()
  const [asked, setAsked] = useState({ key, pages: 1 })
  const pages = asked.key === key ? asked.pages : 1
  const fetched = useFetched(`payment:${key}`, () =>
    bench.call('payments.get', { key, maxSteps: pages * STEPS_AT_ONCE }),
  )
  const { reload } = fetched
  useEffect(() => {
    if (pages > 1) reload()
  }, [pages, reload])
  useReloadOn(
    (event) =>
      (event.type === 'payment.changed' && event.payment.key === key) ||
      (event.type === 'callback.changed' && event.callback.paymentKey === key) ||
      (event.type === 'exchange.added' && event.exchange.paymentKey === key),
    reload,
  )
  /** Shows more of the steps before those that are shown. */
  const showEarlier = (): void => setAsked({ key, pages: pages + 1 })
  return { ...fetched, showEarlier }
}

/** The callbacks of a payment, newest first. */
export function usePaymentCallbacks(paymentKey: PaymentKey): Fetched<Page<CallbackSummary>> {
  const bench = useBench()
  return useReloading(
    useFetched(`callbacks:${paymentKey}`, () =>
      bench.call('callbacks.list', { paymentKey, limit: MAX_MESSAGES }),
    ),
    (event) => event.type === 'callback.changed' && event.callback.paymentKey === paymentKey,
  )
}

/** The requests to the platform that concern a payment, newest first; what was imported from a file did not reach it. */
export function usePaymentExchanges(paymentKey: PaymentKey): Fetched<Page<ExchangeSummary>> {
  const bench = useBench()
  return useReloading(
    useFetched(`exchanges:${paymentKey}`, () =>
      bench.call('exchanges.list', { paymentKey, query: '-source:imported', limit: MAX_MESSAGES }),
    ),
    (event) => event.type === 'exchange.added' && event.exchange.paymentKey === paymentKey,
  )
}

function useReloading<Value>(fetched: Fetched<Value>, isDue: (event: BenchEvent) => boolean): Fetched<Value> {
  useReloadOn(isDue, fetched.reload)
  return fetched
}
