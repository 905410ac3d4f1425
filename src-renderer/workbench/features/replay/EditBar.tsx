import { type ReactNode, useRef } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { Choice } from '#window/ui/Field.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { useRowKeys } from '#window/ui/use-row-keys'
import type { MessageDraft, useMessageDraft } from './message-draft'
import type { OutgoingError } from './use-outgoing'

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

/** Which part of the message is worked on, and how its body is written. */
export function EditBar({ part, onPart, drafting, onLayout, onUndo }: EditBarProps) {
  const { draft, isEdited, isKept, isUnkept, canRestore } = drafting
  const parts: readonly { readonly value: EditPart; readonly label: ReactNode }[] = [
    { value: 'body', label: 'Body' },
    {
      value: 'headers',
      label: (
        <>
          Headers<span className="n">{draft.headers.length}</span>
        </>
      ),
    },
    { value: 'compare', label: 'Side by side' },
  ]
  return (
    <div className="bar small rp-bar">
      <Choice label="Part of the message" value={part} options={parts} onChange={onPart} />
      {part !== 'body' || draft.keepsBytes ? null : (
        <Choice label="White space of the body" value={draft.layout} options={LAYOUTS} onChange={onLayout} />
      )}
      <span className="grow" />
      {isKept ? (
        <span className="dim nowrap rp-kept" role="status" title={isUnkept ? undefined : 'Draft saved'}>
          {isUnkept ? (
            'too large to survive a reload'
          ) : (
            <>
              <Icon name="state-delivered" small /> <span className="b-t">Draft saved</span>
            </>
          )}
        </span>
      ) : null}
      {/* One button, so that the focus is where the way back is. */}
      <Button look="quiet" size="small" icon="undo" disabled={!isEdited && !canRestore} onClick={onUndo}>
        {canRestore ? 'Restore it' : 'Undo all'}
      </Button>
    </div>
  )
}

type Headers = MessageDraft['headers']

interface HeadersEditorProps {
  readonly headers: Headers
  readonly error: OutgoingError | null
  readonly onChange: (headers: Headers) => void
}

const isLength = (name: string): boolean => name.toLowerCase() === 'content-length'

/** Header fields in the order in which they are sent; a name may occur twice. The length follows the body. */
export function HeadersEditor({ headers, error, onChange }: HeadersEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useRowKeys(box, headers.length)
  const replace = (at: number, pair: [string, string]): void => {
    onChange(headers.map((old, index) => (index === at ? pair : old)))
  }
  const moveUp = (at: number): void => {
    const moved = headers[at]
    if (moved === undefined) return
    rows.move(at, at - 1)
    onChange(headers.toSpliced(at, 1).toSpliced(at - 1, 0, moved))
  }
  const remove = (at: number): void => {
    rows.remove(at)
    onChange(headers.toSpliced(at, 1))
  }
  const add = (): void => {
    rows.add()
    onChange([...headers, ['X-Trace', '']])
  }
  return (
    <div ref={box} className="scroll rp-headers" role="group" aria-label="Header fields">
      <table className="plain">
        <caption className="sr">Header fields to send, in order</caption>
        <thead>
          <tr>
            <th>Name</th>
            <th>Value</th>
            <th>
              <span className="sr">Change the order</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {headers.map(([name, value], at) => {
            const bad = error?.field === `headers.${at.toString()}`
            const place = `field ${(at + 1).toString()}`
            return (
              <tr key={rows.keys[at]} data-row={at}>
                <td>
                  <input
                    className="input mono"
                    aria-label={`Name of ${place}`}
                    aria-invalid={bad}
                    spellCheck={false}
                    value={name}
                    onChange={(event) => replace(at, [event.target.value, value])}
                  />
                </td>
                <td>
                  {isLength(name) ? (
                    <span className="dim">calculated when sent</span>
                  ) : (
                    <input
                      className="input mono"
                      aria-label={`Value of ${place}`}
                      aria-invalid={bad}
                      spellCheck={false}
                      value={value}
                      onChange={(event) => replace(at, [name, event.target.value])}
                    />
                  )}
                  {bad ? <p className="bad">{error.message}</p> : null}
                </td>
                <td className="nowrap">
                  <Button
                    look="quiet"
                    size="small"
                    icon="up"
                    data-part="up"
                    aria-label={`Move ${place} up`}
                    disabled={at === 0}
                    onClick={() => moveUp(at)}
                  />
                  <Button
                    look="quiet"
                    size="small"
                    icon="close"
                    data-part="remove"
                    aria-label={`Remove ${place}`}
                    onClick={() => remove(at)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="row note pad">
        <Button size="small" icon="plus" data-part="add" onClick={add}>
          Add a field
        </Button>
        <span className="dim">If there is no Host field, Paybench adds one at the top.</span>
      </p>
    </div>
  )
}
