import { useState } from 'react'
import { ADVICE_SENTENCES } from '#domain/result-code/result-advice'
import {
  DECLINE_CODES,
  declineCodeOf,
  findResultCode,
  MAX_RESULT_MESSAGE_CHARS,
  NOT_PAID_CODE,
} from '#domain/result-code/result-codes'
import { counted } from '#lib/words'
import { openFollowUp } from '#window/features/payments/payment-commands'
import { formatCountdown, parseTime } from '#window/lib/time'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import type { DialogProps } from '#window/state/dialogs'
import { ActionDialog, issueOf, useSubmit } from '#window/ui/Dialog.tsx'
import { TextField } from '#window/ui/Field.tsx'
import { visibleId } from '#window/ui/IdText.tsx'
import { PaymentLine } from './dialog-parts'

const SUGGESTIONS = DECLINE_CODES.map(({ code, message, source }) => ({
  value: code,
  label: `${message} (${source})`,
}))
const MAX_MATCHES = 6
const OWN_CODE = /^\d{1,6}$/

export function DeclineDialog({ payment, onClose }: DialogProps<'decline'>) {
  const bench = useBench()
  const sending = useSubmit()
  const [typed, setTyped] = useState(() => declineCodeOf(payment))
  const [message, setMessage] = useState('')
  const code = typed.trim()
  const known = DECLINE_CODES.find((each) => each.code === code)
  const isOwn = OWN_CODE.test(code) && findResultCode(code) === null
  const canDecline = known !== undefined || (isOwn && message.trim() !== '')
  const words = code.toLowerCase()
  const matches =
    known !== undefined || isOwn || words === ''
      ? []
      : DECLINE_CODES.filter((each) => each.message.toLowerCase().includes(words))
  const decline = { key: payment.key, outcome: 'decline', code } as const
  return (
    <ActionDialog
      title="Decline the payment"
      subtitle={<PaymentLine payment={payment} />}
      sending={sending}
      width={560}
      onClose={onClose}
      send={() => bench.call('payments.complete', isOwn ? { ...decline, message } : decline)}
      does="payments.complete"
      note="The result callback is sent at once."
      canSubmit={canDecline}
      action={known !== undefined || isOwn ? `Decline with ${code}` : 'Decline'}
    >
      <TextField
        label="Result code"
        help={`Type a custom code, or part of one of the ${DECLINE_CODES.length.toString()} decline codes or of its message.`}
        className="input mono"
        suggestions={SUGGESTIONS}
        autoFocus
        value={typed}
        onFocus={(event) => event.target.select()}
        onText={(text) => {
          // Errors for the previous code do not apply to the new one.
          setTyped(text)
          sending.clear()
        }}
      />
      <p className="mid" aria-live="polite">
        {known !== undefined ? (
          <>
            {known.message}. <span className="dim">{ADVICE_SENTENCES[known.advice]}</span>
          </>
        ) : isOwn ? (
          'Enter the message to send with this code.'
        ) : matches.length > 0 ? (
          `${counted(matches.length, 'message')} with these words:`
        ) : (
          'No code matches. A custom code has one to six digits; 0 and the codes for waiting do not decline.'
        )}
      </p>
      {matches.length === 0 ? null : (
        <ul className="stack">
          {matches.slice(0, MAX_MATCHES).map((match) => (
            <li key={match.code}>
              <button type="button" className="link" onClick={() => setTyped(match.code)}>
                {match.code} {match.message}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOwn ? (
        <TextField
          label="Message"
          error={issueOf(sending.refusal, 'message')}
          maxLength={MAX_RESULT_MESSAGE_CHARS}
          value={message}
          onText={(text) => {
            setMessage(text)
            sending.clear()
          }}
        />
      ) : null}
    </ActionDialog>
  )
}

export function ExpireDialog({ payment, onClose }: DialogProps<'expireClarification'>) {
  const bench = useBench()
  const now = useVirtualNow()
  const { key, clarification, atProvider } = payment
  const wait = clarification ?? atProvider
  const left = wait === undefined ? 0 : parseTime(wait.expiresAt) - now
  const [who, code] =
    clarification === undefined
      ? ['customer', `code ${NOT_PAID_CODE}`]
      : ['merchant', 'the code that the project sets for this timeout']
  // If a later operation is open, only that operation is declined; the payment is then as it was before.
  const declined = openFollowUp(payment)?.type ?? 'payment'
  return (
    <ActionDialog
      title={`Expire and decline ${visibleId(payment.paymentId)}?`}
      subtitle={<PaymentLine payment={payment} />}
      onClose={onClose}
      send={() => bench.call('payments.expireClarification', { key })}
      does="payments.expireClarification"
      isFinal
      action="Expire and decline"
    >
      <p>
        The {who} still has <b>{formatCountdown(left)}</b>. The {declined} is declined with {code}, and the
        result callback is sent. This cannot be undone. The clock does not move.
      </p>
    </ActionDialog>
  )
}
