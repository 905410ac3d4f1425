import type { PaymentSummary } from '#protocol/payments'
import { usePayment } from '#window/features/payments/detail/use-payment'
import { isOffered } from '#window/commands/command'
import { CommandButton } from '#window/commands/CommandControls.tsx'
import { PAYMENT_ACTIONS } from '#window/features/payments/payment-commands'
import { setPlace, setPreferences } from '#window/state/preferences'
import { Icon } from '#window/ui/Icon.tsx'
import { StatusBadge } from '#window/ui/StatusMark.tsx'
import type { OpenedPreview } from './preview-store'
import { visibleId } from '#window/ui/id-text'

const { approve, decline, requestClarification } = PAYMENT_ACTIONS
const DECISIONS = [approve, decline, { ...requestClarification, label: 'Request clarification now' }]

/** What the tester can decide about the payment of the form, or why there is nothing to decide. */
function Known({ payment }: { readonly payment: PaymentSummary }) {
  const { value } = usePayment(payment.key)
  const actions = value?.actions ?? []
  return (
    <>
      <button
        type="button"
        className="link mono clip"
        title="Show in Payments"
        onClick={() => {
          setPlace('payments', { selection: payment.key })
          setPreferences({ page: 'payments' })
        }}
      >
        {visibleId(payment.paymentId)}
      </button>
      <StatusBadge status={payment.status} small />
      {DECISIONS.map((command) => (
        <CommandButton
          key={command.id}
          command={command}
          subject={{ ...payment, actions }}
          shows="label"
          size="small"
          disabled={!isOffered(command, { ...payment, actions })}
        />
      ))}
      {value === null || actions.includes('approve') ? null : (
        <span className="dim">Nothing to decide. Hold payments to keep one in processing.</span>
      )}
    </>
  )
}

interface PaymentBarProps {
  readonly opened: OpenedPreview | null
  readonly payment: PaymentSummary | null
  /** The form that is open is not the one that would be opened now. */
  readonly isChanged: boolean
}

/** The payment of the form that is open: its status, a link to it, and the tester's decisions. */
export function PaymentBar({ opened, payment, isChanged }: PaymentBarProps) {
  return (
    <div className="bar pv-payment" role="group" aria-label="Payment of the form">
      {payment === null ? (
        <span className="dim">
          {opened === null
            ? 'Open the form to start a payment.'
            : 'The payment is created when the customer confirms it on the form.'}
        </span>
      ) : (
        <Known key={payment.key} payment={payment} />
      )}
      <span className="small pv-changed" role="status">
        {isChanged ? (
          <span className="state" data-hue="amber">
            <Icon name="warn" small />
            Changed: open again to see it
          </span>
        ) : null}
      </span>
    </div>
  )
}
