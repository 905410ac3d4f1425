import { useRef, useState } from 'react'
import type { FilledTemplate, MessagePreview, TemplatesResult } from '#protocol/replay'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import { Notice } from '#window/ui/Notice.tsx'
import { useWantedFocus } from '#window/ui/wanted-focus'
import { type ComposeChoice, keepChoice, readChoice } from './compose-choice'
import { ComposePicker } from './ComposePicker'
import { MessageEditor } from './MessageEditor'
import { COMPOSE } from './replay-commands'
import { usePaymentOf } from './use-found-payments'
import './replay.css'
import type { PaymentKey } from '#domain/ids'

function sourceOf(
  filled: TemplatesResult,
  template: FilledTemplate,
  paymentKey: PaymentKey | null,
): MessagePreview {
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

/** A new message, empty or from a template; it belongs to a payment or to none. Every template keeps its own draft. */
export function ComposePane() {
  const bench = useBench()
  const projectId = useProjectFilter()
  const pickers = useRef<HTMLDivElement>(null)
  const [choice, setChoice] = useState(() => readChoice())
  const payment = usePaymentOf(choice.paymentKey)
  const paymentKey = payment?.key ?? null
  const belonging = paymentKey === null ? (projectId === undefined ? {} : { projectId }) : { paymentKey }
  const isKnown = payment !== undefined
  const filled = useFetched(`templates:${String(isKnown)}:${JSON.stringify(belonging)}`, async () =>
    isKnown ? bench.call('callbacks.templates', belonging) : null,
  )
  // The pickers stay while another payment's values are fetched, and the focus with them.
  const [lastItems, setLastItems] = useState<readonly FilledTemplate[]>([])
  const items = filled.value?.items ?? lastItems
  if (items !== lastItems) setLastItems(items)
  const template = items.find(({ id }) => id === choice.template) ?? items[0]
  const kind = choice.kind ?? template?.kind ?? 'other'
  const onChoice = (next: ComposeChoice): void => {
    setChoice(next)
    keepChoice(next)
  }
  useWantedFocus(pickers, COMPOSE, template !== undefined)
  const draftId = `compose:${template?.id ?? ''}:${paymentKey ?? ''}:${String(projectId ?? '')}`
  return (
    <article className="pane fill cb-detail" aria-labelledby="compose-title">
      <header className="bar cb-head">
        <div className="grow">
          <h2 className="pane-title" id="compose-title">
            Compose a message
          </h2>
          <p className="small mid msg-meta">
            <span>any body, to any address, with any signature; payments do not change</span>
          </p>
        </div>
      </header>
      {filled.error === null ? null : (
        <div className="msg-refusal">
          <Notice tone="red" title="The templates could not be filled.">
            {filled.error}
          </Notice>
        </div>
      )}
      {template === undefined ? null : (
        <div ref={pickers} className="rp-pick" role="group" aria-label="Start from">
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
          source={sourceOf(filled.value, template, paymentKey)}
          draftId={draftId}
          sign={{ signing: 'resign', place: template.place }}
          whole
          ask={(edit) => bench.call('callbacks.previewCompose', { ...belonging, kind, ...edit })}
          send={(edit) =>
            bench.call('callbacks.compose', {
              ...belonging,
              template: template.id,
              kind,
              ...edit,
            })
          }
          sendLabel="Send message"
          does="callbacks.compose"
        />
      )}
    </article>
  )
}
