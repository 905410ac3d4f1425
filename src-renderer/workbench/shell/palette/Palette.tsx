import { Dialog as Primitive } from 'radix-ui'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Icon } from '#window/ui/Icon.tsx'
import { leaveTakenFocus } from '#window/ui/focus'
import { IdText } from '#window/ui/IdText.tsx'
import { type FilterText, queryOf } from '#window/list/filter-text'
import type { DialogProps } from '#window/state/dialogs'
import { useInfo } from '#window/state/info'
import { setPreferences } from '#window/state/preferences'
import { refusalIn } from '#window/state/refusal'
import type { PaletteGroup, PaletteItem } from './commands'
import { typeSearch, useScope } from './searches'
import { usePaletteContent } from './use-items'
import './palette.css'
import { Tokens } from '#window/list/FilterBox.tsx'

const MONO: readonly PaletteGroup[] = ['Payments', 'Captured requests', 'Traffic', 'Continue with']

/** Searches all payments, messages and commands. Conditions become tokens, as in the filter of a list. */
export function Palette({ onClose }: DialogProps<'palette'>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [filter, setFilter] = useState<FilterText>({ tokens: [], typed: '' })
  const [chosenId, setChosenId] = useState<string | null>(null)
  const text = queryOf(filter)
  const { sections, message, leftOut } = usePaletteContent(text, filter.typed)
  const items = sections.flatMap((section) => section.items)
  const active = activeIndex(items, chosenId)
  const infoState = useInfo((state) => state)
  const refusalOf = (item: PaletteItem | undefined): string | null =>
    item?.does === undefined ? null : refusalIn(infoState, item.does)
  const refusal = refusalOf(items[active])
  const isRefused = (item: PaletteItem): boolean => (item.reason ?? refusalOf(item)) !== null

  const change = (next: FilterText): void => {
    setFilter(next)
    setChosenId(null)
  }
  const remove = (index: number): void => {
    change({ ...filter, tokens: filter.tokens.filter((_, at) => at !== index) })
    input.current?.focus()
  }

  const run = (item: PaletteItem | undefined, filtered: boolean): void => {
    if (item === undefined || isRefused(item)) return
    if (item.completes !== undefined) {
      change(typeSearch(filter, item.completes))
      input.current?.focus()
      return
    }
    onClose()
    if (filtered && item.runFiltered !== undefined) item.runFiltered()
    else item.run()
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      const next = (active + step + items.length) % items.length
      setChosenId(items[next]?.id ?? null)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(items[active], event.ctrlKey || event.metaKey)
    } else if (event.key === 'Backspace' && filter.typed === '' && filter.tokens.length > 0) {
      event.preventDefault()
      remove(filter.tokens.length - 1)
    }
  }

  return (
    <Primitive.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Primitive.Portal>
        <div className="scrim palette-scrim">
          <Primitive.Content
            className="menu palette"
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              input.current?.focus()
            }}
            onCloseAutoFocus={leaveTakenFocus}
          >
            <Primitive.Title className="sr">Search everything, run a command</Primitive.Title>
            <div className="row wraps lined q">
              <Icon name="search" />
              <ScopeToken onAll={() => input.current?.focus()} />
              <Tokens tokens={filter.tokens} onRemove={remove} />
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
                placeholder={
                  filter.tokens.length === 0 ? 'Search payments and messages, or run a command' : ''
                }
                value={filter.typed}
                onChange={(event) => change(typeSearch(filter, event.target.value))}
                onKeyDown={onKeyDown}
              />
            </div>
            <div className="list scroll" id={`${id}-list`} role="listbox" aria-label="Results" tabIndex={-1}>
              {sections.map((section) => (
                <div key={section.title} role="group" aria-label={section.title}>
                  <div className="label" aria-hidden="true">
                    {section.title}
                  </div>
                  {section.items.map((item) => {
                    const index = items.indexOf(item)
                    const isCode = MONO.includes(item.group)
                    const note = item.reason ?? (item.note === '' ? item.aside : item.note)
                    return (
                      <div
                        key={item.id}
                        id={`${id}-${index}`}
                        role="option"
                        aria-selected={index === active}
                        {...(isRefused(item) ? { 'aria-disabled': true } : {})}
                        onPointerMove={() => setChosenId(item.id)}
                        onClick={(event) => run(item, event.ctrlKey || event.metaKey)}
                      >
                        <Icon name={item.icon} small />
                        <span className={isCode ? 'mono clip' : 'clip'}>
                          {isCode ? <IdText id={item.label} /> : item.label}
                        </span>
                        <span className="keys clip">
                          {note !== undefined && /^\S+$/.test(note) ? <IdText id={note} /> : note}
                        </span>
                      </div>
                    )
                  })}
                </div>
              ))}
            </div>
            <div className="row wraps lined-above note pad" hidden={text === '' && refusal === null}>
              <p role="status">{refusal ?? message}</p>
              {leftOut === null ? null : <p>{leftOut}</p>}
              {items[active]?.runFiltered === undefined ? null : (
                <p aria-hidden="true">
                  <kbd>Enter</kbd> opens it, <kbd>Ctrl</kbd> <kbd>Enter</kbd> the list with this filter
                </p>
              )}
            </div>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

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
          // Changes the lists too, so that they show what the search finds.
          setPreferences({ projectId: null })
          onAll()
        }}
      >
        <Icon name="close" small />
      </button>
    </span>
  )
}

/** Index of the chosen line, or of the first. Found by id, so that later results do not change what Enter runs. */
export function activeIndex(items: readonly Pick<PaletteItem, 'id'>[], chosenId: string | null): number {
  const at = items.findIndex(({ id }) => id === chosenId)
  return at < 0 ? Math.min(0, items.length - 1) : at
}
