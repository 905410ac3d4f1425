import { Dialog as Primitive } from 'radix-ui'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Icon } from '../ui/Icon'
import type { PaletteGroup, PaletteItem } from './palette-item'
import { usePaletteContent } from './use-items'
import './palette.css'

/** Groups whose lines are ids and addresses. */
const MONO: readonly PaletteGroup[] = ['Payments', 'Captured', 'Traffic', 'Go on with']

/** One box for every payment, every message and every command. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { sections, says, leftOut } = usePaletteContent(typed)
  const items = sections.flatMap((section) => section.items)
  const active = Math.min(chosen, items.length - 1)

  const run = (item: PaletteItem | undefined, filtered: boolean): void => {
    if (item === undefined) return
    if (item.completes !== undefined) {
      setTyped(item.completes)
      setChosen(0)
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
      setChosen(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(items[active], event.ctrlKey || event.metaKey)
    }
  }

  return (
    <Primitive.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Primitive.Portal>
        <div className="scrim palette-scrim">
          <Primitive.Content className="menu palette" aria-describedby={undefined}>
            <Primitive.Title className="sr">Search everything, run a command</Primitive.Title>
            <div className="q">
              <Icon name="search" />
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
                placeholder="Search payments and messages, or run a command"
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value)
                  setChosen(0)
                }}
                onKeyDown={onKeyDown}
              />
            </div>
            <div className="list scroll" id={`${id}-list`} role="listbox" aria-label="Results" tabIndex={-1}>
              {sections.map((section) => (
                <div key={section.title} role="group" aria-label={section.title}>
                  <div className="section" aria-hidden="true">
                    {section.title}
                  </div>
                  {section.items.map((item) => {
                    const index = items.indexOf(item)
                    return (
                      <div
                        key={item.id}
                        id={`${id}-${index}`}
                        role="option"
                        aria-selected={index === active}
                        onPointerMove={() => setChosen(index)}
                        onClick={(event) => run(item, event.ctrlKey || event.metaKey)}
                      >
                        <Icon name={item.icon} small />
                        <span className={MONO.includes(item.group) ? 'mono clip' : 'clip'}>{item.label}</span>
                        <span className="keys clip">{item.note}</span>
                      </div>
                    )
                  })}
                </div>
              ))}
            </div>
            <div className="foot" hidden={typed.trim() === ''}>
              <p role="status">{says}</p>
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
