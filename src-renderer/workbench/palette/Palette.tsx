import { Dialog as Primitive } from 'radix-ui'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Icon } from '../ui/Icon'
import type { PaletteItem } from './commands'
import { usePaletteItems } from './use-items'
import './palette.css'

/** One box for every payment and every command. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const items = usePaletteItems(typed)
  const active = Math.min(chosen, items.length - 1)

  const run = (item: PaletteItem | undefined): void => {
    if (item === undefined) return
    onClose()
    item.run()
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
      run(items[active])
    }
  }

  return (
    <Primitive.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Primitive.Portal>
        <div className="scrim palette-scrim">
          <Primitive.Content className="menu palette" aria-describedby={undefined}>
            <Primitive.Title className="sr">Go to a payment, run a command</Primitive.Title>
            <div className="q">
              <Icon name="search" />
              <input
                role="combobox"
                aria-label="Payment id or command"
                aria-expanded
                aria-controls={`${id}-list`}
                aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
                aria-autocomplete="list"
                autoComplete="off"
                spellCheck={false}
                placeholder="Payment id or command"
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value)
                  setChosen(0)
                }}
                onKeyDown={onKeyDown}
              />
            </div>
            <div className="list scroll" id={`${id}-list`} role="listbox" aria-label="Results" tabIndex={-1}>
              {items.map((item, index) => (
                <div
                  key={item.id}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  onPointerMove={() => setChosen(index)}
                  onClick={() => run(item)}
                >
                  <Icon name={item.icon} small />
                  <span className={item.group === 'Payments' ? 'mono clip' : 'clip'}>{item.label}</span>
                  <span className="keys clip">{item.note}</span>
                </div>
              ))}
            </div>
            {items.length === 0 ? (
              <p className="empty-line" role="status">
                Nothing is called “{typed.trim()}”.
              </p>
            ) : null}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
