import { useId } from 'react'
import { NOT_CONNECTED, useRefusal } from '#window/state/refusal'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import type { MessageDraft } from './message-draft'

export type EditPart = 'body' | 'headers' | 'compare'

interface EditBarProps {
  readonly part: EditPart
  readonly onPart: (part: EditPart) => void
  readonly draft: MessageDraft
  readonly onLayout: (layout: MessageDraft['layout']) => void
  readonly edited: boolean
  readonly kept: boolean
  /** Why the last change could not be kept. */
  readonly saveError: string | null
  readonly onSave: () => void
  readonly onUndoAll: () => void
  /** Null where nothing was undone. */
  readonly onRedoAll: (() => void) | null
}

const PARTS: readonly { readonly value: EditPart; readonly label: string }[] = [
  { value: 'body', label: 'Body' },
  { value: 'headers', label: 'Headers' },
  { value: 'compare', label: 'Side by side' },
]

const LAYOUTS = [
  {
    value: 'laidOut',
    label: 'Formatted',
    title: 'Formatted for reading; the body is sent without the extra white space',
  },
  { value: 'exact', label: 'Exact', title: 'The body is sent exactly as written here' },
] as const

/** Which part of the message is worked on, and how its body is written. */
export function EditBar(props: EditBarProps) {
  const { part, onPart, draft, onLayout, edited, onUndoAll, onRedoAll } = props
  const name = useId()
  return (
    <div className="bar small rp-bar">
      <div className="seg" role="radiogroup" aria-label="Part of the message">
        {PARTS.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={`${name}-part`}
              checked={part === value}
              onChange={() => onPart(value)}
            />
            {label}
            {value === 'headers' ? <span className="n">{draft.headers.length}</span> : null}
          </label>
        ))}
      </div>
      {part !== 'body' || draft.keepsBytes ? null : (
        <div className="seg" role="radiogroup" aria-label="White space of the body">
          {LAYOUTS.map(({ value, label, title }) => (
            <label key={value} title={title}>
              <input
                type="radio"
                name={`${name}-layout`}
                checked={draft.layout === value}
                onChange={() => onLayout(value)}
              />
              {label}
            </label>
          ))}
        </div>
      )}
      <span className="grow" />
      <Keeping {...props} />
      {/* One button, so that the focus is where the way back is. */}
      <Button
        look="quiet"
        size="small"
        icon="undo"
        disabled={!edited && onRedoAll === null}
        onClick={onRedoAll ?? onUndoAll}
      >
        {onRedoAll === null ? 'Undo all' : 'Restore it'}
      </Button>
    </div>
  )
}

/** Whether the draft would survive a reload. */
function Keeping({ edited, kept, saveError, onSave }: EditBarProps) {
  const refusal = useRefusal('drafts.save')
  if (edited && !kept && refusal !== null) {
    return (
      <span className="dim nowrap" role="status" title={refusal}>
        not saved: {refusal === NOT_CONNECTED ? 'not connected' : 'read-only'}
      </span>
    )
  }
  if (saveError !== null && refusal === null) {
    return (
      <>
        <span className="bad nowrap clip" role="status" title={saveError}>
          not saved: {saveError}
        </span>
        <Button size="small" onClick={onSave}>
          Try again
        </Button>
      </>
    )
  }
  if (!edited) return null
  return (
    <span className="dim nowrap rp-kept" role="status" title={kept ? 'Draft saved' : undefined}>
      {kept ? (
        <>
          <Icon name="state-delivered" small /> <span className="b-t">Draft saved</span>
        </>
      ) : (
        'edited'
      )}
    </span>
  )
}
