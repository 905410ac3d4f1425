import { type ComponentProps, type RefObject, useMemo, useRef, useState } from 'react'
import type { ResendSigning, TrafficDetail } from '#protocol/traffic'
import { type CodeEditorHandle, LazyEditor } from '#window/editor/LazyEditor.tsx'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import type { DialogProps } from '#window/state/dialogs'
import { useProjects } from '#window/state/info'
import { Button } from '#window/ui/Button.tsx'
import { Dialog, SubmitActions, useSubmit } from '#window/ui/Dialog.tsx'
import { SelectField, TextArea, TextField } from '#window/ui/Field.tsx'
import { Failure, Notice } from '#window/ui/Notice.tsx'
import {
  draftOf,
  keepResend,
  type KeptResend,
  keptResend,
  keptResendOf,
  paramsOf,
  type ResendDraft,
} from './resend-draft'
import { notifyResult, placeNow } from './resend-request'
import { SOURCE_TITLES } from '#window/navigation/views'
import { LISTENER_NAMES } from '#window/state/listeners'

const titleOf = (edit: boolean): string => (edit ? 'Edit and send' : 'Send again')

type FormProps = DialogProps<'resend'> & {
  readonly detail: TrafficDetail
  readonly kept: KeptResend | null
  readonly onStartOver: () => void
}

function Form({ detail, kept, edit, reason, asked, onStartOver, onClose }: FormProps) {
  const bench = useBench()
  const projects = useProjects()
  // An imported request may come from anywhere, so Paybench may have no secret for it.
  const isOfOthers =
    detail.source === 'imported' && !projects.some(({ projectId }) => projectId === detail.projectId)
  const editor = useRef<CodeEditorHandle>(null)
  // A request that was refused for its signature is edited to have a correct one.
  const mends = edit && !isOfOthers && detail.signature.state === 'invalid'
  const original = useMemo(() => draftOf(detail, mends ? 'resign' : 'keep'), [detail, mends])
  const [draft, setDraft] = useState<ResendDraft>(kept?.draft ?? original)
  const forget = (): void => {
    if (edit) keepResend(detail.id, null)
  }
  const { busy, refusal, submit, clear } = useSubmit()
  const error = refusal === null ? null : (refusal.issues[0] ?? { field: '', message: refusal.message })
  const errorAt = (field: string): string | null =>
    error !== null && (error.field === field || error.field.startsWith(`${field}.`)) ? error.message : null
  const shownFields = ['edits', 'headers', 'body', 'card', 'signing', 'to']
  const hasOtherError = error !== null && !shownFields.some((field) => errorAt(field) !== null)

  const send = (): void => {
    const body = editor.current?.text()
    const params = paramsOf(detail, body === undefined ? draft : { ...draft, body }, edit)
    const place = placeNow()
    submit(
      () => bench.call('exchanges.resend', params),
      (result) => {
        forget()
        onClose()
        notifyResult(result, place)
      },
    )
  }

  return (
    <Dialog
      title={titleOf(edit)}
      subtitle={
        <code className="clip">
          {SOURCE_TITLES[detail.source]}: {detail.method} {detail.path}
        </code>
      }
      width={edit ? 860 : 560}
      onClose={onClose}
      onSubmit={send}
      does="exchanges.resend"
      note={edit ? 'The original does not change. Your draft is saved until you send it.' : null}
      actions={
        <SubmitActions onCancel={onClose} disabled={busy} keys="Ctrl Enter">
          {busy ? 'Sending…' : 'Send request'}
        </SubmitActions>
      }
    >
      <div className="dialog-pad stack">
        <Failure title="The request was not sent." error={hasOtherError ? error.message : null} />
        {reason === undefined ? null : <Notice title={reason} />}
        {isOfOthers ? (
          <Notice title="This request cannot be re-signed: its project is not in this session.">
            To re-sign it, create a project with the same id and secret in Settings. Otherwise it is sent with
            the signature that it has.
          </Notice>
        ) : null}
        {kept === null ? null : (
          <Notice
            tone={kept.cardLeftOut ? 'amber' : 'quiet'}
            title="Your draft was restored."
            action={
              <Button
                size="small"
                onClick={() => {
                  forget()
                  onStartOver()
                }}
              >
                Start over
              </Button>
            }
          >
            {kept.cardLeftOut
              ? 'Card data was not saved: enter it again in place of the asterisks.'
              : undefined}
          </Notice>
        )}
        <ResendFields
          detail={detail}
          draft={draft}
          edit={edit}
          hasCard={detail.masked.length > 0 && (edit || asked?.startsWith('card') === true)}
          errorAt={errorAt}
          editor={editor}
          onDraft={(change) => {
            const next = { ...draft, ...change }
            setDraft(next)
            if (edit) keepResend(detail.id, keptResend(next, original))
            clear()
          }}
          onSubmit={send}
        />
      </div>
    </Dialog>
  )
}

export function ResendDialog(props: DialogProps<'resend'>) {
  const { id, edit, onClose } = props
  const bench = useBench()
  const [startedOver, setStartedOver] = useState(false)
  const [kept] = useState(() => (edit ? keptResendOf(id) : null))
  const { value, error } = useFetched(`resend:${id}`, () => bench.call('traffic.get', { id }))
  if (value === null)
    return error === null ? null : (
      <Dialog title={titleOf(edit)} width={460} onClose={onClose}>
        <div className="dialog-pad">
          <Failure title="The exchange could not be read." error={error} />
        </div>
      </Dialog>
    )
  return (
    <Form
      key={String(startedOver)}
      {...props}
      detail={value}
      kept={startedOver ? null : kept}
      onStartOver={() => setStartedOver(true)}
    />
  )
}

interface ResendFieldsProps {
  readonly detail: TrafficDetail
  readonly draft: ResendDraft
  /** Whether the whole request is edited, not only what Paybench requested. */
  readonly edit: boolean
  readonly hasCard: boolean
  readonly editor: RefObject<CodeEditorHandle | null>
  readonly onSubmit: () => void
  readonly errorAt: (field: string) => string | null
  readonly onDraft: (change: Partial<ResendDraft>) => void
}

const SIGNINGS: readonly { readonly value: ResendSigning; readonly label: string }[] = [
  { value: 'keep', label: 'Keep as it is' },
  { value: 'resign', label: 'Re-sign' },
  { value: 'omit', label: 'Omit' },
  { value: 'corrupt', label: 'Corrupt' },
]

const LISTENERS = (['platform', 'platformTls', 'merchant', 'merchantTls'] as const).map((value) => ({
  value,
  label: LISTENER_NAMES[value],
}))

function ResendFields(props: ResendFieldsProps) {
  const { detail, draft, edit, hasCard, errorAt, editor, onDraft, onSubmit } = props
  type Name = 'method' | 'path' | 'cardNumber' | 'cvv'
  type More = Pick<ComponentProps<typeof TextField>, 'help' | 'inputMode' | 'spellCheck'>
  const text = (name: Name, label: string, field: string, more: More) => (
    <TextField
      label={label}
      error={errorAt(field)}
      className="input mono"
      value={draft[name]}
      onText={(value) => onDraft({ [name]: value })}
      {...more}
    />
  )
  return (
    <>
      {edit ? (
        <>
          <div className="tr-line">
            {text('method', 'Method', 'edits.method', { spellCheck: false })}
            {text('path', 'Path and query', 'edits.path', { spellCheck: false })}
          </div>
          <TextArea
            label="Headers"
            help="One per line. Content-Length is updated automatically."
            error={errorAt('headers') ?? errorAt('edits.headers')}
            className="input mono tr-headers"
            spellCheck={false}
            rows={Math.min(6, detail.headers.length + 1)}
            value={draft.headers}
            onText={(headers) => onDraft({ headers })}
          />
          <div className="field">
            <span className="field-label">Body</span>
            {detail.body === null ? (
              <p className="help">The body is not UTF-8, so it is sent unchanged.</p>
            ) : (
              <div className="tr-body">
                <LazyEditor
                  ref={editor}
                  label="Body"
                  text={draft.body}
                  onChange={() => onDraft({ body: editor.current?.text() ?? draft.body })}
                  onSubmit={onSubmit}
                  onLeave={() => document.querySelector<HTMLElement>('.dialog footer .btn.primary')?.focus()}
                />
              </div>
            )}
            {errorAt('body') === null ? null : <span className="bad">{errorAt('body')}</span>}
          </div>
        </>
      ) : null}
      {hasCard ? (
        <div className="tr-line">
          {text('cardNumber', 'Card number', 'card.number', {
            inputMode: 'numeric',
            help: 'Test cards are filled in automatically. What you enter here is sent but never stored.',
          })}
          {text('cvv', 'Security code', 'card.cvv', { inputMode: 'numeric' })}
        </div>
      ) : null}
      <div className="tr-line">
        <SelectField
          label="Signature"
          error={errorAt('signing')}
          value={draft.signing}
          options={SIGNINGS}
          onChange={(signing) => onDraft({ signing })}
        />
        {draft.to === '' ? null : (
          <SelectField
            label="Send to"
            help="Imported from a file: select the listener to send it to."
            error={errorAt('to')}
            value={draft.to}
            options={LISTENERS}
            onChange={(to) => onDraft({ to })}
          />
        )}
      </div>
    </>
  )
}
