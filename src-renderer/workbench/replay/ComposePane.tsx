import { useState } from 'react'
import type { FilledTemplate, MessagePreview, TemplatesResult } from '../../../src-main/contract/replay'
import type { PaymentSummary } from '../../../src-main/contract/payments'
import { useFetched } from '../message-view/use-fetched'
import { useBench } from '../state/bench'
import { useProjectFilter } from '../state/info'
import { draftOf, keepDraft } from '../state/preferences'
import { Field, Select } from '../ui/Field'
import { Notice } from '../ui/Notice'
import { MessageEditor } from './MessageEditor'
import './replay.css'

const MOST_PAYMENTS = 100
const NO_PAYMENT = ''

interface Choice {
  readonly template: string
  readonly paymentKey: string
}

/** The template and the payment that were chosen last. */
function readChoice(): Choice {
  const [template = 'success', paymentKey = NO_PAYMENT] = (draftOf('compose') ?? '').split(' ')
  return { template: template === '' ? 'success' : template, paymentKey }
}

function sourceOf(filled: TemplatesResult, template: FilledTemplate, paymentKey: string): MessagePreview {
  return {
    method: filled.method,
    target: filled.target,
    headers: filled.headers,
    body: template.body,
    sizeBytes: new TextEncoder().encode(template.body).byteLength,
    signature: { state: 'missing', explanation: 'The template is not signed yet.' },
    kind: template.kind,
    projectId: filled.projectId,
    paymentKey,
    paymentId: '',
  }
}

interface PickerProps {
  readonly choice: Choice
  readonly templates: readonly FilledTemplate[]
  readonly payments: readonly PaymentSummary[]
  readonly onChoice: (choice: Choice) => void
}

function Picker({ choice, templates, payments, onChoice }: PickerProps) {
  const explanation = templates.find(({ id }) => id === choice.template)?.explanation
  return (
    <>
      <Field label="Template" help={explanation}>
        {(control) => (
          <Select
            control={control}
            value={choice.template}
            options={templates.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(template) => onChoice({ ...choice, template })}
          />
        )}
      </Field>
      <Field label="Filled from">
        {(control) => (
          <Select
            control={control}
            value={choice.paymentKey}
            options={[
              { value: NO_PAYMENT, label: 'No payment: made-up values' },
              ...payments.map(({ key, paymentId, status }) => ({
                value: key,
                label: `${paymentId}, ${status}`,
              })),
            ]}
            onChange={(paymentKey) => onChoice({ ...choice, paymentKey })}
          />
        )}
      </Field>
    </>
  )
}

/** A message from nothing or from a template; it belongs to a payment or to none. Every template keeps its own draft. */
export function ComposePane() {
  const bench = useBench()
  const projectId = useProjectFilter()
  const [choice, setChoice] = useState(readChoice)
  const payments = useFetched(`compose-payments:${String(projectId)}`, () =>
    bench.call('payments.list', {
      limit: MOST_PAYMENTS,
      ...(projectId === undefined ? {} : { projectId }),
    }),
  )
  const known = payments.value?.items ?? []
  const isKnown = known.some(({ key }) => key === choice.paymentKey)
  const paymentKey = isKnown ? choice.paymentKey : NO_PAYMENT
  const belonging =
    paymentKey === NO_PAYMENT ? (projectId === undefined ? {} : { projectId }) : { paymentKey }
  const ready = payments.value !== null || payments.fault !== null
  const filled = useFetched(`templates:${String(ready)}:${JSON.stringify(belonging)}`, async () =>
    ready ? bench.call('callbacks.templates', belonging) : null,
  )
  const template = filled.value?.items.find(({ id }) => id === choice.template) ?? filled.value?.items[0]
  const onChoice = (next: Choice): void => {
    setChoice(next)
    keepDraft('compose', `${next.template} ${next.paymentKey}`)
  }
  const draftId = `compose:${template?.id ?? ''}:${paymentKey}:${String(projectId ?? '')}`
  return (
    <article className="pane cb-detail" aria-labelledby="compose-title">
      <header className="cb-head">
        <div className="grow">
          <h2 className="pane-title" id="compose-title">
            Compose a message
          </h2>
          <p className="msg-meta">
            <span>any body, to any address, signed as you like; nothing about a payment changes</span>
          </p>
        </div>
      </header>
      {filled.fault === null ? null : (
        <div className="msg-refusal">
          <Notice tone="red" title="The templates could not be filled.">
            {filled.fault}
          </Notice>
        </div>
      )}
      {filled.value === null || template === undefined ? null : (
        <MessageEditor
          key={draftId}
          source={sourceOf(filled.value, template, paymentKey)}
          draftId={draftId}
          sign={{ signing: 'resign', place: template.place }}
          whole
          ask={(edit) =>
            bench.call('callbacks.previewCompose', { ...belonging, kind: template.kind, ...edit })
          }
          send={(edit) =>
            bench.call('callbacks.compose', {
              ...belonging,
              template: template.id,
              kind: template.kind,
              ...edit,
            })
          }
          sendLabel="Send message"
          does="callbacks.compose"
          top={
            <Picker
              choice={{ template: template.id, paymentKey }}
              templates={filled.value.items}
              payments={known}
              onChoice={onChoice}
            />
          }
        />
      )}
    </article>
  )
}
