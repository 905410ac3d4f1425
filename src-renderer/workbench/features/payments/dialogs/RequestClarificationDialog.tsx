import { counted } from '#lib/words'
import { useState, useEffect } from 'react'
import { clarificationFields } from '#protocol/shapes'
import { countFields, NO_FIELDS, type ClarificationFields } from '#domain/clarification/fields'
import { JsonBody } from '#window/message-view/JsonBody.tsx'
import { findMethod } from '#domain/method/method'
import { useBench } from '#window/state/bench'
import type { DialogProps } from '#window/state/dialogs'
import { useProjects } from '#window/state/info'
import { draftOf, keepDraft } from '#window/state/preferences'
import { readStored } from '#window/state/preferences-shape'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Dialog, DialogError, SubmitActions, useSubmit } from '#window/ui/Dialog.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { formatCountdown, formatNear, parseTime } from '#window/lib/time'
import { FieldCatalogue } from './FieldCatalogue'
import { PaymentLine, PreviewPart } from './dialog-parts'
import './dialogs.css'
import type { Result } from '#protocol/methods'
import { useFetched } from '#window/message-view/use-fetched'

const DRAFT = 'requestClarification'

function Preview({ preview }: { readonly preview: Result<'payments.previewClarification'> | null }) {
  if (preview === null) {
    return (
      <div className="prev-pane">
        <PreviewPart title="Callback that will be sent" note="choose fields to see it" />
        <PreviewPart title="What the merchant would answer" note="signed, with sample values" />
      </div>
    )
  }
  const { target, body, curl } = preview
  return (
    <div className="prev-pane">
      <PreviewPart
        title="Callback that will be sent"
        note={<code className="dim">{target === null ? 'nowhere' : `POST ${target}`}</code>}
        action={<CopyButton text={body} what="body" />}
      >
        <div className="column">
          {target === null ? (
            <div className="msg-refusal">
              <Notice tone="amber" title="The payment has no callback URL, so nothing will be sent.">
                Set one in the project, or read the requested fields from the status.
              </Notice>
            </div>
          ) : null}
          <JsonBody text={body} label="Body of the callback" markedMember="clarification_fields" />
        </div>
      </PreviewPart>
      <PreviewPart
        title="What the merchant would answer"
        note="signed, with sample values"
        action={<CopyButton text={curl} what="answer as curl" label="Copy curl" look="plain" />}
      >
        <pre className="code wrap scroll" tabIndex={0} role="region" aria-label="Answer as curl">
          {curl}
        </pre>
      </PreviewPart>
    </div>
  )
}

export function RequestClarificationDialog({ payment, onClose }: DialogProps<'requestClarification'>) {
  const bench = useBench()
  const { key, methodPath, projectId, type } = payment
  const project = useProjects().find((each) => each.projectId === projectId)
  const { busy, refusal, submit, clear } = useSubmit()
  // The last unsent selection, whichever payment it was made for.
  const [choice, setChoice] = useState<ClarificationFields>(
    () => readStored(clarificationFields, draftOf(DRAFT)) ?? NO_FIELDS,
  )
  const count = countFields(choice)
  const fetched = useFetched(`preview:${key}`, async () =>
    count === 0 ? null : bench.call('payments.previewClarification', { key, fields: writable(choice) }),
  )
  const { value: preview, error, reload } = fetched
  const wanted = JSON.stringify(choice)
  useEffect(() => {
    const timer = setTimeout(reload, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [wanted, reload])

  const onChoose = (next: ClarificationFields): void => {
    setChoice(next)
    clear()
    keepDraft(DRAFT, JSON.stringify(next))
  }
  const send = (): void => {
    if (count === 0) return
    submit(
      () => bench.call('payments.requestClarification', { key, fields: writable(choice) }),
      () => {
        keepDraft(DRAFT, null)
        onClose()
      },
    )
  }

  const shown = count === 0 ? null : preview
  return (
    <Dialog
      title="Request clarification"
      subtitle={<PaymentLine payment={payment} />}
      onClose={onClose}
      onSubmit={send}
      does="payments.requestClarification"
      note={
        shown === null ? (
          'Choose at least one field.'
        ) : (
          <span className="state" data-hue="amber">
            <Icon name="state-expired" small />
            <span>
              The merchant has <b>{formatCountdown(shown.waitMs)}</b> from now, until{' '}
              {formatNear(parseTime(shown.expiresAt), parseTime(shown.expiresAt) - shown.waitMs)}.
            </span>
          </span>
        )
      }
      actions={
        <SubmitActions onCancel={onClose} disabled={busy || count === 0} keys="Ctrl Enter">
          {count === 0 ? 'Request fields' : `Request ${counted(count, 'field')}`}
        </SubmitActions>
      }
    >
      {refusal === null && error === null ? null : (
        <div className="band dialog-fault">
          <DialogError refusal={refusal} />
          {error === null ? null : <Notice tone="red" title={error} />}
        </div>
      )}
      <div className="dlg-cols">
        <FieldCatalogue
          choice={choice}
          onChoose={onChoose}
          method={
            methodPath === undefined ? null : findMethod(methodPath, project?.switches.ownMethods ?? [])
          }
          operation={type === 'payout' ? type : 'sale'}
        />
        <Preview preview={shown} />
      </div>
    </Dialog>
  )
}

const SETTLE_MS = 150

const writable = (fields: ClarificationFields): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([key, names]) => [key, [...names]]))
