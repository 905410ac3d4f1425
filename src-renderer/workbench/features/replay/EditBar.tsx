import { readHeaders } from '#window/message-view/wire'
import { Button } from '#window/ui/Button.tsx'
import { Choice, TextArea } from '#window/ui/Field.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import type { MessageDraft, Outgoing, useMessageDraft } from './message-draft'

export type EditPart = 'body' | 'headers' | 'compare'

interface EditBarProps {
  readonly part: EditPart
  readonly onPart: (part: EditPart) => void
  readonly drafting: ReturnType<typeof useMessageDraft>
  readonly onLayout: (layout: MessageDraft['layout']) => void
  readonly onUndo: () => void
}

const LAYOUTS = [
  {
    value: 'laidOut',
    label: 'Formatted',
    title: 'Formatted for reading; the body is sent without the extra white space',
  },
  { value: 'exact', label: 'Exact', title: 'The body is sent exactly as written here' },
] as const

export function EditBar({ part, onPart, drafting, onLayout, onUndo }: EditBarProps) {
  const { draft, isEdited, isKept, isUnkept, canRestore } = drafting
  const count = <span className="n">{readHeaders(draft.headers).length}</span>
  const parts = [
    { value: 'body', label: 'Body' },
    { value: 'headers', label: <>Headers{count}</> },
    { value: 'compare', label: 'Side by side' },
  ] as const
  return (
    <div className="bar small rp-bar">
      <Choice label="Part of the message" value={part} options={parts} onChange={onPart} />
      {part !== 'body' || draft.keepsBytes ? null : (
        <Choice label="White space of the body" value={draft.layout} options={LAYOUTS} onChange={onLayout} />
      )}
      <span className="grow" />
      {isKept ? (
        <span className="row dim nowrap rp-kept" role="status" title={isUnkept ? undefined : 'Draft saved'}>
          {isUnkept ? null : <Icon name="state-delivered" small />}
          <span>{isUnkept ? 'too large to survive a reload' : 'Draft saved'}</span>
        </span>
      ) : null}
      {/* One button for both actions, so that it keeps the focus. */}
      <Button look="quiet" size="small" icon="undo" disabled={!isEdited && !canRestore} onClick={onUndo}>
        {canRestore ? 'Restore edits' : 'Undo all'}
      </Button>
    </div>
  )
}

interface HeadersFieldProps {
  readonly headers: string
  readonly error: Outgoing['error']
  readonly onChange: (headers: string) => void
}

/** Header fields in sending order; a name may occur twice. */
export function HeadersField({ headers, error, onChange }: HeadersFieldProps) {
  return (
    <div className="scroll fill pad">
      <TextArea
        label="Header fields"
        help="One per line, in the order in which they are sent. Content-Length is calculated; if Host is missing, Paybench adds it at the top."
        error={error?.field.startsWith('headers') === true ? error.message : null}
        className="input mono"
        spellCheck={false}
        rows={headers.split('\n').length + 1}
        value={headers}
        onText={onChange}
      />
    </div>
  )
}
