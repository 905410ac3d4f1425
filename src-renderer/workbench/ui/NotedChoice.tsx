import { useId } from 'react'

interface NotedChoiceProps<Value extends string> {
  readonly legend: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string; readonly note: string }[]
  readonly onChange: (value: Value) => void
}

/** One of a few answers, each with a note on what it means. */
export function NotedChoice<Value extends string>({
  legend,
  value,
  options,
  onChange,
}: NotedChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="half choice">
      <legend className="field-label">{legend}</legend>
      {options.map((option) => (
        <label className="radio" key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label} <span className="dim">{option.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
