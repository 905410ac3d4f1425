import { type ComponentProps, useState } from 'react'
import { BANK_ID } from '#domain/method/banks'
import type { Method } from '#domain/project/method-shape'
import { TEST_CARDS } from '#domain/provider/test-cards'
import type { PaymentSummary } from '#protocol/payments'
import { focusGrid } from '#window/list/GridRow.tsx'
import { useBench } from '#window/state/bench'
import type { DialogProps } from '#window/state/dialogs'
import { useCurrentProject, useProjects } from '#window/state/info'
import { preferencesStore, setPlace, setPreferences } from '#window/state/preferences'
import { announce } from '#window/state/toasts'
import { ActionDialog, issueOf, useSubmit } from '#window/ui/Dialog.tsx'
import { NotedChoice, SelectField, TextField } from '#window/ui/Field.tsx'
import {
  banksOf,
  fieldsOf,
  furtherNames,
  methodChoices,
  operationOf,
  operationsOf,
  valueOf,
} from './method-fields'
import {
  HOLD_NOTE,
  keepForNextPayment,
  keepPaymentDraft,
  likePayment,
  methodOf,
  onlyMatch,
  onlyMethod,
  MAX_CHARS,
  type NewPayment,
  outcomeOf,
  paramsOf,
  paymentDraft,
  readAmount,
  whatHappens,
  withMethod,
} from './new-payment'
import './dialogs.css'

const COMMON_CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'JPY', 'KWD'].map((value) => ({ value }))
const CARDS = TEST_CARDS.map(({ number, brand, note, expiry, cvv }) => ({
  value: number,
  label: [brand === null ? note : `${brand}: ${note}`, expiry, cvv === undefined ? undefined : `code ${cvv}`]
    .filter((part) => part !== undefined)
    .join(', '),
}))
const OUTCOMES = [
  { value: 'hold', label: 'I decide', note: HOLD_NOTE },
  { value: 'card', label: 'By card number', note: 'the provider continues at once' },
] as const
const SERIES = [
  { value: '', label: 'No series' },
  { value: 'U', label: 'U: the merchant starts each charge' },
  { value: 'C', label: 'C: the customer starts each charge' },
  { value: 'R', label: 'R: charged every month automatically' },
] as const
const OPERATIONS = [
  { value: 'sale', label: 'Sale', note: 'charge in one step' },
  { value: 'auth', label: 'Authorisation', note: 'capture or cancel later' },
  { value: 'payout', label: 'Payout', note: 'pay the customer' },
] as const

const currenciesOf = (method: Method | null) => {
  const accepted = method?.currencies.filter((currency) => currency !== 'any') ?? []
  return accepted.length === 0 ? COMMON_CURRENCIES : accepted.map((value) => ({ value }))
}

function showCreated({ key, projectId }: PaymentSummary): void {
  const shown = preferencesStore.getState().projectId
  setPreferences({ page: 'payments', ...(shown === null || shown === projectId ? {} : { projectId: null }) })
  setPlace('payments', { selection: key, query: '' })
}

type Typed = 'amount' | 'currency' | 'paymentId' | 'customerId' | 'method' | 'card' | 'description'
type Attributes = Partial<ComponentProps<typeof TextField>>

const REQUIRED_HELP = 'If this is empty, the platform requests it in a clarification.'

interface MethodFieldsProps {
  readonly form: NewPayment
  readonly method: Method
  readonly refusal: Parameters<typeof issueOf>[0]
  readonly onText: (name: string, text: string) => void
}

/** The parameters that the operation of the method needs, and the optional ones (contract 16.2, 16.3, 16.8). */
function MethodFields({ form, method, refusal, onText }: MethodFieldsProps) {
  const banks = banksOf(form, method).map(({ id, name }) => ({ value: String(id), label: name }))
  const further = furtherNames(form, method).map((value) => ({ value, label: value }))
  return (
    <>
      {fieldsOf(method, operationOf(form, method), form.data).map((parameter) => {
        const { name, need } = parameter
        const value = valueOf(form, method, parameter)
        return (
          <TextField
            key={name}
            label={<code>{name}</code>}
            help={need === 'required' ? REQUIRED_HELP : undefined}
            error={issueOf(refusal, `data.${name}`)}
            className="input mono"
            spellCheck={false}
            maxLength={MAX_CHARS}
            {...(name === BANK_ID ? { suggestions: banks } : {})}
            autoFocus={need === 'optional' && value === ''}
            value={value}
            onText={(text) => onText(name, text)}
          />
        )
      })}
      {further.length === 0 ? null : (
        <SelectField
          label="Add a parameter"
          value=""
          options={[{ value: '', label: 'Choose an optional one' }, ...further]}
          onChange={(name) => onText(name, '')}
        />
      )}
    </>
  )
}

export function NewPaymentDialog({ like, onClose }: DialogProps<'newPayment'>) {
  const bench = useBench()
  const project = useCurrentProject()
  const sending = useSubmit()
  const { refusal, submit, forget } = sending
  const projects = useProjects()
  const hasProjects = projects.length > 1
  const switchesOf = (id: string) => projects.find(({ projectId }) => projectId.toString() === id)?.switches
  const [form, setForm] = useState(() =>
    like === undefined
      ? paymentDraft(project?.projectId.toString() ?? '', `order-${Date.now().toString(36).slice(-7)}`)
      : likePayment(like),
  )
  const ownMethods: readonly Method[] = switchesOf(form.projectId)?.ownMethods ?? []
  const method = methodOf(form, ownMethods)
  const [isAmountTouched, setAmountTouched] = useState(false)
  const read = readAmount(form.amount, form.currency)
  const set = (change: Partial<NewPayment>): void => {
    const next = { ...form, ...change }
    setForm(next)
    keepPaymentDraft(next)
    forget(Object.keys(change))
  }
  const send = (): void => {
    setAmountTouched(true)
    if (!('amount' in read)) return
    submit(
      () => bench.call('payments.create', paramsOf(form, read.amount, ownMethods)),
      (payment) => {
        keepForNextPayment(form)
        showCreated(payment)
        announce(`Payment ${payment.paymentId} created, ${payment.status}`)
        onClose()
        requestAnimationFrame(() => requestAnimationFrame(focusGrid))
      },
    )
  }
  const input = (name: Typed, label: string, rest: Attributes = {}) => (
    <TextField
      label={label}
      error={issueOf(refusal, name)}
      className="input mono"
      spellCheck={false}
      value={form[name]}
      onText={(text) => set({ [name]: text })}
      {...rest}
    />
  )
  /** A field whose value is found by words; Enter takes `only`, the only match. */
  const picker = (name: 'method' | 'card', label: string, only: string | null, rest: Attributes) => {
    const take = (text: string): void =>
      set(name === 'method' ? withMethod(form, text, ownMethods) : { card: text })
    return (
      <div className="whole">
        {input(name, label, {
          onFocus: (event) => event.target.select(),
          onText: take,
          onKeyDown: (event) => {
            if (event.key !== 'Enter' || only === null) return
            event.preventDefault()
            take(only)
          },
          ...rest,
        })}
      </div>
    )
  }
  const operations = operationsOf(method)
  const operation =
    operations.length < 2 ? null : (
      <NotedChoice
        legend="Operation"
        value={operationOf(form, method)}
        options={OPERATIONS.filter(({ value }) => operations.includes(value))}
        onChange={(value) => set({ operation: value })}
      />
    )
  const description = input('description', 'Description', { className: 'input', maxLength: MAX_CHARS })
  return (
    <ActionDialog
      title="New payment"
      sending={sending}
      width={680}
      onClose={onClose}
      onSubmit={send}
      does="payments.create"
      note={whatHappens(form, ownMethods, switchesOf(form.projectId)?.methodWays)}
      action="Create payment"
      keys="Ctrl Enter"
    >
      <div className="halves form-grid">
        {input('amount', 'Amount', {
          error: isAmountTouched && 'error' in read ? read.error : issueOf(refusal, 'amount'),
          inputMode: 'decimal',
          autoFocus: true,
          onFocus: (event) => event.target.select(),
          onBlur: () => setAmountTouched(true),
          onText: (amount) => {
            setAmountTouched(false)
            set({ amount })
          },
        })}
        {input('currency', 'Currency', {
          suggestions: currenciesOf(method),
          maxLength: 3,
          onText: (currency) => set({ currency: currency.toUpperCase() }),
        })}
        {input('paymentId', 'Payment id', { maxLength: MAX_CHARS, placeholder: 'generated if empty' })}
        {input('customerId', 'Customer id', { maxLength: MAX_CHARS, placeholder: 'generated if empty' })}
        {picker('method', 'Method', onlyMethod(form.method, ownMethods), {
          help: 'Type part of a name, currency, country or kind, such as PKR, QR or payout; Enter takes the only match.',
          suggestions: methodChoices(ownMethods),
        })}
        {method === null ? (
          <>
            {picker('card', 'Card', onlyMatch(form.card)?.number ?? null, {
              help: 'Type part of a test card’s number or of what it does, such as declined or 3-D Secure; Enter takes the only match. You can also enter any card number, or leave the field empty.',
              suggestions: CARDS,
            })}
            <NotedChoice
              legend="Outcome"
              value={outcomeOf(form)}
              options={OUTCOMES}
              onChange={(outcome) => set({ outcome })}
            />
          </>
        ) : null}
        {operation}
        {method === null ? null : (
          <MethodFields
            form={form}
            method={method}
            refusal={refusal}
            onText={(name, text) => {
              set({ data: { ...form.data, [name]: text } })
              forget([`data.${name}`])
            }}
          />
        )}
        {hasProjects ? (
          <SelectField
            label="Project"
            error={issueOf(refusal, 'projectId')}
            value={form.projectId}
            options={projects.map(({ projectId, name }) => ({
              value: projectId.toString(),
              label: `${name} (${projectId.toString()})`,
            }))}
            onChange={(projectId) => set({ projectId })}
          />
        ) : null}
        {method === null ? (
          <SelectField
            label="Series"
            error={issueOf(refusal, 'series')}
            value={form.series}
            options={SERIES}
            onChange={(series) => set({ series })}
          />
        ) : null}
        {hasProjects === (method === null) ? <div className="whole">{description}</div> : description}
      </div>
    </ActionDialog>
  )
}
