import { useRef } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { useRowKeys } from '#window/ui/use-row-keys'
import type { MessageDraft } from './message-draft'
import type { OutgoingError } from './use-outgoing'

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
      <p className="row note rp-hint">
        <Button size="small" icon="plus" data-part="add" onClick={add}>
          Add a field
        </Button>
        <span className="dim">If there is no Host field, Paybench adds one at the top.</span>
      </p>
    </div>
  )
}
