import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import type { FieldControl } from '#window/ui/Field.tsx'
import type { PaymentDetail, PaymentSummary } from '#protocol/payments'
import { amountText, visibleId } from '#window/ui/IdText.tsx'
import { StatusBadge } from '#window/ui/StatusMark.tsx'
import type { PaymentKey } from '#domain/ids'
import { type Fetched, useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'

interface PickOption {
  readonly id: string
  readonly content: ReactNode
}

interface PickListProps {
  /** Attributes of the field around it; without one, `label` names the box. */
  readonly control?: FieldControl
  readonly label?: string
  readonly listLabel: string
  readonly listClassName: string
  readonly placeholder?: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly options: readonly PickOption[]
  readonly activeId: string | null
  readonly onPick: (id: string) => void
  /** A second press on the active row, or a double press on any. */
  readonly onAgain?: () => void
  readonly autoFocus?: boolean
  /** Enter on a row that was reached by the arrow keys only chooses it; a second Enter submits the dialog. */
  readonly enterChooses?: boolean
  /** Selects the text when the box gets the focus, so that typing replaces it. */
  readonly selectOnFocus?: boolean
  /** What to say instead of an empty list. */
  readonly nothing?: string
}

/** Selects the text of a box as it gets the focus; the press that gave the focus does not undo this. */
function useSelectOnFocus(wanted: boolean) {
  const isFresh = useRef(false)
  if (!wanted) return {}
  return {
    onFocus: (event: FocusEvent<HTMLInputElement>): void => {
      isFresh.current = true
      event.currentTarget.select()
    },
    onMouseUp: ({ currentTarget: box }: MouseEvent<HTMLInputElement>): void => {
      if (isFresh.current && box.selectionStart === box.selectionEnd) box.select()
      isFresh.current = false
    },
  }
}

/** A text box with its list always open below: the arrow keys move in the list while the text keeps the focus. */
export function PickList(props: PickListProps) {
  const { control, label, options, activeId, onPick } = props
  const id = useId()
  const selecting = useSelectOnFocus(props.selectOnFocus === true)
  const isEmpty = options.length === 0 && props.nothing !== undefined
  const optionId = (option: string): string => `${id}-${option}`

  useEffect(() => {
    if (activeId !== null) document.getElementById(`${id}-${activeId}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, activeId])

  // Whether the active row was reached by the arrow keys and not chosen yet.
  const isHighlighted = useRef(false)

  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isHighlighted.current && !event.ctrlKey && !event.metaKey) {
      isHighlighted.current = false
      event.preventDefault()
      return
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = options.findIndex((option) => option.id === activeId)
    const next = options[Math.max(0, Math.min(options.length - 1, at + step))]
    if (next === undefined) return
    isHighlighted.current = props.enterChooses === true
    onPick(next.id)
  }

  return (
    <>
      <input
        {...control}
        className="input mono"
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={!isEmpty}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId === null ? undefined : optionId(activeId)}
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        autoFocus={props.autoFocus ?? false}
        value={props.text}
        {...selecting}
        onBlur={() => {
          isHighlighted.current = false
        }}
        onChange={(event) => {
          isHighlighted.current = false
          props.onText(event.target.value)
        }}
        onKeyDown={move}
      />
      {isEmpty ? (
        <p
          className={`pick-list small pick-nothing mid ${props.listClassName}`}
          role="status"
          id={`${id}-list`}
        >
          {props.nothing}
        </p>
      ) : (
        <div
          className={`pick-list scroll ${props.listClassName}`}
          role="listbox"
          aria-label={props.listLabel}
          id={`${id}-list`}
        >
          {options.map((option) => (
            <div
              key={option.id}
              id={optionId(option.id)}
              className="pickable"
              role="option"
              aria-selected={option.id === activeId}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                isHighlighted.current = false
                onPick(option.id)
              }}
              onDoubleClick={props.onAgain}
            >
              {option.content}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** The payment that a dialog is about, in one line. */
export function PaymentLine({ payment }: { readonly payment: PaymentSummary }) {
  return (
    <>
      <code className="clip" title={visibleId(payment.paymentId)}>
        {visibleId(payment.paymentId)}
      </code>
      <span className="nowrap">{amountText(payment.amount, payment.currency)}</span>
      <span className="nowrap">
        {payment.account === undefined
          ? payment.method
          : `${payment.account.type} ··${payment.account.number.slice(-4)}`}
      </span>
      <StatusBadge status={payment.status} small />
    </>
  )
}

/** A payment as a dialog needs it: without the steps of its timeline, of which there may be thousands. */
export function usePaymentFacts(paymentKey: PaymentKey): Fetched<PaymentDetail> {
  const bench = useBench()
  return useFetched(`payment:${paymentKey}`, () =>
    bench.call('payments.get', { key: paymentKey, maxSteps: 1 }),
  )
}
