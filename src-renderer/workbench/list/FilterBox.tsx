import './list.css'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { FieldTerm, QueryField } from '#domain/query/terms'
import { Icon } from '#window/ui/Icon.tsx'
import { formatCount } from '#lib/words'
import { walk } from '#window/state/dialogs'
import {
  type Completion,
  completionsOf,
  errorsOf,
  type FilterText,
  queryOf,
  takeApart,
  tokenParts,
  typeInto,
} from './filter-text'

interface FilterBoxProps {
  readonly label: string
  readonly placeholder: string
  readonly fields: readonly QueryField[]
  readonly query: string
  readonly matches: number | null
  /** Called with valid queries only. */
  readonly onQuery: (query: string) => void
  readonly onLeave: () => void
}

const SETTLE_MS = 180

/** A box whose content becomes the query once it is valid. */
export function FilterBox(props: FilterBoxProps) {
  const { label, placeholder, fields, query, matches, onQuery, onLeave } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [offered, setOffered] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const [filter, setFilter] = useState<FilterText>(() => takeApart(query, fields))
  const [known, setKnown] = useState(query)
  const [complaining, setComplaining] = useState(false)

  // A query from elsewhere, such as a saved filter, replaces the text in the box.
  if (query !== known) {
    setKnown(query)
    if (query !== queryOf(filter)) setFilter(takeApart(query, fields))
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  const change = (next: FilterText, when: 'now' | 'settled'): void => {
    setFilter(next)
    clearTimeout(timer.current)
    const apply = (): void => {
      if (errorsOf(next, fields).length === 0) walk(() => onQuery(queryOf(next)))
      else setComplaining(true)
    }
    if (when === 'now') apply()
    else timer.current = setTimeout(apply, SETTLE_MS)
  }
  const error = complaining ? errorsOf(filter, fields)[0] : undefined
  const completions = offered ? completionsOf(filter.typed, fields) : []
  const open = completions.length > 0

  const take = (completion: Completion): void => {
    setChosen(-1)
    change(typeInto(filter, completion.text, fields), 'now')
    setOffered(!completion.text.endsWith(' '))
    setComplaining(false)
    input.current?.focus()
  }

  const remove = (index: number): void => {
    change({ ...filter, tokens: filter.tokens.filter((_, at) => at !== index) }, 'now')
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const picked = open ? completions[chosen] : undefined
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault()
        if (open) {
          const step = event.key === 'ArrowDown' ? 1 : -1
          setChosen((chosen + step + completions.length) % completions.length)
        } else if (event.key === 'ArrowDown' && event.altKey) setOffered(true)
        else if (event.key === 'ArrowDown') onLeave()
        return
      }
      case 'Enter':
        event.preventDefault()
        if (picked !== undefined) take(picked)
        else {
          setOffered(false)
          change(typeInto(filter, filter.typed, fields, true), 'now')
        }
        return
      case 'Tab':
        if (picked === undefined) return
        event.preventDefault()
        take(picked)
        return
      case 'Escape':
        if (!open && filter.typed === '') {
          onLeave()
          return
        }
        event.preventDefault()
        event.stopPropagation()
        if (open) setOffered(false)
        else change({ ...filter, typed: '' }, 'now')
        return
      case 'Backspace':
        if (filter.typed !== '' || filter.tokens.length === 0) return
        event.preventDefault()
        remove(filter.tokens.length - 1)
    }
  }

  return (
    <div className="filter-wrap grow">
      <div className="filter" role="search">
        <Icon name="search" small />
        <Tokens tokens={filter.tokens} onRemove={remove} />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open && chosen >= 0 ? `${id}-${chosen}` : undefined}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          placeholder={filter.tokens.length === 0 ? placeholder : ''}
          autoComplete="off"
          spellCheck={false}
          value={filter.typed}
          onChange={(event) => {
            setChosen(-1)
            const next = typeInto(filter, event.target.value, fields)
            setOffered(next.typed !== '')
            setComplaining(false)
            change(next, 'settled')
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setOffered(false)
            setComplaining(true)
          }}
        />
        <span className="fix nowrap tiny dim matches" role="status">
          {matches === null ? null : `${formatCount(matches)} ${matches === 1 ? 'match' : 'matches'}`}
        </span>
        {matches === null ? <kbd aria-hidden="true">/</kbd> : null}
      </div>
      {open ? (
        <ul className="menu filter-menu" id={`${id}-list`} role="listbox" aria-label="Suggestions">
          {completions.map((completion, index) => (
            <li
              key={completion.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onPointerDown={(event) => {
                event.preventDefault()
                take(completion)
              }}
            >
              <code>{completion.label}</code>
              <span className="keys clip">{completion.note}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {error !== undefined && !open ? (
        <p className="small filter-error" id={`${id}-error`} role="alert">
          <Icon name="state-error" small />
          {error.message}
        </p>
      ) : null}
    </div>
  )
}

interface TokensProps {
  readonly tokens: readonly FieldTerm[]
  readonly onRemove: (index: number) => void
}

/** Finished conditions of a filter or of a search, each with a button that removes it. */
export function Tokens({ tokens, onRemove }: TokensProps) {
  return tokens.map((token, index) => {
    const { name, value } = tokenParts(token)
    return (
      <span className="token" key={`${index}-${name}${value}`}>
        <span className="k">{name}</span>
        <span className="v">{value}</span>
        <button type="button" aria-label={`Remove filter ${name}${value}`} onClick={() => onRemove(index)}>
          <Icon name="close" small />
        </button>
      </span>
    )
  })
}
