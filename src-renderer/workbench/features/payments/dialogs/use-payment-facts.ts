import type { PaymentKey } from '../../../../../src-main/domain/ids'
import type { PaymentDetail } from '../../../../../src-main/protocol/payments'
import { useFetched } from '../../../message-view/use-fetched'
import type { Fetched } from '../../../message-view/use-fetched'
import { useBench } from '../../../state/bench'

/** A payment as a dialog needs it: without the steps of its timeline, of which there may be thousands. */
export function usePaymentFacts(paymentKey: PaymentKey): Fetched<PaymentDetail> {
  const bench = useBench()
  return useFetched(`payment:${paymentKey}`, () =>
    bench.call('payments.get', { key: paymentKey, maxSteps: 1 }),
  )
}
