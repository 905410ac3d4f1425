import { type ReactNode, useId } from 'react'

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly title?: string }[]
  readonly onChange: (value: Value) => void
  /** Why another value cannot be chosen now. */
  readonly fixed?: boolean
}

/** One of a few, side by side. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  fixed = false,
}: ChoiceProps<Value>) {
  const name = useId()
  return (
    <div className="seg" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} title={option.title}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={fixed && option.value !== value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
