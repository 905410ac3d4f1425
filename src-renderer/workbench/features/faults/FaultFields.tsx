import { durationWords } from '#domain/fault/explain'
import { FAULT_KINDS, type FaultParameter, FAULTS } from '#domain/fault/fault-table'
import { Field, Select } from '#window/ui/Field.tsx'
import type { RuleEditing } from '#window/features/rules/use-rule-editor'
import { typedNumber } from './fault-entry'
import { type RuleDraft, withKind } from './rule-draft'

export interface FaultFieldsProps {
  readonly editing: RuleEditing<RuleDraft>
}

const KIND_OPTIONS = FAULT_KINDS.map((kind) => ({ value: kind, label: FAULTS[kind].name }))

function unitWords(parameter: FaultParameter, value: string): string {
  if (parameter.shape.type !== 'integer') return ''
  const typed = typedNumber(value)
  return parameter.shape.unit === 'ms' && Number.isSafeInteger(typed) && typed >= 0
    ? `ms, that is ${durationWords(typed)}`
    : parameter.shape.unit
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
  const { shape, label, help } = parameter
  if (shape.type === 'flag') {
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
        shape.type === 'choice' ? (
          <Select control={control} value={value} options={shape.choices} onChange={onChange} />
        ) : (
          <span className="row flt-unit">
            <input
              {...control}
              className={shape.type === 'integer' ? 'input num' : 'input mono'}
              inputMode={shape.type === 'integer' ? 'numeric' : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={String(shape.initial)}
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
  const parameters: readonly FaultParameter[] = FAULTS[draft.kind].parameters
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
      {parameters.map((parameter) => (
        <Parameter
          key={`${draft.kind} ${parameter.name}`}
          parameter={parameter}
          value={draft.entry[parameter.name] ?? ''}
          error={errorOf(`fault.${parameter.name}`)}
          onChange={(value) => edit({ entry: { ...draft.entry, [parameter.name]: value } })}
        />
      ))}
    </fieldset>
  )
}
