import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon'

interface BooleanSettingProps {
  readonly label: string
  readonly help: ReactNode
  readonly error: string | null
  /** The saved value. */
  readonly value: boolean
  readonly onSave: (value: boolean) => void
}

/** A switch that is on or off. It shows the new value at once, and the saved one when the bench refuses it. */
export function BooleanSetting({ label, help, error, value, onSave }: BooleanSettingProps) {
  const id = useId()
  const [wanted, setWanted] = useState(value)
  const [known, setKnown] = useState({ value, error })
  if (known.value !== value || known.error !== error) {
    setKnown({ value, error })
    setWanted(value)
  }
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          checked={wanted}
          aria-describedby={`${id}-help`}
          onChange={(event) => {
            setWanted(event.target.checked)
            onSave(event.target.checked)
          }}
        />
        {label}
      </label>
      <span className="help" id={`${id}-help`}>
        {help}
      </span>
      {error === null ? null : (
        <span className="bad">
          <Icon name="state-error" small />
          {error}
        </span>
      )}
    </div>
  )
}
