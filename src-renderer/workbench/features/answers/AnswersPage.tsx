import { SelectField } from '#window/ui/Field.tsx'
import { callbackKindName } from '#window/ui/StatusMark.tsx'
import { KindChecks, PaymentMatch, TextMatch } from '#window/features/rules/MatchFields.tsx'
import { RulesPage } from '#window/features/rules/RulesPage.tsx'
import { PRESETS } from './answer-commands'
import { RuleEditorForm, useRuleEditor } from '#window/features/rules/RuleEditorForm.tsx'
import type { RuleEntry } from '#window/features/rules/rule-family'
import { ANSWERS } from './answer-family'
import type { RuleDraft } from './rule-draft'
import { StepList } from './StepList'

const AFTER = [
  { value: 'last', label: 'repeat the last one' },
  { value: 'again', label: 'start over from the first' },
  { value: 'pass', label: 'use the rules below, otherwise 200' },
] as const
const PER = [
  { value: 'callback', label: 'each callback separately' },
  { value: 'payment', label: 'each payment separately' },
  { value: 'rule', label: 'all requests together' },
] as const

function AnswerRuleEditor(props: {
  readonly entry: RuleEntry<RuleDraft>
  readonly order: readonly string[]
}) {
  const { entry } = props
  const editing = useRuleEditor(ANSWERS, entry)
  const { draft, errorOf, edit } = editing
  return (
    <RuleEditorForm family={ANSWERS} editing={editing} {...props}>
      <fieldset>
        <legend className="h-sec">Responses, in order</legend>
        <StepList steps={draft.steps} errorOf={errorOf} onSteps={(steps) => edit({ steps })} />
        <div className="halves">
          <SelectField
            label="After the last response"
            error={errorOf('after')}
            value={draft.after}
            options={AFTER}
            onChange={(after) => edit({ after })}
          />
          <SelectField
            label="Count for"
            error={errorOf('per')}
            value={draft.per}
            options={PER}
            onChange={(per) => edit({ per })}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend className="h-sec">Applies to</legend>
        <KindChecks
          help="Callbacks from Paybench match by the kind that was sent, other requests by their body. If none is selected, the rule applies to every request."
          nameOf={(kind) => (kind === 'other' ? 'Not a callback' : callbackKindName(kind))}
          chosen={draft.kinds}
          onChange={(kinds) => edit({ kinds })}
        />
        <div className="halves">
          <TextMatch
            label="Path"
            help="Without the query string. Use * for any characters, as in /shop/*."
            placeholder="any path"
            value={draft.path}
            error={errorOf('match.path')}
            onText={(path) => edit({ path })}
          />
          <TextMatch
            label="Method"
            placeholder="any method"
            value={draft.method}
            error={errorOf('match.method')}
            onText={(method) => edit({ method })}
          />
          <PaymentMatch
            projectId={draft.projectId}
            paymentId={draft.paymentId}
            errorOf={errorOf}
            onChange={edit}
          />
        </div>
      </fieldset>
    </RuleEditorForm>
  )
}

export function AnswersPage() {
  return (
    <RulesPage
      family={ANSWERS}
      editorOf={(entry, order) => <AnswerRuleEditor key={entry.id} entry={entry} order={order} />}
      examples={[
        {
          title: 'Examples to start from',
          rules: PRESETS.map(({ name, effect, steps }) => ({
            name,
            effect,
            onBegin: () => ANSWERS.commands.begin({ name, steps }),
          })),
        },
      ]}
      examplesNote="A new rule applies to every request until you narrow it down."
    />
  )
}
