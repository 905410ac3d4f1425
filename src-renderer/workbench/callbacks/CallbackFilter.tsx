import { useId, useState } from 'react'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '../../../src-main/core/query/fields'
import { parseQuery } from '../../../src-main/core/query/parse'
import { setPlace } from '../state/preferences'
import { Icon } from '../ui/Icon'
import { QUICK_VIEWS, viewName } from './callback-view'
import type { CallbackSide, CallbackView } from './callback-view'

const FIELDS = { sent: CALLBACK_QUERY_FIELDS, captured: EXCHANGE_QUERY_FIELDS } as const
const HINTS = {
  sent: 'payment:order-17, status:5xx, or any text of a body',
  captured: 'path:/callbacks, signature:invalid, or any text of a body',
} as const

/** What is wrong with a typed query; null when it can be asked. */
export function queryFault(side: CallbackSide, typed: string): string | null {
  return parseQuery(typed, FIELDS[side]).faults[0]?.message ?? null
}

interface CallbackFilterProps {
  readonly view: CallbackView
  readonly typed: string
}

const SIDES: readonly { readonly side: CallbackSide; readonly label: string }[] = [
  { side: 'sent', label: 'Sent' },
  { side: 'captured', label: 'Captured' },
]

/** Filter, quick views, and the switch between what was sent and what was captured. */
export function CallbackFilter({ view, typed }: CallbackFilterProps) {
  const id = useId()
  const [text, setText] = useState({ of: typed, shown: typed })
  const shown = text.of === typed ? text.shown : typed
  const fault = queryFault(view.side, shown)
  const type = (next: string): void => {
    const good = queryFault(view.side, next) === null
    setText({ of: good ? next : typed, shown: next })
    if (good) setPlace('callbacks', { query: next })
  }
  return (
    <>
      <div className="pane-bar">
        <div className="filter grow">
          <Icon name="search" small />
          <input
            type="text"
            role="searchbox"
            aria-label="Filter callbacks"
            aria-invalid={fault !== null}
            aria-describedby={fault === null ? undefined : `${id}-fault`}
            data-filter
            placeholder={HINTS[view.side]}
            autoComplete="off"
            spellCheck={false}
            value={shown}
            onChange={(event) => {
              type(event.target.value)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || shown === '') return
              event.stopPropagation()
              type('')
            }}
          />
          <kbd aria-hidden="true">/</kbd>
        </div>
        <div className="seg" role="radiogroup" aria-label="Callbacks">
          {SIDES.map(({ side, label }) => (
            <label key={side}>
              <input
                type="radio"
                name={id}
                checked={view.side === side}
                onChange={() => {
                  setPlace('callbacks', { view: viewName(side, 'all'), query: '', selection: null })
                }}
              />
              {label}
            </label>
          ))}
        </div>
      </div>
      {fault === null ? null : (
        <p className="cb-fault" id={`${id}-fault`} role="status">
          {fault}
        </p>
      )}
      <div className="views" role="group" aria-label="Quick filters">
        {QUICK_VIEWS[view.side].map((quick) => (
          <button
            key={quick.id}
            type="button"
            className="view"
            aria-pressed={quick.id === view.quick.id}
            onClick={() => {
              setPlace('callbacks', { view: viewName(view.side, quick.id) })
            }}
          >
            {quick.label}
          </button>
        ))}
      </div>
    </>
  )
}
