import { useId } from 'react'
import { Field } from '../../ui/Field'

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
  readonly wish: BulkOptions
  readonly onWish: (wish: BulkOptions) => void
  readonly faults: (field: string) => string | null
}

export function BulkForm({ wish, onWish, faults }: BulkFormProps) {
  const number = (field: 'copies' | 'concurrency' | 'seed', label: string, help: string) => (
    <Field label={label} help={help} fault={faults(field)}>
      {(control) => (
        <input
          {...control}
          className="input"
          inputMode="numeric"
          value={wish[field]}
          onChange={(event) => onWish({ ...wish, [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <div className="rp-bulk">
      <Radios
        legend="Speed"
        value={wish.pacing}
        options={[
          { value: 'flat', label: 'Flat out', help: 'the next one leaves as soon as there is room' },
          { value: 'original', label: 'Original spacing', help: 'the gaps that were, on the virtual clock' },
        ]}
        onChange={(pacing) => onWish({ ...wish, pacing })}
      />
      <Radios
        legend="Order"
        value={wish.order}
        options={[
          { value: 'original', label: 'As they were', help: 'oldest first' },
          { value: 'shuffled', label: 'Shuffled', help: 'the same seed gives the same order' },
        ]}
        onChange={(order) => onWish({ ...wish, order })}
      />
      <Radios
        legend="Signature"
        value={wish.signing}
        options={[
          { value: 'keep', label: 'Keep', help: 'the same bytes once more' },
          { value: 'resign', label: 'Re-sign', help: 'with the project’s present secret' },
        ]}
        onChange={(signing) => onWish({ ...wish, signing })}
      />
      <div className="rp-bulk-numbers">
        {number('copies', 'Copies of each', '2 sends every message twice')}
        {number('concurrency', 'At once', '1 to 32')}
        {wish.order === 'shuffled' ? number('seed', 'Seed', 'any number; empty makes one up') : null}
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={wish.repeat}
          onChange={(event) => onWish({ ...wish, repeat: event.target.checked })}
        />
        <span>Send what is not answered with 200 again by the retry schedule</span>
      </label>
    </div>
  )
}
