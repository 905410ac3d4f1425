import { FAULT_KINDS, FAULTS, type FaultStage } from '#domain/fault/fault-table'
import { callbackKindName } from '#window/ui/StatusMark.tsx'
import { KindChecks, PaymentMatch, TextMatch } from '#window/features/rules/MatchFields.tsx'
import { RuleEditorForm, useRuleEditor } from '#window/features/rules/RuleEditorForm.tsx'
import type { RuleEntry } from '#window/features/rules/rule-family'
import { FAULT_RULES } from './fault-family'
import { RulesPage } from '#window/features/rules/RulesPage.tsx'
import { useProjectFilter } from '#window/state/info'
import { beginRule } from './fault-commands'
import { delayText } from '#window/features/rules/delay'
import { Choice, SelectField, TextField } from '#window/ui/Field.tsx'
import type { FaultParameter } from '#domain/fault/kind'
import { isTime, type RuleDraft, withKind } from './rule-draft'

const STAGE_WORDS = {
  message: 'This is decided once, when the first attempt of a callback is due.',
  attempt: 'This is decided for every attempt. The stored callback does not change.',
  wire: 'This is decided for every attempt. The exact bytes sent are recorded with the attempt.',
} as const

function FaultRuleEditor(props: { readonly entry: RuleEntry<RuleDraft>; readonly order: readonly string[] }) {
  const { entry } = props
  const editing = useRuleEditor(FAULT_RULES, entry)
  const { draft, errorOf, edit } = editing
  const { explanation, stage, parameters } = FAULTS[draft.kind]
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
    <RuleEditorForm family={FAULT_RULES} editing={editing} {...props}>
      <p className="mid">
        {explanation} {STAGE_WORDS[stage]}
      </p>
      <fieldset>
        <legend className="h-sec">What goes wrong</legend>
        <SelectField
          label="Fault"
          value={draft.kind}
          options={KIND_OPTIONS}
          onChange={(kind) => edit(withKind(draft, kind))}
        />
        {Object.entries(parameters).map(([name, parameter]) => (
          <Parameter
            key={`${draft.kind} ${name}`}
            parameter={parameter}
            value={draft.entry[name] ?? ''}
            error={errorOf(`fault.${name}`)}
            onChange={(value) => edit({ entry: { ...draft.entry, [name]: value } })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend className="h-sec">Applies to</legend>
        <KindChecks
          help="If none is selected, the rule applies to every kind."
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
    </RuleEditorForm>
  )
}

const CHOICES = [
  { value: 'always', label: 'Always' },
  { value: 'first', label: 'The first few times' },
  { value: 'chance', label: 'At random' },
] as const

const KIND_OPTIONS = FAULT_KINDS.map((kind) => ({ value: kind, label: FAULTS[kind].name }))

function helpOf(parameter: FaultParameter): string {
  const { label, help } = parameter
  if (parameter.type !== 'integer' || parameter.unit === label.toLowerCase()) return help
  return `${isTime(parameter) ? 'For example 1.5 s or 2 min' : `In ${parameter.unit}`}. ${help}`
}

const FLAG = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
]

interface ParameterProps {
  readonly parameter: FaultParameter
  readonly value: string
  readonly error: string | null
  readonly onChange: (value: string) => void
}

function Parameter({ parameter, value, error, onChange }: ParameterProps) {
  const { label, type, initial } = parameter
  const field = { label, help: helpOf(parameter), error, value }
  const choices = type === 'choice' ? parameter.choices : type === 'flag' ? FLAG : null
  if (choices !== null) return <SelectField {...field} options={choices} onChange={onChange} />
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

const STAGES: readonly { readonly stage: FaultStage; readonly title: string }[] = [
  { stage: 'message', title: 'Whether and when a callback is sent' },
  { stage: 'attempt', title: 'What an attempt contains' },
  { stage: 'wire', title: 'How an attempt is sent' },
]

export function FaultsPage() {
  const projectId = useProjectFilter()
  const match = projectId === undefined ? {} : { projectId }
  return (
    <RulesPage
      family={FAULT_RULES}
      // Rules for all projects also apply to the chosen one.
      isShown={(rule) => projectId === undefined || rule.projectId === null || rule.projectId === projectId}
      editorOf={(entry, order) => <FaultRuleEditor key={entry.id} entry={entry} order={order} />}
      examples={STAGES.map(({ stage, title }) => ({
        title,
        rules: FAULT_KINDS.filter((kind) => FAULTS[kind].stage === stage).map((kind) => ({
          name: FAULTS[kind].name,
          effect: FAULTS[kind].explanation,
          onBegin: () => beginRule(kind, match),
        })),
      }))}
      examplesNote={
        projectId === undefined
          ? 'A new rule applies to every callback until you narrow it down.'
          : `A new rule applies to every callback of project ${String(projectId)} until you narrow it down.`
      }
    />
  )
}
