import { useId, useState } from 'react'
import type { PaymentKey } from '#domain/ids'
import { ADVICE_SENTENCES } from '#domain/result-code/result-advice'
import {
  CARD_DECLINE_CODE,
  DECLINE_CODES,
  findResultCode,
  MAX_RESULT_MESSAGE_CHARS,
} from '#domain/result-code/result-codes'
import type { PaymentDetail } from '#protocol/payments'
import { openFollowUp } from '#window/features/payments/payment-commands'
import { formatCountdown, parseTime } from '#window/lib/time'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import { Dialog, DialogError, issueOf, PendingDialog, SubmitActions, useSubmit } from '#window/ui/Dialog.tsx'
import { TextField } from '#window/ui/Field.tsx'
import { PaymentLine, usePaymentFacts } from './dialog-parts'
import './dialogs.css'

const TITLE = 'Decline the payment'
const OWN_CODE = /^\d{1,6}$/

interface PaymentDialogProps {
  readonly paymentKey: PaymentKey
  readonly onClose: () => void
}

/** Picks the result code of a decline, from the platform's list or one of the tester's own with its message. */
export function DeclineDialog({ paymentKey, onClose }: PaymentDialogProps) {
  const bench = useBench()
  const list = useId()
  const { value: payment, error } = usePaymentFacts(paymentKey)
  const { busy, refusal, submit, clear, forget } = useSubmit()
  const [typed, setTyped] = useState(CARD_DECLINE_CODE)
  const [message, setMessage] = useState('')
  const [tried, setTried] = useState(false)
  const code = typed.trim()
  const known = DECLINE_CODES.find((each) => each.code === code)
  const isOwn = OWN_CODE.test(code) && findResultCode(code) === null
  const canDecline = known !== undefined || isOwn
  const missing = isOwn && message.trim() === '' ? 'Enter the message to send with this code.' : null

  if (payment === null) return <PendingDialog title={TITLE} error={error} onClose={onClose} />
  const send = (): void => {
    setTried(true)
    if (!canDecline || missing !== null) return
    const decline = { key: paymentKey, outcome: 'decline', code } as const
    submit(() => bench.call('payments.complete', isOwn ? { ...decline, message } : decline), onClose)
  }
  return (
    <Dialog
      title={TITLE}
      subtitle={<PaymentLine payment={payment} />}
      width={560}
      onClose={onClose}
      onSubmit={send}
      does="payments.complete"
      note="The result callback is sent at once."
      actions={
        <SubmitActions onCancel={onClose} disabled={busy || !canDecline}>
          {canDecline ? `Decline with ${code}` : 'Decline'}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <DialogError refusal={refusal} />
        <TextField
          label="Result code"
          help={`Type part of one of the ${DECLINE_CODES.length.toString()} decline codes or of its message, or a code of your own.`}
          className="input mono"
          list={list}
          autoFocus
          value={typed}
          onFocus={(event) => event.target.select()}
          onText={(text) => {
            // Another code is another decline: errors of the previous one do not apply.
            setTyped(text)
            setTried(false)
            clear()
          }}
        >
          <datalist id={list}>
            {DECLINE_CODES.map(({ code, message, source }) => (
              <option key={code} value={code}>
                {`${message} (${source})`}
              </option>
            ))}
          </datalist>
        </TextField>
        <p className="mid" aria-live="polite">
          {known !== undefined ? (
            <>
              {known.message}. <span className="dim">{ADVICE_SENTENCES[known.advice]}</span>
            </>
          ) : isOwn ? (
            'Sent with the message that you enter.'
          ) : (
            'No code matches. A custom code has one to six digits; 0 and the codes for waiting do not decline.'
          )}
        </p>
        {isOwn ? (
          <TextField
            label="Message"
            error={(tried ? missing : null) ?? issueOf(refusal, 'message')}
            maxLength={MAX_RESULT_MESSAGE_CHARS}
            value={message}
            onText={(text) => {
              setMessage(text)
              setTried(false)
              forget(['message'])
            }}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

const EXPIRE_TITLE = 'Expire now'

/** A later operation is declined alone; the payment stays as it was before it. */
function whatIsDeclined(payment: PaymentDetail): string {
  const waiting = openFollowUp(payment)
  return waiting === null ? 'The payment' : `The ${waiting.type}`
}

/** Ends the wait for the merchant's answer at once, as if its time had passed. */
export function ExpireDialog({ paymentKey, onClose }: PaymentDialogProps) {
  const bench = useBench()
  const now = useVirtualNow()
  const { value: payment, error } = usePaymentFacts(paymentKey)
  const { busy, refusal, submit } = useSubmit()
  if (payment === null) return <PendingDialog title={EXPIRE_TITLE} error={error} onClose={onClose} />
  const left = payment.clarification === undefined ? 0 : parseTime(payment.clarification.expiresAt) - now
  const expire = (): void => {
    submit(() => bench.call('payments.expireClarification', { key: paymentKey }), onClose)
  }
  return (
    <Dialog
      title={EXPIRE_TITLE}
      subtitle={<PaymentLine payment={payment} />}
      width={460}
      onClose={onClose}
      onSubmit={expire}
      does="payments.expireClarification"
      actions={
        <SubmitActions cancel="Keep waiting" onCancel={onClose} disabled={busy} autoFocus>
          Expire and decline
        </SubmitActions>
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
