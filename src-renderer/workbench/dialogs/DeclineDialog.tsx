import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { CARD_DECLINE_CODE, DECLINE_CODES, findResultCode } from '../../../src-main/core/payment/result-codes'
import { useFetched } from '../message-view/use-fetched'
import { useBench } from '../state/bench'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { DialogFault, PendingDialog } from './DialogParts'
import { matchesSearch } from './field-choice'
import { PaymentLine } from './PaymentLine'
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
  const exact = DECLINE_CODES.some((row) => row.code === text)
  if (exact || text === '0' || !FREE_CODE.test(text)) return known
  return [
    ...known,
    {
      code: text,
      message: findResultCode(text)?.message ?? 'not in the catalogue',
      about: 'sent as written',
    },
  ]
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
  const [chosen, setChosen] = useState(CARD_DECLINE_CODE)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const choices = choicesFor(search)
  const active = choices.find((choice) => choice.code === chosen) ?? choices[0]

  if (payment === null) return <PendingDialog title={TITLE} fault={fault} onClose={onClose} />

  const send = (): void => {
    if (active === undefined) return
    submit(
      () => bench.call('payments.complete', { key: paymentKey, outcome: 'decline', code: active.code }),
      onClose,
    )
  }
  const choose = (choice: Choice | undefined): void => {
    if (choice === undefined) return
    setChosen(choice.code)
    document.getElementById(`${id}-${choice.code}`)?.scrollIntoView({ block: 'nearest' })
  }
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = choices.findIndex((choice) => choice.code === active?.code)
    choose(choices[Math.max(0, Math.min(choices.length - 1, at + step))])
  }

  return (
    <Dialog
      title={TITLE}
      subtitle={<PaymentLine payment={payment} />}
      width={560}
      onClose={onClose}
      onSubmit={send}
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
      <div className="dialog-pad decline">
        <DialogFault refusal={refusal} />
        <input
          className="input"
          type="text"
          role="combobox"
          aria-label="Result code"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={active === undefined ? undefined : `${id}-${active.code}`}
          placeholder={`Search ${DECLINE_CODES.length.toString()} decline codes, or type any number`}
          autoComplete="off"
          autoFocus
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={move}
        />
        <div
          className="code-list scroll"
          role="listbox"
          aria-label="Decline codes"
          id={`${id}-list`}
          ref={list}
        >
          {choices.map((choice) => (
            <div
              key={choice.code}
              id={`${id}-${choice.code}`}
              role="option"
              aria-selected={choice.code === active?.code}
              onClick={() => setChosen(choice.code)}
              onDoubleClick={send}
            >
              <code>{choice.code}</code>
              <span className="clip">{choice.message}</span>
              <span className="dim nowrap">{choice.about}</span>
            </div>
          ))}
        </div>
        {choices.length === 0 ? (
          <p className="mid">No code fits. A free code has one to six digits and is not 0.</p>
        ) : null}
      </div>
    </Dialog>
  )
}
