import { FAULT_KINDS, FAULTS } from '#domain/fault/fault-table'
import { durationWords, type FaultParameter } from '#domain/fault/kind'
import { Field, Select } from '#window/ui/Field.tsx'
import type { RuleEditing } from '#window/features/rules/use-rule-editor'
import { typedNumber } from './fault-entry'
import { type RuleDraft, withKind } from './rule-draft'

export interface FaultFieldsProps {
  readonly editing: RuleEditing<RuleDraft>
}

const KIND_OPTIONS = FAULT_KINDS.map((kind) => ({ value: kind, label: FAULTS[kind].name }))

function unitWords(parameter: FaultParameter, value: string): string {
  if (parameter.type !== 'integer') return ''
  const typed = typedNumber(value)
  return parameter.unit === 'ms' && Number.isSafeInteger(typed) && typed >= 0
    ? `ms, that is ${durationWords(typed)}`
    : parameter.unit
}

function Parameter({
  parameter,
  value,
  error,
  onChange,
}: {
  readonly parameter: FaultParameter
  readonly value: string
  readonly error: string | null
  readonly onChange: (value: string) => void
}) {
  const { label, help } = parameter
  if (parameter.type === 'flag') {
    return (
      <div className="field">
        <label className="check">
          <input
            type="checkbox"
            checked={value === 'true'}
            onChange={(event) => onChange(String(event.target.checked))}
          />
          {label}
        </label>
        <span className="help">{help}</span>
      </div>
    )
  }
  return (
    <Field label={label} help={help} error={error}>
      {(control) =>
        parameter.type === 'choice' ? (
          <Select control={control} value={value} options={parameter.choices} onChange={onChange} />
        ) : (
          <span className="row flt-unit">
            <input
              {...control}
              className={parameter.type === 'integer' ? 'input num' : 'input mono'}
              inputMode={parameter.type === 'integer' ? 'numeric' : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={String(parameter.initial)}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
            <span className="mid">{unitWords(parameter, value)}</span>
          </span>
        )
      }
    </Field>
  )
}

/** The kind of fault and its parameters, from the table of faults. */
export function FaultFields({ editing: { draft, errorOf, edit } }: FaultFieldsProps) {
  return (
    <fieldset>
      <legend className="h-sec">What goes wrong</legend>
      <Field label="Fault">
        {(control) => (
          <Select
            control={control}
            value={draft.kind}
            options={KIND_OPTIONS}
            onChange={(kind) => edit(withKind(draft, kind))}
          />
        )}
      </Field>
      {Object.entries(FAULTS[draft.kind].parameters).map(([name, parameter]) => (
        <Parameter
          key={`${draft.kind} ${name}`}
          parameter={parameter}
          value={draft.entry[name] ?? ''}
          error={errorOf(`fault.${name}`)}
          onChange={(value) => edit({ entry: { ...draft.entry, [name]: value } })}
        />
      ))}
    </fieldset>
  )
}
