import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { EXAM_DURATION, type ExaminedMerchant, type ExamOrderTry } from '#protocol/exam'
import { isWebAddress } from '#lib/web-address'
import { useBench } from '#window/state/bench'
import { useCurrentProject, useInfo } from '#window/state/info'
import { listenerUrl } from '#window/state/listeners'
import { draftOf, keepDraft } from '#window/state/preferences'
import { isRejected } from '#window/state/refusal'
import { Button } from '#window/ui/Button.tsx'
import { useSubmit } from '#window/ui/Dialog.tsx'
import { Check, Choice, Field, type FieldControl, Select, TextField } from '#window/ui/Field.tsx'
import { Failure } from '#window/ui/Notice.tsx'
import { ORDERS_LABEL, startExam, type Tried, tryOrder } from './exam-commands'
import { type ExamForm, readForm, suggestedCallbackUrl, type TextPart } from './exam-form'

const DRAFT = 'exam'
/** The DOM id of the form; the button that submits it is in the bar above. */
export const EXAM_FORM = 'ex-form'

const METHODS = [
  { value: 'POST', label: 'POST JSON to' },
  { value: 'GET', label: 'GET' },
] as const

/** The form that starts an exam. Its fields are saved, except the secret. */
export function ExamSetup(props: { readonly last: ExaminedMerchant | null; readonly onStarted: () => void }) {
  const bench = useBench()
  const project = useCurrentProject()
  const [form, setForm] = useState(() => readForm(draftOf(DRAFT)))
  const [secret, setSecret] = useState('')
  const { refusal, submit: send } = useSubmit()
  const [tried, setTried] = useState(false)
  const [isAddressTyped, setAddressTyped] = useState(form.callbackUrl !== '')
  const info = useInfo((state) => state.info)
  const own = (['merchant', 'merchantTls'] as const).flatMap((name) =>
    info === null ? [] : (listenerUrl(info, name) ?? []),
  )
  const suggested = suggestedCallbackUrl(props.last, project, own)
  const shown = {
    ...form,
    callbackUrl: isAddressTyped ? form.callbackUrl : suggested,
    projectId: form.projectId === '' && project !== null ? String(project.projectId) : form.projectId,
  }

  const edit = (change: Partial<ExamForm>): void => {
    const next = { ...shown, ...change }
    setForm(next)
    setAddressTyped(isAddressTyped || change.callbackUrl !== undefined)
    keepDraft(DRAFT, JSON.stringify(next))
  }
  const input = (name: TextPart) => (control: FieldControl) => (
    <input
      {...control}
      className="input mono"
      value={shown[name]}
      spellCheck={false}
      onChange={(event) => edit({ [name]: event.target.value })}
    />
  )
  const text = (name: TextPart, label: string, help?: string) => (
    <Field label={label} help={help}>
      {input(name)}
    </Field>
  )
  const addressError = isWebAddress(shown.callbackUrl.trim())
    ? null
    : 'Enter the address where the merchant receives callbacks.'
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    if (addressError !== null) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    if (!isRejected(bench, 'exam.start')) send(() => startExam(bench, shown, secret), props.onStarted)
  }
  return (
    <form id={EXAM_FORM} className="stack pad ex-setup" aria-label="Exam setup" onSubmit={submit}>
      <p className="mid">
        The exam plays the platform against a merchant on this computer for {EXAM_DURATION} and grades every
        rule that a merchant should follow. It uses a separate bench, so nothing in this session changes.
      </p>
      <Failure title="The exam was not started." error={refusal?.message ?? null} />
      <fieldset className="tiles">
        <legend className="h-sec">What the exam calls</legend>
        <Field
          label="Callback address"
          help="Required. Where the merchant receives callbacks, such as http://127.0.0.1:4000/hooks."
          error={tried ? addressError : null}
        >
          {(control) => <span className="row">{input('callbackUrl')(control)}</span>}
        </Field>
        {text('projectId', 'Project', 'Required. The number that the merchant knows.')}
        <TextField
          label="Secret of the project"
          help="If it is empty, the exam uses the secret that this project has in Settings. A typed secret is not saved."
          className="input mono"
          type="password"
          value={secret}
          onText={setSecret}
        />
        {text(
          'platformPort',
          'Port of the platform',
          `Required. The exam acts as the platform, at http://127.0.0.1:${shown.platformPort}. Set this address in the merchant’s settings.`,
        )}
        <Field
          label="Checkout"
          help="Starts an order. A POST sends the amount, the currency and the card as JSON; in an address, {amount}, {currency} and {card} are filled in. Without it, most rules cannot be observed."
        >
          {(control) => (
            <span className="row">
              <Select
                label="Request to the checkout"
                value={shown.method}
                options={METHODS}
                onChange={(method) => edit({ method })}
              />
              {input('checkout')(control)}
            </span>
          )}
        </Field>
        <Field
          label="Other hosts that may be tested"
          help="The exam sends forged and broken messages. Without host names, it sends to this computer only."
        >
          {(control) => <span className="row">{input('hosts')(control)}</span>}
        </Field>
      </fieldset>
      <fieldset className="tiles">
        <legend className="h-sec">What an order contains</legend>
        <Field
          label={ORDERS_LABEL}
          help="With {payment_id}, as in http://127.0.0.1:4000/orders/{payment_id}. If it is empty, you check the orders."
        >
          {(control) => <span className="row">{input('orders')(control)}</span>}
        </Field>
        {shown.orders.trim() === '' ? null : (
          <OrderFields text={text} input={input} form={shown} onPath={edit} />
        )}
      </fieldset>
      <fieldset>
        <legend className="h-sec">What the merchant does by itself</legend>
        <Check checked={shown.clarification} onChange={(clarification) => edit({ clarification })}>
          The merchant answers clarifications automatically, within seconds
        </Check>
        <Check checked={shown.statusRequests} onChange={(statusRequests) => edit({ statusRequests })}>
          The merchant requests the status within 10 s when no callback comes
        </Check>
      </fieldset>
    </form>
  )
}

interface OrderFieldsProps {
  readonly text: (name: TextPart, label: string, help?: string) => ReactNode
  readonly input: (name: TextPart) => (control: FieldControl) => ReactNode
  readonly form: ExamForm
  readonly onPath: OrderTryProps['onPath']
}

function OrderFields({ text, input, form, onPath }: OrderFieldsProps) {
  const bench = useBench()
  const [tried, setTried] = useState<Tried | null>(null)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    result.current?.scrollIntoView({ block: 'nearest' })
  }, [tried])
  const tryNow = (tryForm: ExamForm): void => {
    void tryOrder(bench, tryForm).then(setTried)
  }
  return (
    <>
      <Field
        label="Path to the state"
        help="Members joined by dots, such as order.state. “Try it” reads an order now and shows its members."
      >
        {(control) => (
          <span className="row">
            {input('state')(control)}
            <Button icon="search" does="exam.tryOrder" onClick={() => tryNow(form)}>
              Try it
            </Button>
          </span>
        )}
      </Field>
      {text(
        'tried',
        'Order to try',
        'A payment_id that the merchant knows. If it is empty, the newest payment of the project in this session is used.',
      )}
      {tried === null ? null : (
        <div ref={result} className="ex-wide">
          <OrderTry
            tried={tried}
            onPath={(path) => {
              onPath(path)
              tryNow({ ...form, ...path })
            }}
          />
        </div>
      )}
      {text('paid', 'States of a paid order')}
      {text('declined', 'States of a declined order')}
      {text(
        'deliveries',
        'Path to the deliveries',
        'A number or a list. If it is empty, deliveries are not checked.',
      )}
      {text(
        'amount',
        'Path to the amount paid',
        'In minor units. If it is empty, the amount is not checked.',
      )}
    </>
  )
}

type Part = ExamOrderTry['found'][number]['part']

const PARTS: readonly { readonly value: Part; readonly label: string }[] = [
  { value: 'state', label: 'State' },
  { value: 'deliveries', label: 'Deliveries' },
  { value: 'amount', label: 'Amount paid' },
]
const labelOf = (part: Part): string => PARTS.find(({ value }) => value === part)?.label ?? ''

interface OrderTryProps {
  readonly tried: Tried
  readonly onPath: (path: Partial<Pick<ExamForm, Part>>) => void
}

function OrderTry({ tried, onPath }: OrderTryProps) {
  const [part, setPart] = useState<Part>('state')
  if (!tried.ok) return <Failure title="The order was not read." error={tried.reason} />
  const { url, status, problem, found, members } = tried.order
  if (problem !== null) {
    const remedy =
      status === null
        ? `Start your back end, or correct “${ORDERS_LABEL}”.`
        : `Correct “${ORDERS_LABEL}” or “Order to try”.`
    return <Failure title="The order was not read." error={`GET ${url} ${problem}. ${remedy}`} />
  }
  return (
    <section className="stack box" aria-label="The order that was tried">
      <div role="status">
        {found.map((each) => (
          <p key={each.part} className={each.value === null ? 'bad' : undefined}>
            {labelOf(each.part)} at <code>{each.path}</code>: {foundWords(each)}
          </p>
        ))}
      </div>
      {members.length === 0 ? (
        <p>GET {url} responded with JSON that has no members.</p>
      ) : (
        <>
          <p className="dim">GET {url} has these members. Press one to use it as the path to:</p>
          <Choice label="Path that is filled in" value={part} options={PARTS} onChange={setPart} />
          <ul className="small wrap tiles">
            {members.map(({ path, value }) => (
              <li key={path}>
                <button
                  type="button"
                  className="link mono"
                  aria-label={`${labelOf(part)}: ${path}`}
                  onClick={() => onPath({ [part]: path })}
                >
                  {path}
                </button>{' '}
                <code>{value}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function foundWords({ value, part, means }: ExamOrderTry['found'][number]): string {
  if (value === null) return 'no value'
  if (part !== 'state') return value
  if (means === null) return `${value}, which is neither a paid nor a declined order`
  return `${value}, a ${means} order`
}
