import { useId } from 'react'
import { NOT_CONNECTED, useRefusal } from '../state/refusal'
import { Button } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { inLayout } from './message-draft'
import type { MessageDraft } from './message-draft'

export type EditPart = 'body' | 'headers' | 'compare'

interface EditBarProps {
  readonly part: EditPart
  readonly onPart: (part: EditPart) => void
  readonly draft: MessageDraft
  /** Another text for the editor, as well as another draft. */
  readonly onRewrite: (draft: MessageDraft) => void
  readonly edited: boolean
  readonly kept: boolean
  readonly onUndoAll: () => void
}

const PARTS: readonly { readonly value: EditPart; readonly label: string }[] = [
  { value: 'body', label: 'Body' },
  { value: 'headers', label: 'Headers' },
  { value: 'compare', label: 'Side by side' },
]

const LAYOUTS = [
  { value: 'laidOut', label: 'Laid out', title: 'White space for reading; the body goes out without it' },
  { value: 'exact', label: 'Exact', title: 'The body goes out exactly as it is written here' },
] as const

/** Which part of the message is worked on, and how its body is written. */
export function EditBar({ part, onPart, draft, onRewrite, edited, kept, onUndoAll }: EditBarProps) {
  const name = useId()
  const refusal = useRefusal('drafts.save')
  const unkept =
    refusal === null ? 'edited' : `not kept: ${refusal === NOT_CONNECTED ? 'not connected' : 'read-only'}`
  return (
    <div className="rp-bar">
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
                onChange={() => onRewrite(inLayout(draft, value))}
              />
              {label}
            </label>
          ))}
        </div>
      )}
      <span className="grow" />
      {edited ? (
        <span className="dim nowrap rp-kept" role="status" title={kept ? undefined : (refusal ?? undefined)}>
          {kept ? (
            <>
              <Icon name="state-delivered" small /> draft kept
            </>
          ) : (
            unkept
          )}
        </span>
      ) : null}
      <Button look="quiet" size="small" icon="undo" disabled={!edited} onClick={onUndoAll}>
        <span className="b-t">Undo all</span>
      </Button>
    </div>
  )
}
