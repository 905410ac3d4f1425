import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useProjects } from '#window/state/info'
import { Field, NotedChoice, SelectField } from '#window/ui/Field.tsx'
import {
  checkNewPayment,
  completeCard,
  keepForNextPayment,
  keepPaymentDraft,
  type NewPayment,
  type NewPaymentErrors,
  outcomeOf,
} from './new-payment'
import { isCardNumber } from '#domain/card/card-number'
import { TEST_CARDS } from '#domain/provider/test-cards'
import { matchesSearch } from './clarification-fields'
import { PickList } from './dialog-parts'
import { announce } from '#window/state/toasts'
import { useBench } from '#window/state/bench'
import { noteMade } from '#window/state/session-memory'
import { setPlace, setPreferences } from '#window/state/preferences'
import { issueOf, useSubmit } from '#window/ui/Dialog.tsx'

const COMMON_CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'JPY', 'KWD'] as const
const OUTCOMES = [
  { value: 'hold', label: 'I decide', note: 'stays in processing until you act' },
  { value: 'card', label: 'By card number', note: 'the provider continues at once' },
] as const
const SERIES = [
  { value: '', label: 'Registers no series' },
  { value: 'U', label: 'U: the merchant charges again' },
  { value: 'C', label: 'C: the customer charges again' },
  { value: 'R', label: 'R: charged every month automatically' },
] as const
const OPERATIONS = [
  { value: 'sale', label: 'Sale', note: 'charge in one step' },
  { value: 'auth', label: 'Hold', note: 'capture or cancel later' },
] as const

interface FieldsProps {
  readonly editing: NewPaymentForm
}

interface TextFieldProps extends FieldsProps, Omit<ComponentProps<'input'>, 'form' | 'name' | 'children'> {
  readonly name: 'amount' | 'currency' | 'paymentId' | 'customerId' | 'description'
  readonly label: string
  readonly wide?: boolean
  /** The text field's kind of input. */
  readonly read?: (text: string) => string
  readonly children?: ReactNode
}

/** A field that is typed; it is checked once it is left. */
function TextField({
  editing,
  name,
  label,
  wide = false,
  read = (text) => text,
  children,
  ...rest
}: TextFieldProps) {
  return (
    <div className={wide ? 'whole' : 'half'}>
      <Field label={label} error={editing.errorOf(name)}>
        {(control) => (
          <>
            <input
              className="input mono"
              autoComplete="off"
              {...rest}
              {...control}
              value={editing.form[name]}
              onBlur={() => editing.leave(name)}
              onChange={(event) => editing.set({ [name]: read(event.target.value) })}
            />
            {children}
          </>
        )}
      </Field>
    </div>
  )
}

/** Everything about a new payment. */
export function NewPaymentFields({ editing }: FieldsProps) {
  const { form, set, errorOf } = editing
  const currencies = useId()
  const projects = useProjects()
  const hasProjects = projects.length > 1
  return (
    <div className="form-grid">
      <TextField
        editing={editing}
        name="amount"
        label="Amount"
        inputMode="decimal"
        autoFocus
        onFocus={(event) => event.target.select()}
      />
      <TextField
        editing={editing}
        name="currency"
        label="Currency"
        list={currencies}
        maxLength={3}
        read={(text) => text.toUpperCase()}
      >
        <datalist id={currencies}>
          {COMMON_CURRENCIES.map((currency) => (
            <option key={currency} value={currency} />
          ))}
        </datalist>
      </TextField>
      <TextField editing={editing} name="paymentId" label="Payment id" spellCheck={false} />
      <TextField
        editing={editing}
        name="customerId"
        label="Customer id"
        spellCheck={false}
        placeholder="generated if empty"
      />
      <CardPicker text={form.card} error={errorOf('card') ?? undefined} onText={(card) => set({ card })} />
      <NotedChoice
        legend="Outcome"
        value={outcomeOf(editing.decided)}
        options={OUTCOMES}
        onChange={(outcome) => set({ outcome })}
      />
      <NotedChoice
        legend="Operation"
        value={form.operation}
        options={OPERATIONS}
        onChange={(operation) => set({ operation })}
      />
      {hasProjects ? (
        <ChoiceField
          label="Project"
          error={errorOf('projectId')}
          value={form.projectId}
          options={projects.map(({ projectId, name }) => ({
            value: projectId.toString(),
            label: `${name} (${projectId.toString()})`,
          }))}
          onChange={(projectId) => set({ projectId })}
        />
      ) : null}
      <ChoiceField
        label="Series"
        error={errorOf('series')}
        value={form.series}
        options={SERIES}
        onChange={(series) => set({ series })}
      />
      <TextField
        editing={editing}
        name="description"
        label="Description"
        className="input"
        wide={hasProjects}
      />
    </div>
  )
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string
  readonly error: string | null
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

function ChoiceField<Value extends string>({ label, error, ...select }: ChoiceFieldProps<Value>) {
  return (
    <div className="half">
      <SelectField label={label} error={error} {...select} />
    </div>
  )
}

interface CardPickerProps {
  readonly text: string
  readonly error: string | undefined
  readonly onText: (text: string) => void
}

const spaced = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

/** The test cards with what each one does, or any other card number. */
function CardPicker({ text, error, onText }: CardPickerProps) {
  // A selected card replaces the search text; the list keeps the results of the search.
  const [search, setSearch] = useState('')
  const digits = text.replaceAll(/[\s-]/g, '')
  const chosen = TEST_CARDS.find((card) => card.number === digits)
  const shown = TEST_CARDS.filter((card) =>
    matchesSearch(search, [card.number, spaced(card.number), card.brand, card.note]),
  )
  return (
    <div className="whole">
      <Field label="Card" help="Empty: no card." error={error}>
        {(control) => (
          <PickList
            control={control}
            listLabel="Test cards"
            listClassName="cards"
            placeholder="Search test cards by outcome, or enter a card number"
            text={text}
            enterChooses
            selectOnFocus
            nothing={
              isCardNumber(digits)
                ? 'No test card has this number. You can use it all the same.'
                : 'No test card matches. Change the search, or enter a whole card number.'
            }
            onText={(typed) => {
              setSearch(typed.trim())
              onText(typed)
            }}
            options={shown.map((card) => ({
              id: card.number,
              content: (
                <>
                  <code className="nowrap">{card.number}</code>
                  <span className="mid">{card.brand}</span>
                  <span>
                    {card.note}
                    {card.expiry === undefined ? null : (
                      <span className="dim">
                        , {card.expiry}
                        {card.cvv === undefined ? '' : `, code ${card.cvv}`}
                      </span>
                    )}
                  </span>
                </>
              ),
            }))}
            activeId={chosen?.number ?? null}
            onPick={onText}
          />
        )}
      </Field>
    </div>
  )
}

/** The fields that are typed. */
const CHECKED: readonly (keyof NewPayment)[] = [
  'amount',
  'currency',
  'paymentId',
  'customerId',
  'card',
  'description',
  'series',
]

/** Focuses the new row, after the dialog has returned the focus. */
function focusList(): void {
  requestAnimationFrame(() => {
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('main [role="grid"]')?.focus({ preventScroll: true }),
    )
  })
}

interface NewPaymentForm {
  readonly form: NewPayment
  /** What decides about the outcome, with the card that was complete last. */
  readonly decided: Pick<NewPayment, 'outcome' | 'card'>
  readonly busy: boolean
  readonly refusal: ReturnType<typeof useSubmit>['refusal']
  readonly set: (change: Partial<NewPayment>) => void
  /** A field was left: from now on its errors are shown. */
  readonly leave: (name: keyof NewPayment) => void
  readonly errorOf: (name: keyof NewPayment) => string | null
  readonly send: () => void
}

/** What was typed for a new payment, checked as its fields are left, kept as a draft until it is sent. */
export function useNewPayment(initial: NewPayment, onClose: () => void): NewPaymentForm {
  const bench = useBench()
  const { busy, refusal, submit, forget } = useSubmit()
  const [form, setForm] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<keyof NewPayment>>(new Set())
  const [card, setCard] = useState(completeCard(initial.card, ''))
  const checked = checkNewPayment(form)
  const errors: NewPaymentErrors = 'errors' in checked ? checked.errors : {}
  return {
    form,
    decided: { outcome: form.outcome, card },
    busy,
    refusal,
    set(change) {
      const next = { ...form, ...change }
      setForm(next)
      setCard(completeCard(next.card, card))
      keepPaymentDraft(next)
      // An error goes when its field changes; the field is checked again when it is left.
      const changed = Object.keys(change)
      forget(changed)
      setTouched((before) => new Set([...before].filter((name) => !changed.includes(name))))
    },
    leave: (name) => setTouched((before) => new Set(before).add(name)),
    errorOf: (name) => (touched.has(name) ? errors[name] : undefined) ?? issueOf(refusal, name),
    send() {
      setTouched(new Set(CHECKED))
      if (!('params' in checked)) return
      submit(
        () => bench.call('payments.create', checked.params),
        (payment) => {
          keepForNextPayment(form)
          noteMade(payment)
          setPreferences({ page: 'payments' })
          setPlace('payments', { selection: payment.key })
          announce(`Payment ${payment.paymentId} created, ${payment.status}`)
          onClose()
          focusList()
        },
      )
    },
  }
}
