import type { PaymentSummary } from '#protocol/payments'
import { amountText } from '#window/ui/Amount.tsx'
import { StatusBadge } from '#window/ui/StatusMark.tsx'
import { visibleId } from '#window/ui/id-text'

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
