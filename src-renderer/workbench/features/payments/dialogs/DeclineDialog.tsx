import { Dialog, DialogError, issueOf, PendingDialog, SubmitActions, useSubmit } from '#window/ui/Dialog.tsx'
import { useState } from 'react'
import { CARD_DECLINE_CODE, DECLINE_CODES, MAX_RESULT_MESSAGE_CHARS } from '#domain/result-code/result-codes'
import { useBench } from '#window/state/bench'
import { TextField } from '#window/ui/Field.tsx'
import { type DeclineChoice, declineChoices } from './decline-codes'
import { PaymentLine, PickList, usePaymentFacts } from './dialog-parts'
import './dialogs.css'
import type { PaymentKey } from '#domain/ids'
import type { PaymentDetail } from '#protocol/payments'
import { useVirtualNow } from '#window/state/clock'

import { formatCountdown, parseTime } from '#window/lib/time'
import { openFollowUp } from '#window/features/payments/payment-commands'

const TITLE = 'Decline the payment'
/** A typed code counts as it is; otherwise the selected one, or the first match. */
function activeOf(
  choices: readonly DeclineChoice[],
  search: string,
  chosen: string | null,
): DeclineChoice | undefined {
  const picked = choices.find((choice) => choice.code === chosen)
  return picked ?? choices.find((choice) => choice.code === search.trim()) ?? choices[0]
}

/** Picks the result code of a decline, from the platform's list or one of the tester's own with its message. */
export function DeclineDialog({
  paymentKey,
  onClose,
}: {
  readonly paymentKey: PaymentKey
  readonly onClose: () => void
}) {
  const bench = useBench()
  const { value: payment, error } = usePaymentFacts(paymentKey)
  const { busy, refusal, submit, clear, forget } = useSubmit()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string | null>(CARD_DECLINE_CODE)
  const [message, setMessage] = useState('')
  const [tried, setTried] = useState(false)
  const choices = declineChoices(search, payment?.method === 'card')
  const active = activeOf(choices, search, chosen)
  const isOwn = active?.message === null
  const missing = isOwn && message.trim() === '' ? 'Enter the message to send with this code.' : null

  if (payment === null) return <PendingDialog title={TITLE} error={error} onClose={onClose} />

  // Another code is another decline: errors of the previous one do not apply.
  const choose = (code: string | null): void => {
    setChosen(code)
    setTried(false)
    clear()
  }
  const send = (): void => {
    if (active === undefined) return
    setTried(true)
    if (missing !== null) return
    const decline = { key: paymentKey, outcome: 'decline', code: active.code } as const
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
        <SubmitActions onCancel={onClose} disabled={busy || active === undefined}>
          {active === undefined ? 'Decline' : `Decline with ${active.code}`}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <DialogError refusal={refusal} />
        <PickList
          label="Result code"
          listLabel="Decline codes"
          listClassName="codes"
          placeholder={`Search ${DECLINE_CODES.length.toString()} decline codes by number, word or advice`}
          autoFocus
          text={search}
          onText={(text) => {
            setSearch(text)
            choose(null)
          }}
          options={choices.map((choice) => ({
            id: choice.code,
            content: (
              <>
                <code>{choice.code}</code>
                <span className="clip" title={choice.message ?? undefined}>
                  {choice.message ?? 'Custom code'}
                </span>
                <span className="dim nowrap">{choice.source}</span>
              </>
            ),
          }))}
          activeId={active?.code ?? null}
          onPick={choose}
          onAgain={send}
        />
        {active === undefined ? (
          <p className="mid">
            No code matches. A custom code has one to six digits; 0 and the codes for waiting do not decline.
          </p>
        ) : (
          <p className="mid" aria-live="polite">
            {active.message === null ? null : `${active.message}. `}
            <span className="dim">{active.advice}</span>
          </p>
        )}
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
