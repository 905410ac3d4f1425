import { useState } from 'react'
import { CARD_DECLINE_CODE, DECLINE_CODES, resultMessage } from '../../../src-main/core/payment/result-codes'
import { useFetched } from '../message-view/use-fetched'
import { useBench } from '../state/bench'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { DialogFault, PendingDialog } from './DialogParts'
import { matchesSearch } from './field-choice'
import { PaymentLine } from './PaymentLine'
import { PickList } from './PickList'
import { useSubmit } from './use-submit'
import './dialogs.css'

const TITLE = 'Decline the payment'
const FREE_CODE = /^\d{1,6}$/

interface Choice {
  readonly code: string
  readonly message: string
  readonly about: string
}

/** The codes that fit a search; a number that is no known decline can be sent all the same. */
function choicesFor(search: string): readonly Choice[] {
  const text = search.trim()
  const known = DECLINE_CODES.filter((row) => matchesSearch(text, [row.code, row.message, row.about]))
  if (text === '0' || !FREE_CODE.test(text) || DECLINE_CODES.some((row) => row.code === text)) return known
  return [{ code: text, message: resultMessage(text), about: 'free code, sent as written' }, ...known]
}

/** A typed code is meant as it stands; otherwise the chosen one, or the first that fits. */
function activeOf(choices: readonly Choice[], search: string, chosen: string | null): Choice | undefined {
  const picked = choices.find((choice) => choice.code === chosen)
  return picked ?? choices.find((choice) => choice.code === search.trim()) ?? choices[0]
}

/** Picks the result code of a decline, from the catalogue or any other number. */
export function DeclineDialog({
  paymentKey,
  onClose,
}: {
  readonly paymentKey: string
  readonly onClose: () => void
}) {
  const bench = useBench()
  const { value: payment, fault } = useFetched(`payment:${paymentKey}`, () =>
    bench.call('payments.get', { key: paymentKey }),
  )
  const { busy, refusal, submit } = useSubmit()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string | null>(CARD_DECLINE_CODE)
  const choices = choicesFor(search)
  const active = activeOf(choices, search, chosen)

  if (payment === null) return <PendingDialog title={TITLE} fault={fault} onClose={onClose} />

  const send = (): void => {
    if (active === undefined) return
    submit(
      () => bench.call('payments.complete', { key: paymentKey, outcome: 'decline', code: active.code }),
      onClose,
    )
  }

  return (
    <Dialog
      title={TITLE}
      subtitle={<PaymentLine payment={payment} />}
      width={560}
      onClose={onClose}
      onSubmit={send}
      does="payments.complete"
      note="The result callback leaves at once."
      actions={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button size="large" look="primary" submit disabled={busy || active === undefined}>
            {active === undefined ? 'Decline' : `Decline with ${active.code}`}
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        <DialogFault refusal={refusal} />
        <PickList
          label="Result code"
          listLabel="Decline codes"
          listClassName="codes"
          placeholder={`Search ${DECLINE_CODES.length.toString()} decline codes, or type any number`}
          autoFocus
          text={search}
          onText={(text) => {
            setSearch(text)
            setChosen(null)
          }}
          options={choices.map((choice) => ({
            id: choice.code,
            content: (
              <>
                <code>{choice.code}</code>
                <span className="clip">{choice.message}</span>
                <span className="dim nowrap">{choice.about}</span>
              </>
            ),
          }))}
          activeId={active?.code ?? null}
          onPick={setChosen}
          onAgain={send}
        />
        {choices.length === 0 ? (
          <p className="mid">No code fits. A free code has one to six digits and is not 0.</p>
        ) : null}
      </div>
    </Dialog>
  )
}
