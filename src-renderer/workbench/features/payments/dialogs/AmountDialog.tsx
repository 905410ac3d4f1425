import { Dialog, DialogError, issueOf, PendingDialog, SubmitActions, useSubmit } from '#window/ui/Dialog.tsx'
import { useState } from 'react'
import type { BenchClient } from '#protocol/client'
import type { Params } from '#protocol/methods'
import type { PaymentDetail } from '#protocol/payments'
import { announce } from '#window/state/toasts'
import { useBench } from '#window/state/bench'
import type { AmountAction } from '#window/state/dialogs'
import { setPlace, setPreferences } from '#window/state/preferences'

import { NotedChoice, TextField } from '#window/ui/Field.tsx'
import { readAmount, writeAmount } from './new-payment'
import { PaymentLine, usePaymentFacts } from './dialog-parts'
import type { PaymentKey } from '#domain/ids'

interface Wording {
  readonly title: string
  readonly verb: string
  readonly explain: (payment: PaymentDetail) => string
}

const WORDS: Readonly<Record<AmountAction, Wording>> = {
  capture: {
    title: 'Capture the payment',
    verb: 'Capture',
    explain: () =>
      'The payment becomes success. The amount may be less than, equal to or more than the held amount.',
  },
  cancel: {
    title: 'Cancel the hold',
    verb: 'Cancel',
    explain: () => 'The full amount cancels the payment; a smaller one only lowers the hold.',
  },
  refund: {
    title: 'Refund the payment',
    verb: 'Refund',
    explain: () =>
      'On the day of purchase (UTC) this is a reversal, later a refund. A project can limit reversals to full amounts.',
  },
  chargeAgain: {
    title: 'Charge the series again',
    verb: 'Charge',
    explain: () => 'Creates a payment with the card of the first one, without security code and 3-D Secure.',
  },
}

/** The largest amount that can be given; undefined: any. */
function mostOf(action: AmountAction, { available }: PaymentDetail): number | undefined {
  if (action === 'cancel') return available.capture
  return action === 'refund' ? available.refund : undefined
}

function suggestionOf(action: AmountAction, { available, amount }: PaymentDetail): number {
  if (action === 'chargeAgain') return amount
  return action === 'refund' ? available.refund : available.capture
}

function callOf(
  bench: BenchClient,
  action: AmountAction,
  params: Params<'payments.refund'>,
  paymentId: string,
) {
  switch (action) {
    case 'capture':
      return bench.call('payments.capture', params)
    case 'cancel':
      return bench.call('payments.cancel', params)
    case 'refund':
      return bench.call('payments.refund', params)
    case 'chargeAgain':
      return bench.call('payments.chargeAgain', paymentId === '' ? params : { ...params, paymentId })
  }
}

/** The longest payment id that the bench takes. */
const MAX_PAYMENT_ID_CHARS = 255

const OUTCOMES = [
  { value: 'project', label: 'Project default', note: 'by its settings and the card' },
  { value: 'hold', label: 'I decide', note: 'stays in processing until you act' },
] as const

interface FormProps {
  readonly payment: PaymentDetail
  readonly action: AmountAction
  readonly onClose: () => void
}

function AmountForm({ payment, action, onClose }: FormProps) {
  const bench = useBench()
  const { busy, refusal, submit, clear } = useSubmit()
  const { currency } = payment
  const [text, setText] = useState(() => writeAmount(suggestionOf(action, payment), currency))
  const [paymentId, setPaymentId] = useState('')
  const [touched, setTouched] = useState(false)
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]['value']>('project')
  const read = readAmount(text, currency, mostOf(action, payment))
  const error = 'error' in read ? read.error : null
  const words = WORDS[action]

  const send = (): void => {
    setTouched(true)
    if (!('amount' in read)) return
    const params = { key: payment.key, amount: read.amount, outcome }
    submit(
      () => callOf(bench, action, params, paymentId.trim()),
      (changed) => {
        if (changed.key !== payment.key) {
          setPreferences({ page: 'payments' })
          setPlace('payments', { selection: changed.key })
          announce(`Payment ${changed.paymentId} created, ${changed.status}`)
        }
        onClose()
      },
    )
  }

  return (
    <Dialog
      title={words.title}
      subtitle={<PaymentLine payment={payment} />}
      width={460}
      onClose={onClose}
      onSubmit={send}
      does={`payments.${action}`}
      actions={
        <SubmitActions
          cancel={action === 'chargeAgain' ? 'Cancel' : 'Keep as it is'}
          onCancel={onClose}
          disabled={busy}
        >
          {words.verb} {'amount' in read ? `${writeAmount(read.amount, currency)} ${currency}` : ''}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <DialogError refusal={refusal} />
        <TextField
          label={`Amount in ${currency}`}
          help={words.explain(payment)}
          error={(touched ? error : null) ?? issueOf(refusal, 'amount')}
          className="input mono"
          inputMode="decimal"
          autoFocus
          value={text}
          onFocus={(event) => event.target.select()}
          onBlur={() => setTouched(true)}
          onText={(text) => {
            setText(text)
            setTouched(false)
            clear()
          }}
        />
        {action === 'chargeAgain' ? (
          <TextField
            label="Payment id"
            error={issueOf(refusal, 'paymentId')}
            className="input mono"
            spellCheck={false}
            maxLength={MAX_PAYMENT_ID_CHARS}
            placeholder="generated if empty"
            value={paymentId}
            onText={(text) => {
              setPaymentId(text)
              clear()
            }}
          />
        ) : null}
        <NotedChoice legend="Outcome" value={outcome} options={OUTCOMES} onChange={setOutcome} />
      </div>
    </Dialog>
  )
}

interface AmountDialogProps {
  readonly paymentKey: PaymentKey
  readonly action: AmountAction
  readonly onClose: () => void
}

/** Capture, cancel, refund or another debit of a series: everything that is available, or part of it. */
export function AmountDialog({ paymentKey, action, onClose }: AmountDialogProps) {
  const { value, error } = usePaymentFacts(paymentKey)
  if (value === null) return <PendingDialog title={WORDS[action].title} error={error} onClose={onClose} />
  return <AmountForm payment={value} action={action} onClose={onClose} />
}
