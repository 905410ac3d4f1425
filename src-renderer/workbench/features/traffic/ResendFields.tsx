import type { ComponentProps, RefObject } from 'react'
import type { ResendSigning, TrafficDetail } from '#protocol/traffic'
import { type CodeEditorHandle, LazyEditor } from '#window/editor/LazyEditor.tsx'
import { SelectField, TextArea, TextField } from '#window/ui/Field.tsx'
import type { ResendDraft } from './resend-draft'
import { LISTENER_NAMES } from '#window/state/listeners'

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

export function ResendFields({
  detail,
  draft,
  edit,
  hasCard,
  errorAt,
  editor,
  onDraft,
  onSubmit,
}: ResendFieldsProps) {
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
