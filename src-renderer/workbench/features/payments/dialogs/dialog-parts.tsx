import type { ReactNode } from 'react'
import { meansText, type PaymentDetail } from '#protocol/payments'
import { amountText } from '#lib/money/minor-units'
import { visibleId } from '#window/ui/IdText.tsx'
import { StatusBadge } from '#window/ui/StatusMark.tsx'

export function PaymentLine({ payment }: { readonly payment: PaymentDetail }) {
  const { paymentId, amount, currency, status } = payment
  return (
    <>
      <code className="clip" title={visibleId(paymentId)}>
        {visibleId(paymentId)}
      </code>
      <span className="nowrap">{amountText(amount, currency)}</span>
      <span className="nowrap">{meansText(payment)}</span>
      <StatusBadge status={status} />
    </>
  )
}

interface PreviewPartProps {
  readonly title: string
  readonly note: ReactNode
  readonly action?: ReactNode
  readonly children?: ReactNode
}

export function PreviewPart({ title, note, action, children }: PreviewPartProps) {
  return (
    <section className="prev" aria-label={title}>
      <div className="section-head">
        <h3>{title}</h3>
        <span className="note clip">{note}</span>
        <span className="grow" />
        {action}
      </div>
      {children}
    </section>
  )
}
