import type { KeyboardEvent, RefObject } from 'react'
import { type FilterText, queryOf } from '#window/list/filter-text'
import { Tokens } from '#window/list/Tokens.tsx'
import { openDialog } from '#window/state/dialogs'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { showAllProjects, useScope } from './scope'
import { typeSearch } from './search-text'
import { unfinished } from './searches'

interface SearchBoxProps {
  /** Id of the palette, from which the id of its list is made. */
  readonly id: string
  readonly input: RefObject<HTMLInputElement | null>
  readonly filter: FilterText
  /** Index of the active result; -1 without results. */
  readonly active: number
  readonly onChange: (filter: FilterText) => void
  readonly onRemove: (token: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The text of the search, its conditions as tokens, and the project that limits it. */
export function SearchBox({ id, input, filter, active, onChange, onRemove, onKeyDown }: SearchBoxProps) {
  const text = queryOf(filter)
  return (
    <div className="q">
      <Icon name="search" />
      <ScopeToken onAll={() => input.current?.focus()} />
      <Tokens tokens={filter.tokens} onRemove={onRemove} />
      <input
        ref={input}
        role="combobox"
        aria-label="Search, or a command"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={filter.tokens.length === 0 ? 'Search payments and messages, or run a command' : ''}
        value={filter.typed}
        onChange={(event) => onChange(typeSearch(filter, event.target.value))}
        onKeyDown={onKeyDown}
      />
      <Button
        look="quiet"
        size="small"
        icon="bookmark"
        aria-label="Save this search"
        title="Save this search"
        disabled={text === '' || unfinished(text) !== null}
        onClick={() => openDialog({ kind: 'saveFilter', list: 'everything', query: text })}
      />
    </div>
  )
}

/** The project that the search is limited to; a click removes the limit. */
function ScopeToken({ onAll }: { readonly onAll: () => void }) {
  const scope = useScope()
  if (scope === null) return null
  return (
    <span className="token">
      <span className="k">project:</span>
      <span className="v">{scope.name}</span>
      <button
        type="button"
        aria-label={`Only ${scope.name}: search all projects`}
        title="Search all projects"
        onClick={() => {
          showAllProjects()
          onAll()
        }}
      >
        <Icon name="close" small />
      </button>
    </span>
  )
}
