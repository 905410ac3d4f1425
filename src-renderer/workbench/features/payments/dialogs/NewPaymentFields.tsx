import { type ComponentProps, type ReactNode, useId } from 'react'
import { useProjects } from '#window/state/info'
import { Field, Select } from '#window/ui/Field.tsx'
import { CardPicker } from './CardPicker'
import { outcomeOf } from './new-payment'
import { NotedChoice } from '#window/ui/NotedChoice.tsx'
import type { NewPaymentForm } from './use-new-payment'

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
      <Field label={label} error={error}>
        {(control) => <Select control={control} {...select} />}
      </Field>
    </div>
  )
}
