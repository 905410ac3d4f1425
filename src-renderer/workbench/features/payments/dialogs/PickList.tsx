import { useEffect, useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { FieldControl } from '../../../ui/Field'

export interface PickOption {
  readonly id: string
  readonly content: ReactNode
}

interface PickListProps {
  /** Attributes of the field around it; without one, `label` names the box. */
  readonly control?: FieldControl
  readonly label?: string
  readonly listLabel: string
  readonly listClassName: string
  readonly placeholder?: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly options: readonly PickOption[]
  readonly activeId: string | null
  readonly onPick: (id: string) => void
  /** A second press on the active row, or a double press on any. */
  readonly onAgain?: () => void
  readonly autoFocus?: boolean
}

/** A text box with its list always open below: the arrow keys move in the list while the text keeps the focus. */
export function PickList(props: PickListProps) {
  const { control, label, options, activeId, onPick } = props
  const id = useId()
  const optionId = (option: string): string => `${id}-${option}`

  useEffect(() => {
    if (activeId !== null) document.getElementById(`${id}-${activeId}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, activeId])

  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = options.findIndex((option) => option.id === activeId)
    const next = options[Math.max(0, Math.min(options.length - 1, at + step))]
    if (next === undefined) return
    onPick(next.id)
  }

  return (
    <>
      <input
        {...control}
        className="input mono"
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={true}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId === null ? undefined : optionId(activeId)}
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        autoFocus={props.autoFocus ?? false}
        value={props.text}
        onChange={(event) => {
          props.onText(event.target.value)
        }}
        onKeyDown={move}
      />
      <div
        className={`pick-list scroll ${props.listClassName}`}
        role="listbox"
        aria-label={props.listLabel}
        id={`${id}-list`}
      >
        {options.map((option) => (
          <div
            key={option.id}
            id={optionId(option.id)}
            role="option"
            aria-selected={option.id === activeId}
            onMouseDown={(event) => {
              event.preventDefault()
            }}
            onClick={() => {
              onPick(option.id)
            }}
            onDoubleClick={props.onAgain}
          >
            {option.content}
          </div>
        ))}
      </div>
    </>
  )
}
