import { useCallback, useEffect, useState } from 'react'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import type { PaymentDetail } from '#protocol/payments'
import { useReloadOn } from '#window/message-view/use-message'
import { type Fetched, useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import type { PaymentKey } from '#domain/ids'
import { announce } from '#window/state/toasts'
import { errorText } from '#lib/error-text'

/** Maximum messages of one payment that its tabs list; the pages of their own filter and list all. */
const MAX_MESSAGES = 500

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

/** Steps of a timeline that are shown at first, and how many more each time the tester asks for earlier ones. */
const STEPS_AT_ONCE = 300

interface FetchedPayment extends Fetched<PaymentDetail> {
  /** Shows more of the steps before those that are shown. */
  readonly showEarlier: () => void
}

/** Everything the detail of a payment shows; fetched again when the payment or one of its messages changes. */
export function usePayment(key: string): FetchedPayment {
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
  return { ...fetched, showEarlier: () => setAsked({ key, pages: pages + 1 }) }
}

/** The callbacks of a payment, newest first. */
export function usePaymentCallbacks(paymentKey: PaymentKey): Fetched<Page<CallbackSummary>> {
  const bench = useBench()
  const fetched = useFetched(`callbacks:${paymentKey}`, () =>
    bench.call('callbacks.list', { paymentKey, limit: MAX_MESSAGES }),
  )
  useReloadOn(
    (event) => event.type === 'callback.changed' && event.callback.paymentKey === paymentKey,
    fetched.reload,
  )
  return fetched
}

/** The requests to the platform that concern a payment, newest first; what was imported from a file did not reach it. */
export function usePaymentExchanges(paymentKey: PaymentKey): Fetched<Page<ExchangeSummary>> {
  const bench = useBench()
  const fetched = useFetched(`exchanges:${paymentKey}`, () =>
    bench.call('exchanges.list', { paymentKey, query: '-source:imported', limit: MAX_MESSAGES }),
  )
  useReloadOn(
    (event) => event.type === 'exchange.added' && event.exchange.paymentKey === paymentKey,
    fetched.reload,
  )
  return fetched
}

export interface CommandRun {
  /** Why the last command was refused, with what to do. */
  readonly error: string | null
  readonly busy: boolean
  /** Runs a command and announces `done` when it succeeded. */
  readonly run: (command: () => Promise<unknown>, done: string) => void
  readonly dismiss: () => void
}

/** Commands on a payment: one at a time, a refusal stays to be read. */
export function useCommand(): CommandRun {
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const run = useCallback((command: () => Promise<unknown>, done: string) => {
    setBusy(true)
    setError(null)
    command()
      .then(
        () => announce(done),
        (error: unknown) => setError(errorText(error)),
      )
      .finally(() => setBusy(false))
  }, [])
  const dismiss = useCallback(() => setError(null), [])
  return { error, busy, run, dismiss }
}
