import { useId } from 'react'
import { Field } from '../../ui/Field'
import type { RuleFieldsProps } from './FaultFields'

const CHOICES = [
  { value: 'always', label: 'Always' },
  { value: 'first', label: 'The first few times' },
  { value: 'chance', label: 'By chance' },
] as const

/** How often it goes wrong. */
export function WhenFields({ draft, problems, onChange }: RuleFieldsProps) {
  const name = useId()
  const number = (field: 'count' | 'percent' | 'seed', label: string, help: string) => (
    <Field label={label} help={help} fault={problems.get(`when.${field}`)}>
      {(control) => (
        <input
          {...control}
          className="input num"
          inputMode="numeric"
          autoComplete="off"
          value={draft[field]}
          onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <fieldset className="flt-group">
      <legend className="h-sec">How often</legend>
      <div className="seg" role="radiogroup" aria-label="How often">
        {CHOICES.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={draft.when === value}
              onChange={() => onChange({ ...draft, when: value })}
            />
            {label}
          </label>
        ))}
      </div>
      {draft.when === 'first'
        ? number('count', 'Times', 'Counted over all messages; reset the counts to begin anew.')
        : null}
      {draft.when === 'chance' ? (
        <>
          {number('percent', 'Chance in percent', 'Of all messages or attempts that the rule is about.')}
          {number('seed', 'Seed', 'The same seed and the same order of messages give the same faults.')}
        </>
      ) : null}
    </fieldset>
  )
}
