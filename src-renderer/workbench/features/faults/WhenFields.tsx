import { useId } from 'react'
import { Field } from '../../ui/Field'
import type { FaultFieldsProps } from './FaultFields'

const CHOICES = [
  { value: 'always', label: 'Always' },
  { value: 'first', label: 'The first few times' },
  { value: 'chance', label: 'By chance' },
] as const

/** How often it goes wrong. */
export function WhenFields({ editing: { draft, errorOf, edit } }: FaultFieldsProps) {
  const name = useId()
  const number = (field: 'count' | 'percent' | 'seed', label: string, help: string) => (
    <Field label={label} help={help} error={errorOf(`when.${field}`)}>
      {(control) => (
        <input
          {...control}
          className="input num"
          inputMode="numeric"
          autoComplete="off"
          value={draft[field]}
          onChange={(event) => edit({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <fieldset>
      <legend className="h-sec">How often</legend>
      <div className="seg" role="radiogroup" aria-label="How often">
        {CHOICES.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={draft.when === value}
              onChange={() => edit({ when: value })}
            />
            {label}
          </label>
        ))}
      </div>
      {draft.when === 'first'
        ? number('count', 'Times', 'Counted over all messages. Reset the counts to start over.')
        : null}
      {draft.when === 'chance' ? (
        <>
          {number('percent', 'Probability in percent', 'Of all messages or attempts that match.')}
          {number('seed', 'Seed', 'The same seed and the same order of messages give the same faults.')}
        </>
      ) : null}
    </fieldset>
  )
}
