import { useState } from 'react'
import { CARD_DECLINE_CODE, DECLINE_CODES, MAX_RESULT_MESSAGE_CHARS } from '#domain/result-code/result-codes'
import { useBench } from '#window/state/bench'
import { Dialog } from '#window/ui/Dialog.tsx'
import { Field } from '#window/ui/Field.tsx'
import { type DeclineChoice, declineChoices } from './decline-codes'
import { DialogError, PendingDialog, SubmitActions } from '#window/ui/DialogParts.tsx'
import { PaymentLine } from './PaymentLine'
import { PickList } from './PickList'
import { issueOf } from '#window/ui/submit-refusal'
import { useSubmit } from '#window/ui/use-submit'
import './dialogs.css'
import type { PaymentKey } from '#domain/ids'
import { usePaymentFacts } from './use-payment-facts'

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
          <Field label="Message" error={(tried ? missing : null) ?? issueOf(refusal, 'message')}>
            {(control) => (
              <input
                {...control}
                className="input"
                autoComplete="off"
                maxLength={MAX_RESULT_MESSAGE_CHARS}
                value={message}
                onChange={(event) => {
                  setMessage(event.target.value)
                  setTried(false)
                  forget(['message'])
                }}
              />
            )}
          </Field>
        ) : null}
      </div>
    </Dialog>
  )
}
