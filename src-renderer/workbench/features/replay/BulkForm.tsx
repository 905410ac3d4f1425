import { useId } from 'react'
import { Field } from '#window/ui/Field.tsx'

/** How many messages are sent again, in which order, how fast. */
export interface BulkOptions {
  readonly pacing: 'original' | 'flat'
  readonly order: 'original' | 'shuffled'
  readonly copies: string
  readonly concurrency: string
  readonly seed: string
  readonly signing: 'keep' | 'resign'
  readonly repeat: boolean
}

interface RadiosProps<Value extends string> {
  readonly legend: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string; readonly help: string }[]
  readonly onChange: (value: Value) => void
}

function Radios<Value extends string>({ legend, value, options, onChange }: RadiosProps<Value>) {
  const name = useId()
  return (
    <fieldset className="field">
      <legend className="field-label">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="radio">
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <b>{option.label}</b> <span className="help">{option.help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface BulkFormProps {
  readonly options: BulkOptions
  readonly onOptions: (options: BulkOptions) => void
  readonly errorOf: (field: string) => string | null
}

export function BulkForm({ options, onOptions, errorOf }: BulkFormProps) {
  const number = (field: 'copies' | 'concurrency' | 'seed', label: string, help: string) => (
    <Field label={label} help={help} error={errorOf(field)}>
      {(control) => (
        <input
          {...control}
          className="input"
          inputMode="numeric"
          value={options[field]}
          onChange={(event) => onOptions({ ...options, [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <div className="stack rp-bulk">
      <Radios
        legend="Speed"
        value={options.pacing}
        options={[
          {
            value: 'flat',
            label: 'As fast as possible',
            help: 'the next one is sent as soon as a slot is free',
          },
          { value: 'original', label: 'Original spacing', help: 'the recorded gaps, on the virtual clock' },
        ]}
        onChange={(pacing) => onOptions({ ...options, pacing })}
      />
      <Radios
        legend="Order"
        value={options.order}
        options={[
          { value: 'original', label: 'Original order', help: 'oldest first' },
          { value: 'shuffled', label: 'Shuffled', help: 'the same seed gives the same order' },
        ]}
        onChange={(order) => onOptions({ ...options, order })}
      />
      <Radios
        legend="Signature"
        value={options.signing}
        options={[
          { value: 'keep', label: 'Keep', help: 'the same bytes' },
          { value: 'resign', label: 'Re-sign', help: 'with the project’s current secret' },
        ]}
        onChange={(signing) => onOptions({ ...options, signing })}
      />
      <div className="rp-bulk-numbers">
        {number('copies', 'Copies of each', '2 sends every message twice')}
        {number('concurrency', 'In parallel', '1 to 32')}
        {options.order === 'shuffled' ? number('seed', 'Seed', 'any number; random if empty') : null}
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={options.repeat}
          onChange={(event) => onOptions({ ...options, repeat: event.target.checked })}
        />
        <span>Retry messages without a 200 response, by the retry schedule</span>
      </label>
    </div>
  )
}
