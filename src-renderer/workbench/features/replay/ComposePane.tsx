import { useDeferredValue, useRef, useState } from 'react'
import type { FilledTemplate } from '#protocol/replay'
import { scopeOf } from '#window/list/use-live-list'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import { Failure } from '#window/ui/Notice.tsx'
import { useWantedFocus } from '#window/ui/focus'
import { MessageEditor } from './MessageEditor'
import { COMPOSE } from './replay-commands'
import './replay.css'
import { callbackKind } from '#protocol/messages'
import type { PaymentSummary } from '#protocol/payments'
import { SelectField, TextField } from '#window/ui/Field.tsx'
import { callbackKindName } from '#window/ui/StatusMark.tsx'
import { formatCount } from '#lib/words'
import { visibleId } from '#window/ui/IdText.tsx'
import { formatWord } from '#domain/query/terms'
import { z } from 'zod'
import { draftOf, keepDraft } from '#window/state/preferences'
import { readStored } from '#window/state/preferences-shape'

export function ComposePane() {
  const bench = useBench()
  const projectId = useProjectFilter()
  const pickers = useRef<HTMLDivElement>(null)
  const [choice, setChoice] = useState(() => readChoice())
  const payment = usePaymentOf(choice.paymentKey)
  const paymentKey = payment?.key ?? null
  const owner = paymentKey === null ? (projectId === undefined ? {} : { projectId }) : { paymentKey }
  const isKnown = payment !== undefined
  const filled = useFetched(`templates:${String(isKnown)}:${JSON.stringify(owner)}`, async () =>
    isKnown ? bench.call('callbacks.templates', owner) : null,
  )
  // The pickers and the focus stay while another payment's values are read.
  const [lastItems, setLastItems] = useState<readonly FilledTemplate[]>([])
  const items = filled.value?.items ?? lastItems
  if (items !== lastItems) setLastItems(items)
  const template = items.find(({ id }) => id === choice.template) ?? items[0]
  const kind = choice.kind ?? template?.kind ?? 'other'
  const onChoice = (next: ComposeChoice): void => {
    setChoice(next)
    keepDraft(STORED, JSON.stringify(next))
  }
  useWantedFocus(pickers, COMPOSE, template !== undefined)
  const draftId = `compose:${template?.id ?? ''}:${paymentKey ?? ''}:${String(projectId ?? '')}`
  return (
    <article className="pane fill cb-detail" aria-labelledby="compose-title">
      <header className="bar detail-head">
        <div className="grow">
          <h2 className="pane-title" id="compose-title">
            Compose a message
          </h2>
          <p className="small mid facts msg-meta">
            <span>any body, to any address, with any signature; payments do not change</span>
          </p>
        </div>
      </header>
      <Failure className="msg-refusal" title="The templates could not be filled." error={filled.error} />
      {template === undefined ? null : (
        <div ref={pickers} className="tiles pad lined" role="group" aria-label="Start from">
          <ComposePicker
            choice={choice}
            template={template}
            templates={items}
            payment={payment ?? null}
            onChoice={onChoice}
          />
        </div>
      )}
      {filled.value === null || template === undefined ? null : (
        <MessageEditor
          key={draftId}
          source={{ ...filled.value, body: template.body, sizeBytes: template.body.length }}
          draftId={draftId}
          sign={{ signing: 'resign', place: template.place }}
          whole
          ask={(edit) => bench.call('callbacks.previewCompose', { ...owner, kind, ...edit })}
          send={(edit) => bench.call('callbacks.compose', { ...owner, template: template.id, kind, ...edit })}
          sendLabel="Send message"
          does="callbacks.compose"
        />
      )}
    </article>
  )
}

type NamedPayment = Pick<PaymentSummary, 'key' | 'paymentId' | 'status'>

interface ComposePickerProps {
  readonly choice: ComposeChoice
  readonly template: FilledTemplate
  readonly templates: readonly FilledTemplate[]
  readonly payment: NamedPayment | null
  readonly onChoice: (choice: ComposeChoice) => void
}

const optionOf = ({ key, paymentId, status }: NamedPayment) => ({
  value: key,
  label: `${visibleId(paymentId)}, ${status}`,
})

function ComposePicker({ choice, template, templates, payment, onChoice }: ComposePickerProps) {
  const [text, setText] = useState('')
  const bench = useBench()
  const projectId = useProjectFilter()
  const wanted = useDeferredValue(text.trim())
  const found = useFetched(`found-payments:${String(projectId)}:${wanted}`, () =>
    bench.call('payments.list', {
      limit: MAX_PAYMENTS,
      ...scopeOf(wanted === '' ? '' : `id:${formatWord(wanted)}`, projectId),
    }),
  )
  const items = found.value?.items ?? []
  const isListed = payment === null || items.some(({ key }) => key === payment.key)
  return (
    <>
      <SelectField
        label="Template"
        help={template.explanation}
        value={template.id}
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => onChoice({ ...choice, template: id, kind: null })}
      />
      <SelectField
        label="Listed as"
        help="Fault rules and filters use this kind."
        value={choice.kind ?? template.kind}
        options={callbackKind.options.map((kind) => ({ value: kind, label: callbackKindName(kind) }))}
        onChange={(kind) => onChoice({ ...choice, kind: kind === template.kind ? null : kind })}
      />
      <TextField
        label="Find a payment"
        help={`${formatCount(items.length)} of ${formatCount(found.value?.total ?? 0)} listed, newest first`}
        error={found.error}
        className="input mono"
        type="search"
        placeholder="part of its id"
        spellCheck={false}
        value={text}
        onText={setText}
      />
      <SelectField
        label="Filled from"
        value={payment?.key ?? NO_PAYMENT}
        options={[
          { value: NO_PAYMENT, label: 'No payment: sample values' },
          ...(isListed ? [] : [optionOf(payment)]),
          ...items.map(optionOf),
        ]}
        onChange={(paymentKey) => onChoice({ ...choice, paymentKey })}
      />
    </>
  )
}

const MAX_PAYMENTS = 50

function usePaymentOf(key: string): NamedPayment | null | undefined {
  const bench = useBench()
  const { value, error } = useFetched(`payment-of:${key}`, async () => ({
    payment: key === '' ? null : await bench.call('payments.get', { key, maxSteps: 1 }),
  }))
  if (error !== null) return null
  return value?.payment
}

const STORED = 'compose'
const NO_PAYMENT = ''

const composeChoice = z.object({
  template: z.string().catch('success'),
  /** Empty for sample values. */
  paymentKey: z.string().catch(NO_PAYMENT),
  kind: callbackKind.nullable().catch(null),
})

type ComposeChoice = Readonly<z.infer<typeof composeChoice>>

export const readChoice = (text: string | undefined = draftOf(STORED)): ComposeChoice =>
  readStored(composeChoice, text) ?? composeChoice.parse({})
