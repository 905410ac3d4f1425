import type { ResendSigning, TrafficDetail } from '#protocol/traffic'
import { type CodeEditorHandle, LazyEditor } from '#window/editor/LazyEditor.tsx'
import { SelectField, TextArea, TextField } from '#window/ui/Field.tsx'
import type { ResendDraft } from './resend-draft'

interface FieldsProps {
  readonly draft: ResendDraft
  readonly errorAt: (field: string) => string | null
  readonly onDraft: (change: Partial<ResendDraft>) => void
}

const SIGNINGS: readonly { readonly value: ResendSigning; readonly label: string }[] = [
  { value: 'keep', label: 'Keep as it is' },
  { value: 'resign', label: 'Re-sign' },
  { value: 'omit', label: 'Omit' },
  { value: 'corrupt', label: 'Corrupt' },
]

const EXACT = { className: 'input mono', spellCheck: false }

const LISTENERS = [
  { value: 'platform', label: 'Platform' },
  { value: 'platformTls', label: 'Platform, TLS' },
  { value: 'merchant', label: 'Merchant' },
  { value: 'merchantTls', label: 'Merchant, TLS' },
] as const

export function RequestFields({
  detail,
  draft,
  errorAt,
  editor,
  onDraft,
  onSubmit,
}: FieldsProps & {
  readonly detail: TrafficDetail
  readonly editor: React.RefObject<CodeEditorHandle | null>
  readonly onSubmit: () => void
}) {
  return (
    <>
      <div className="tr-line">
        <TextField
          {...EXACT}
          label="Method"
          error={errorAt('edits.method')}
          value={draft.method}
          onText={(method) => onDraft({ method })}
        />
        <TextField
          {...EXACT}
          label="Path and query"
          error={errorAt('edits.path')}
          value={draft.path}
          onText={(path) => onDraft({ path })}
        />
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
  )
}

export function CardFields({ draft, errorAt, onDraft }: FieldsProps) {
  return (
    <div className="tr-line">
      <TextField
        label="Card number"
        help="Test cards are filled in automatically. What you enter here is sent but never stored."
        error={errorAt('card.number')}
        className="input mono"
        inputMode="numeric"
        value={draft.cardNumber}
        onText={(cardNumber) => onDraft({ cardNumber })}
      />
      <TextField
        label="Security code"
        error={errorAt('card.cvv')}
        className="input mono"
        inputMode="numeric"
        value={draft.cvv}
        onText={(cvv) => onDraft({ cvv })}
      />
    </div>
  )
}

export function SendingFields({ draft, errorAt, onDraft }: FieldsProps) {
  return (
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
  )
}
