import { FAULT_KINDS, FAULTS } from '#domain/fault/fault-table'
import { MESSAGE_KINDS } from '#domain/payment/callbacks'
import { callbackKindName } from '#window/ui/StatusMark.tsx'
import { KindChecks, PaymentMatch, TextMatch } from '#window/features/rules/MatchFields.tsx'
import { type RuleEditing, RuleEditorForm, useRuleEditor } from '#window/features/rules/RuleEditorForm.tsx'
import type { RuleEntry } from '#window/features/rules/rule-family'
import { FAULT_RULES } from './fault-family'
import { delayText } from '#window/features/rules/delay'
import { Choice, SelectField, TextField } from '#window/ui/Field.tsx'
import type { FaultParameter } from '#domain/fault/kind'
import { isTime, type RuleDraft, withKind } from './rule-draft'

const STAGE_WORDS = {
  message: 'Decided once, when the first attempt of a callback is due.',
  attempt: 'Decided for every attempt. The stored callback does not change.',
  wire: 'Decided for every attempt. The exact bytes sent are recorded with the attempt.',
} as const

export function FaultRuleEditor(props: {
  readonly entry: RuleEntry<RuleDraft>
  readonly order: readonly string[]
}) {
  const { entry } = props
  const editing = useRuleEditor(FAULT_RULES, entry)
  const { draft } = editing
  const { explanation, stage } = FAULTS[draft.kind]
  return (
    <RuleEditorForm family={FAULT_RULES} editing={editing} {...props}>
      <p className="mid">
        {explanation} {STAGE_WORDS[stage]}
      </p>
      <FaultFields editing={editing} />
      <CallbackMatch editing={editing} />
      <WhenFields editing={editing} />
    </RuleEditorForm>
  )
}

function CallbackMatch({ editing: { draft, errorOf, edit } }: FaultFieldsProps) {
  return (
    <fieldset>
      <legend className="h-sec">Applies to</legend>
      <KindChecks
        help="None selected: every kind."
        kinds={MESSAGE_KINDS}
        nameOf={callbackKindName}
        chosen={draft.kinds}
        onChange={(kinds) => edit({ kinds })}
      />
      <div className="halves">
        <PaymentMatch
          projectId={draft.projectId === null ? '' : String(draft.projectId)}
          paymentId={draft.paymentId}
          errorOf={errorOf}
          onChange={(change) =>
            edit(
              'paymentId' in change
                ? change
                : { projectId: change.projectId === '' ? null : Number(change.projectId) },
            )
          }
        />
        <TextMatch
          label="Target contains"
          help="Part of the address, as in /pay/ok."
          placeholder="any target"
          value={draft.target}
          error={errorOf('match.target')}
          onText={(target) => edit({ target })}
        />
        {draft.paymentKey === '' ? null : (
          <TextMatch
            label="Payment key"
            help="Set by a script. Clear it to match by payment id only."
            maxLength={100}
            value={draft.paymentKey}
            error={errorOf('match.paymentKey')}
            onText={(paymentKey) => edit({ paymentKey })}
          />
        )}
      </div>
    </fieldset>
  )
}

const CHOICES = [
  { value: 'always', label: 'Always' },
  { value: 'first', label: 'The first few times' },
  { value: 'chance', label: 'At random' },
] as const

function WhenFields({ editing: { draft, errorOf, edit } }: FaultFieldsProps) {
  const number = (field: 'count' | 'percent' | 'seed', label: string, help: string) => (
    <TextField
      label={label}
      help={help}
      error={errorOf(`when.${field}`)}
      className="input num"
      inputMode="numeric"
      value={draft[field]}
      onText={(text) => edit({ [field]: text })}
    />
  )
  return (
    <fieldset>
      <legend className="h-sec">How often</legend>
      <Choice label="How often" value={draft.when} options={CHOICES} onChange={(when) => edit({ when })} />
      {draft.when === 'first'
        ? number('count', 'Times', 'Counted across all messages. Reset the counts to start over.')
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

interface FaultFieldsProps {
  readonly editing: RuleEditing<RuleDraft>
}

const KIND_OPTIONS = FAULT_KINDS.map((kind) => ({ value: kind, label: FAULTS[kind].name }))

function helpOf(parameter: FaultParameter): string {
  const { label, help } = parameter
  if (parameter.type !== 'integer' || parameter.unit === label.toLowerCase()) return help
  return `${isTime(parameter) ? 'For example 1.5 s or 2 min' : `In ${parameter.unit}`}. ${help}`
}

interface ParameterProps {
  readonly parameter: FaultParameter
  readonly value: string
  readonly error: string | null
  readonly onChange: (value: string) => void
}

function Parameter({ parameter, value, error, onChange }: ParameterProps) {
  const { label, type, initial } = parameter
  const field = { label, help: helpOf(parameter), error, value }
  if (type === 'choice') return <SelectField {...field} options={parameter.choices} onChange={onChange} />
  if (type === 'flag') {
    return (
      <SelectField
        {...field}
        options={[
          { value: 'true', label: 'yes' },
          { value: 'false', label: 'no' },
        ]}
        onChange={onChange}
      />
    )
  }
  return (
    <TextField
      {...field}
      className={type === 'integer' ? 'input num' : 'input mono'}
      inputMode={type === 'integer' && !isTime(parameter) ? 'numeric' : undefined}
      spellCheck={false}
      placeholder={isTime(parameter) ? delayText(Number(parameter.initial)) : String(initial)}
      onText={onChange}
    />
  )
}

function FaultFields({ editing: { draft, errorOf, edit } }: FaultFieldsProps) {
  return (
    <fieldset>
      <legend className="h-sec">What goes wrong</legend>
      <SelectField
        label="Fault"
        value={draft.kind}
        options={KIND_OPTIONS}
        onChange={(kind) => edit(withKind(draft, kind))}
      />
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
