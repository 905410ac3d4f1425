import type { PaymentKey } from '#domain/ids'
import type { PaymentDetail } from '#protocol/payments'
import { type Fetched, useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'

/** A payment as a dialog needs it: without the steps of its timeline, of which there may be thousands. */
export function usePaymentFacts(paymentKey: PaymentKey): Fetched<PaymentDetail> {
  const bench = useBench()
  return useFetched(`payment:${paymentKey}`, () =>
    bench.call('payments.get', { key: paymentKey, maxSteps: 1 }),
  )
}
