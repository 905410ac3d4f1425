import { useId, useState } from 'react'
import { TEST_CARDS } from '../../../../../src-main/domain/provider/test-cards'
import { useFetched } from '../../../message-view/use-fetched'
import { announce } from '../../../state/announcements'
import { useBench } from '../../../state/bench'
import { noteMade } from '../../../state/just-made'
import { useCurrentProject, useProjects } from '../../../state/info'
import { setPlace, setPreferences } from '../../../state/preferences'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { Field, Select } from '../../../ui/Field'
import { CardPicker } from './CardPicker'
import { NotedChoice } from './NotedChoice'
import { DialogFault, PendingDialog } from '../../../ui/DialogParts'
import { checkNewPayment, likePayment, outcomeOf, suggestPaymentId } from './new-payment'
import type { NewPayment, NewPaymentFault } from './new-payment'
import { keepPaymentDraft, paymentDraft } from './payment-draft'
import { issueOf, useSubmit } from '../../../ui/use-submit'
import './dialogs.css'

const TITLE = 'New payment'
const COMMON_CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'JPY', 'KWD'] as const

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

const OUTCOMES = [
  { value: 'hold', label: 'I decide', note: 'stays in processing until you act' },
  { value: 'card', label: 'As the card says', note: 'the provider goes on at once' },
] as const
const SERIES = [
  { value: '', label: 'Registers no series' },
  { value: 'U', label: 'U: the merchant charges again' },
  { value: 'C', label: 'C: the customer charges again' },
  { value: 'R', label: 'R: charged every month by itself' },
] as const
const OPERATIONS = [
  { value: 'sale', label: 'Sale', note: 'charge in one step' },
  { value: 'auth', label: 'Hold', note: 'capture or cancel later' },
] as const

/** The new row is the place to go on from; by then the dialog has given the focus back. */
function focusList(): void {
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>('main [role="grid"]')?.focus({ preventScroll: true })
    })
  })
}

interface FormProps {
  readonly initial: NewPayment
  readonly onClose: () => void
}

function NewPaymentForm({ initial, onClose }: FormProps) {
  const bench = useBench()
  const projects = useProjects()
  const { busy, refusal, submit, forget } = useSubmit()
  const [form, setForm] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<keyof NewPayment>>(new Set())
  const currencies = useId()
  const checked = checkNewPayment(form)
  const outcome = outcomeOf(form)
  const faults: NewPaymentFault = 'faults' in checked ? checked.faults : {}

  const set = (change: Partial<NewPayment>): void => {
    const next = { ...form, ...change }
    setForm(next)
    keepPaymentDraft(next)
    // An error goes when its field changes; it is looked at again when the field is left.
    const changed = Object.keys(change)
    forget(changed)
    setTouched((before) => new Set([...before].filter((name) => !changed.includes(name))))
  }
  const leave = (name: keyof NewPayment) => () => setTouched((before) => new Set(before).add(name))
  const errorOf = (name: keyof NewPayment): string | null =>
    (touched.has(name) ? faults[name] : undefined) ?? issueOf(refusal, name)

  const send = (): void => {
    setTouched(new Set(CHECKED))
    if (!('params' in checked)) return
    submit(
      () => bench.call('payments.create', checked.params),
      (payment) => {
        noteMade(payment)
        setPreferences({ page: 'payments' })
        setPlace('payments', { selection: payment.key })
        announce(`Payment ${payment.paymentId} created, ${payment.status}`)
        onClose()
        focusList()
      },
    )
  }

  return (
    <Dialog
      title={TITLE}
      width={680}
      onClose={onClose}
      onSubmit={send}
      does="payments.create"
      note={
        outcome === 'hold' ? 'You decide what happens to it next.' : 'The provider answers as the card says.'
      }
      actions={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button size="large" look="primary" submit disabled={busy} keys="Ctrl Enter">
            Create payment
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        <DialogFault refusal={refusal} />
        <div className="form-grid">
          <div className="half">
            <Field label="Amount" fault={errorOf('amount')}>
              {(control) => (
                <input
                  {...control}
                  className="input mono"
                  inputMode="decimal"
                  autoComplete="off"
                  autoFocus
                  value={form.amount}
                  onFocus={(event) => event.target.select()}
                  onBlur={leave('amount')}
                  onChange={(event) => set({ amount: event.target.value })}
                />
              )}
            </Field>
          </div>
          <div className="half">
            <Field label="Currency" fault={errorOf('currency')}>
              {(control) => (
                <>
                  <input
                    {...control}
                    className="input mono"
                    list={currencies}
                    maxLength={3}
                    autoComplete="off"
                    value={form.currency}
                    onBlur={leave('currency')}
                    onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
                  />
                  <datalist id={currencies}>
                    {COMMON_CURRENCIES.map((currency) => (
                      <option key={currency} value={currency} />
                    ))}
                  </datalist>
                </>
              )}
            </Field>
          </div>
          <div className="half">
            <Field label="Payment id" fault={errorOf('paymentId')}>
              {(control) => (
                <input
                  {...control}
                  className="input mono"
                  autoComplete="off"
                  spellCheck={false}
                  value={form.paymentId}
                  onBlur={leave('paymentId')}
                  onChange={(event) => set({ paymentId: event.target.value })}
                />
              )}
            </Field>
          </div>
          <div className="half">
            <Field label="Customer id" fault={errorOf('customerId')}>
              {(control) => (
                <input
                  {...control}
                  className="input mono"
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="made up when empty"
                  value={form.customerId}
                  onBlur={leave('customerId')}
                  onChange={(event) => set({ customerId: event.target.value })}
                />
              )}
            </Field>
          </div>
          <CardPicker
            text={form.card}
            fault={errorOf('card') ?? undefined}
            onText={(card) => set({ card })}
          />
          <NotedChoice
            legend="Outcome"
            value={outcome}
            options={OUTCOMES}
            onChange={(outcome) => set({ outcome })}
          />
          <NotedChoice
            legend="Operation"
            value={form.operation}
            options={OPERATIONS}
            onChange={(operation) => set({ operation })}
          />
          {projects.length < 2 ? null : (
            <div className="half">
              <Field label="Project" fault={issueOf(refusal, 'projectId')}>
                {(control) => (
                  <Select
                    control={control}
                    value={form.projectId}
                    options={projects.map((project) => ({
                      value: project.projectId.toString(),
                      label: `${project.name} (${project.projectId.toString()})`,
                    }))}
                    onChange={(projectId) => set({ projectId })}
                  />
                )}
              </Field>
            </div>
          )}
          <div className="half">
            <Field label="Series" fault={errorOf('series')}>
              {(control) => (
                <Select
                  control={control}
                  value={form.series}
                  options={SERIES}
                  onChange={(series) => set({ series })}
                />
              )}
            </Field>
          </div>
          <div className={projects.length < 2 ? 'half' : 'whole'}>
            <Field label="Description" fault={errorOf('description')}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  autoComplete="off"
                  value={form.description}
                  onBlur={leave('description')}
                  onChange={(event) => set({ description: event.target.value })}
                />
              )}
            </Field>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

function DuplicateOf({ paymentKey, onClose }: { readonly paymentKey: string; readonly onClose: () => void }) {
  const bench = useBench()
  const { value, fault } = useFetched(`payment:${paymentKey}`, () =>
    bench.call('payments.get', { key: paymentKey }),
  )
  if (value === null) return <PendingDialog title={TITLE} fault={fault} onClose={onClose} />
  return <NewPaymentForm initial={likePayment(value, TEST_CARDS)} onClose={onClose} />
}

interface NewPaymentDialogProps {
  /** Key of a payment whose values are taken over. */
  readonly duplicateOf?: string
  readonly onClose: () => void
}

/** Registers a payment by hand, with an id of its own, for the tester to lead or for the card to decide. */
export function NewPaymentDialog({ duplicateOf, onClose }: NewPaymentDialogProps) {
  const project = useCurrentProject()
  const [initial] = useState(() =>
    paymentDraft(project?.projectId.toString() ?? '', suggestPaymentId(Date.now())),
  )
  if (duplicateOf !== undefined) return <DuplicateOf paymentKey={duplicateOf} onClose={onClose} />
  return <NewPaymentForm initial={initial} onClose={onClose} />
}
