import { useState } from 'react'
import type { PaymentDetail } from '../../../src-main/contract/payments'
import { useFetched } from '../message-view/use-fetched'
import { useBench } from '../state/bench'
import type { AmountAction } from '../state/dialogs'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { Field } from '../ui/Field'
import { Choice } from './Choice'
import { DialogFault, PendingDialog } from './DialogParts'
import { readAmount, writeAmount } from './amount-text'
import { PaymentLine } from './PaymentLine'
import { issueOf, useSubmit } from './use-submit'

interface Wording {
  readonly title: string
  readonly verb: string
  readonly explain: (payment: PaymentDetail) => string
}

const WORDS: Readonly<Record<AmountAction, Wording>> = {
  capture: {
    title: 'Capture the payment',
    verb: 'Capture',
    explain: () => 'The payment becomes success. The amount may be less, equal or more than what is held.',
  },
  cancel: {
    title: 'Cancel held money',
    verb: 'Cancel',
    explain: () => 'The full amount cancels the payment; a smaller one only lowers the hold.',
  },
  refund: {
    title: 'Refund the payment',
    verb: 'Refund',
    explain: () =>
      'On the day of the purchase (UTC) it is a reversal, later a refund; a project can keep reversals for whole amounts.',
  },
}

const mostOf = (action: AmountAction, payment: PaymentDetail): number | undefined =>
  action === 'capture'
    ? undefined
    : action === 'cancel'
      ? payment.available.capture
      : payment.available.refund
const suggestionOf = (action: AmountAction, payment: PaymentDetail): number =>
  action === 'refund' ? payment.available.refund : payment.available.capture

const OUTCOMES = [
  { value: 'project', label: 'As the project says', note: 'its switch is under Holds and refunds' },
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
  const [touched, setTouched] = useState(false)
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]['value']>('project')
  const read = readAmount(text, currency, mostOf(action, payment))
  const fault = 'fault' in read ? read.fault : null
  const words = WORDS[action]

  const send = (): void => {
    setTouched(true)
    if (!('amount' in read)) return
    const params = { key: payment.key, amount: read.amount, outcome }
    submit(
      () =>
        action === 'capture'
          ? bench.call('payments.capture', params)
          : action === 'cancel'
            ? bench.call('payments.cancel', params)
            : bench.call('payments.refund', params),
      onClose,
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
        <>
          <Button size="large" onClick={onClose}>
            Keep as it is
          </Button>
          <Button size="large" look="primary" submit disabled={busy}>
            {words.verb} {'amount' in read ? `${writeAmount(read.amount, currency)} ${currency}` : ''}
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        <DialogFault refusal={refusal} />
        <Field
          label={`Amount in ${currency}`}
          help={words.explain(payment)}
          fault={(touched ? fault : null) ?? issueOf(refusal, 'amount')}
        >
          {(control) => (
            <input
              {...control}
              className="input mono"
              inputMode="decimal"
              autoComplete="off"
              autoFocus
              value={text}
              onFocus={(event) => event.target.select()}
              onBlur={() => setTouched(true)}
              onChange={(event) => {
                setText(event.target.value)
                setTouched(false)
                clear()
              }}
            />
          )}
        </Field>
        <Choice legend="Outcome" value={outcome} options={OUTCOMES} onChange={setOutcome} />
      </div>
    </Dialog>
  )
}

interface AmountDialogProps {
  readonly paymentKey: string
  readonly action: AmountAction
  readonly onClose: () => void
}

/** Capture, cancel or refund: everything that is available, or part of it. */
export function AmountDialog({ paymentKey, action, onClose }: AmountDialogProps) {
  const bench = useBench()
  const { value, fault } = useFetched(`payment:${paymentKey}`, () =>
    bench.call('payments.get', { key: paymentKey }),
  )
  if (value === null) return <PendingDialog title={WORDS[action].title} fault={fault} onClose={onClose} />
  return <AmountForm payment={value} action={action} onClose={onClose} />
}
