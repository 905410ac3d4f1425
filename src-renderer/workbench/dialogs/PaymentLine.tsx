import type { PaymentSummary } from '../../../src-main/contract/payments'
import { formatMinorUnits } from '../../../src-main/core/money/minor-units'
import { StatusBadge } from '../ui/StatusMark'

/** The payment that a dialog is about, in one line. */
export function PaymentLine({ payment }: { readonly payment: PaymentSummary }) {
  return (
    <>
      <code className="clip">{payment.paymentId}</code>
      <span className="nowrap">
        {formatMinorUnits(payment.amount, payment.currency).text} {payment.currency}
      </span>
      <span className="nowrap">
        {payment.account === undefined
          ? payment.method
          : `${payment.account.type} ··${payment.account.number.slice(-4)}`}
      </span>
      <StatusBadge status={payment.status} small />
    </>
  )
}
