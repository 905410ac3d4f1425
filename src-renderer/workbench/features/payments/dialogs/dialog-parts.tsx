import type { PaymentKey } from '#domain/ids'
import type { PaymentDetail, PaymentSummary } from '#protocol/payments'
import { type Fetched, useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { amountText, visibleId } from '#window/ui/IdText.tsx'
import { StatusBadge } from '#window/ui/StatusMark.tsx'

/** The payment that a dialog is about, in one line. */
export function PaymentLine({ payment }: { readonly payment: PaymentSummary }) {
  return (
    <>
      <code className="clip" title={visibleId(payment.paymentId)}>
        {visibleId(payment.paymentId)}
      </code>
      <span className="nowrap">{amountText(payment.amount, payment.currency)}</span>
      <span className="nowrap">
        {payment.account === undefined
          ? payment.method
          : `${payment.account.type} ··${payment.account.number.slice(-4)}`}
      </span>
      <StatusBadge status={payment.status} small />
    </>
  )
}

/** A payment as a dialog needs it: without the steps of its timeline, of which there may be thousands. */
export function usePaymentFacts(paymentKey: PaymentKey): Fetched<PaymentDetail> {
  const bench = useBench()
  return useFetched(`payment:${paymentKey}`, () =>
    bench.call('payments.get', { key: paymentKey, maxSteps: 1 }),
  )
}
