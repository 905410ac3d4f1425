import { useId } from 'react'
import { showExactBody, useMessageTab } from './message-tab'

interface LayoutChoiceProps {
  readonly label: string
  /** There is nothing that could be laid out. */
  readonly onlyExact: boolean
}

/** Laid out for reading, or exactly as it was sent: one choice for all messages. */
export function LayoutChoice({ label, onlyExact }: LayoutChoiceProps) {
  const { exact } = useMessageTab()
  const name = useId()
  const showExact = exact || onlyExact
  return (
    <div className="seg" role="radiogroup" aria-label={label}>
      <label>
        <input
          type="radio"
          name={name}
          checked={!showExact}
          disabled={onlyExact}
          onChange={() => showExactBody(false)}
        />
        Formatted
      </label>
      <label>
        <input type="radio" name={name} checked={showExact} onChange={() => showExactBody(true)} />
        Exact
      </label>
    </div>
  )
}
