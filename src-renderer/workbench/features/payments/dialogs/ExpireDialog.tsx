import type { PaymentDetail } from '#protocol/payments'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import { Button } from '#window/ui/Button.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { formatCountdown, parseTime } from '#window/lib/time'
import { DialogError, PendingDialog } from '#window/ui/DialogParts.tsx'
import { openFollowUp } from '#window/features/payments/open-follow-up'
import { PaymentLine } from './PaymentLine'
import { useSubmit } from '#window/ui/use-submit'
import type { PaymentKey } from '#domain/ids'
import { usePaymentFacts } from './use-payment-facts'

const TITLE = 'Expire now'

/** A later operation is declined alone; the payment stays as it was before it. */
function whatIsDeclined(payment: PaymentDetail): string {
  const waiting = openFollowUp(payment)
  return waiting === null ? 'The payment' : `The ${waiting.type}`
}

/** Ends the wait for the merchant's answer at once, as if its time had passed. */
export function ExpireDialog({
  paymentKey,
  onClose,
}: {
  readonly paymentKey: PaymentKey
  readonly onClose: () => void
}) {
  const bench = useBench()
  const now = useVirtualNow()
  const { value: payment, error } = usePaymentFacts(paymentKey)
  const { busy, refusal, submit } = useSubmit()
  if (payment === null) return <PendingDialog title={TITLE} error={error} onClose={onClose} />
  const left = payment.clarification === undefined ? 0 : parseTime(payment.clarification.expiresAt) - now
  const expire = (): void => {
    submit(() => bench.call('payments.expireClarification', { key: paymentKey }), onClose)
  }
  return (
    <Dialog
      title={TITLE}
      subtitle={<PaymentLine payment={payment} />}
      width={460}
      onClose={onClose}
      onSubmit={expire}
      does="payments.expireClarification"
      actions={
        <>
          <Button size="large" onClick={onClose}>
            Keep waiting
          </Button>
          <Button size="large" look="primary" submit disabled={busy} autoFocus>
            Expire and decline
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        <DialogError refusal={refusal} />
        <p>
          The merchant still has <b>{formatCountdown(left)}</b>. {whatIsDeclined(payment)} is declined with
          the code that the project sets for this timeout, and the result callback is sent. This cannot be
          undone. The clock does not move.
        </p>
      </div>
    </Dialog>
  )
}
