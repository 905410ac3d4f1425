import type { ComponentProps, ReactNode } from 'react'
import type { PaymentKey } from '#domain/ids'
import type { PaymentDetail } from '#protocol/payments'
import { type Fetched, useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { Dialog, DialogError, PendingDialog, SubmitActions, type useSubmit } from '#window/ui/Dialog.tsx'
import { amountText, visibleId } from '#window/ui/IdText.tsx'
import { StatusBadge } from '#window/ui/StatusMark.tsx'

/** The payment that a dialog is about, in one line. */
export function PaymentLine({ payment }: { readonly payment: PaymentDetail }) {
  const { paymentId, amount, currency, account, method, status } = payment
  return (
    <>
      <code className="clip" title={visibleId(paymentId)}>
        {visibleId(paymentId)}
      </code>
      <span className="nowrap">{amountText(amount, currency)}</span>
      <span className="nowrap">
        {account === undefined ? method : `${account.type} ··${account.number.slice(-4)}`}
      </span>
      <StatusBadge status={status} small />
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

interface AboutPaymentProps {
  readonly title: string
  readonly payment: Fetched<PaymentDetail>
  readonly onClose: () => void
  readonly children: (payment: PaymentDetail) => ReactNode
}

/** A dialog about a payment, once it is read. */
export function AboutPayment({ title, payment, onClose, children }: AboutPaymentProps) {
  if (payment.value !== null) return children(payment.value)
  return <PendingDialog title={title} error={payment.error} onClose={onClose} />
}

interface ActionDialogProps extends Omit<ComponentProps<typeof Dialog>, 'subtitle' | 'actions'> {
  readonly payment: PaymentDetail
  readonly sending: Pick<ReturnType<typeof useSubmit>, 'busy' | 'refusal'>
  /** The button that does it. */
  readonly action: ReactNode
  readonly canSubmit?: boolean
  readonly cancel?: string
}

/** The dialog of an action on a payment. */
export function ActionDialog(props: ActionDialogProps) {
  const { payment, sending, action, canSubmit = true, cancel = 'Cancel', children, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      subtitle={<PaymentLine payment={payment} />}
      actions={
        <SubmitActions cancel={cancel} onCancel={dialog.onClose} disabled={sending.busy || !canSubmit}>
          {action}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <DialogError refusal={sending.refusal} />
        {children}
      </div>
    </Dialog>
  )
}

interface PreviewPartProps {
  readonly title: string
  /** Beside the title. */
  readonly note: ReactNode
  /** What can be done with the content. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** A part of the right half of a dialog: what will be sent, or what came back. */
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
