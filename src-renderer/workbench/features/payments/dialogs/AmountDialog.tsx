import { useState } from 'react'
import type { PaymentDetail } from '#protocol/payments'
import { amountText, formatMinorUnits } from '#lib/money/minor-units'
import { announce } from '#window/state/toasts'
import { useBench } from '#window/state/bench'
import type { AmountAction, DialogProps } from '#window/state/dialogs'
import { openPayment } from '#window/navigation/views'
import { ActionDialog, issueOf, useSubmit } from '#window/ui/Dialog.tsx'
import { NotedChoice, TextField } from '#window/ui/Field.tsx'
import { PAYMENT_ACTIONS } from '#window/features/payments/payment-commands'
import { PaymentLine } from './dialog-parts'
import { HOLD_NOTE, MAX_CHARS, readAmount } from './new-payment'

interface AmountKind {
  readonly title: string
  readonly verb: string
  readonly explanation: string
  readonly first: (payment: PaymentDetail) => number
  /** The largest amount allowed; if absent, the limit for all amounts applies. */
  readonly most?: (payment: PaymentDetail) => number
}

const KINDS: Readonly<Record<AmountAction, AmountKind>> = {
  capture: {
    title: 'Capture the payment',
    verb: 'Capture',
    explanation:
      'The status becomes success. The amount may be less than, equal to or more than the authorised amount.',
    first: ({ available }) => available.capture,
  },
  cancel: {
    title: 'Cancel the authorisation',
    verb: 'Cancel',
    explanation: 'The full amount cancels the payment; a smaller one only lowers the authorised amount.',
    first: ({ available }) => available.capture,
    most: ({ available }) => available.capture,
  },
  refund: {
    title: 'Refund the payment',
    verb: 'Refund',
    explanation:
      'On the day of purchase (UTC) this is a reversal, later a refund. A project can limit reversals to full amounts.',
    first: ({ available }) => available.refund,
    most: ({ available }) => available.refund,
  },
  chargeAgain: {
    title: 'Charge the series again',
    verb: 'Charge',
    explanation: 'Creates a payment with the card of the first one, without a security code or 3-D Secure.',
    first: ({ amount }) => amount,
  },
  payOtherAsCustomer: {
    title: 'Pay another amount',
    verb: 'Pay',
    explanation:
      'What the customer pays at the provider. The project switch “Another amount paid” decides what follows.',
    first: ({ amount }) => amount,
  },
}

const OUTCOMES = [
  { value: 'project', label: 'Project default', note: 'depends on its settings and the card' },
  { value: 'hold', label: 'I decide', note: HOLD_NOTE },
] as const

export function AmountDialog({ payment, action, onClose }: DialogProps<'amount'>) {
  const bench = useBench()
  const sending = useSubmit()
  const { title, verb, explanation, first, most } = KINDS[action]
  const { key, currency } = payment
  const [text, setText] = useState(() => formatMinorUnits(first(payment), currency).text)
  const [paymentId, setPaymentId] = useState('')
  const [isTouched, setTouched] = useState(false)
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]['value']>('project')
  const read = readAmount(text, currency, most?.(payment))
  const error = 'error' in read && isTouched ? read.error : issueOf(sending.refusal, 'amount')

  const send = (): void => {
    setTouched(true)
    if (!('amount' in read)) return
    const params = { key, amount: read.amount, outcome }
    const id = paymentId.trim()
    sending.submit(
      () =>
        action === 'payOtherAsCustomer'
          ? bench.call('payments.decideAtProvider', { key, outcome: 'paid', amount: read.amount })
          : bench.call(`payments.${action}`, id === '' ? params : { ...params, paymentId: id }),
      (changed) => {
        if (changed.key !== key) {
          openPayment(changed.key)
          announce(`Payment ${changed.paymentId} created, ${changed.status}`)
        }
        onClose()
      },
    )
  }
  return (
    <ActionDialog
      title={title}
      subtitle={<PaymentLine payment={payment} />}
      sending={sending}
      onClose={onClose}
      onSubmit={send}
      does={action === 'payOtherAsCustomer' ? 'payments.decideAtProvider' : `payments.${action}`}
      isFinal={PAYMENT_ACTIONS[action].isFinal}
      cancel={action === 'cancel' ? 'Keep as it is' : undefined}
      action={`${verb} ${'amount' in read ? amountText(read.amount, currency) : ''}`}
    >
      <TextField
        label={`Amount in ${currency}`}
        help={explanation}
        error={error}
        className="input mono"
        inputMode="decimal"
        autoFocus
        value={text}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTouched(true)}
        onText={(text) => {
          setText(text)
          setTouched(false)
          sending.clear()
        }}
      />
      {action === 'chargeAgain' ? (
        <TextField
          label="Payment id"
          error={issueOf(sending.refusal, 'paymentId')}
          className="input mono"
          spellCheck={false}
          maxLength={MAX_CHARS}
          placeholder="generated if empty"
          value={paymentId}
          onText={(text) => {
            setPaymentId(text)
            sending.clear()
          }}
        />
      ) : null}
      {action === 'payOtherAsCustomer' ? null : (
        <NotedChoice legend="Outcome" value={outcome} options={OUTCOMES} onChange={setOutcome} />
      )}
    </ActionDialog>
  )
}
