import { MESSAGE_KINDS } from '../../../../src-main/domain/fault/fault'
import { FAULTS } from '../../../../src-main/domain/fault/fault-table'
import { callbackKindName } from '../../ui/states'
import { KindChecks, ProjectSelect, TextMatch } from '../rules/MatchFields'
import { RuleEditorForm } from '../rules/RuleEditorForm'
import { useRuleEditor } from '../rules/use-rule-editor'
import { draftSentence, FAULT_RULES } from './fault-family'
import type { FaultEntry } from './fault-family'
import { FaultFields } from './FaultFields'
import type { FaultFieldsProps } from './FaultFields'
import { WhenFields } from './WhenFields'

const STAGE_WORDS = {
  message: 'Decided once, when the first attempt of a callback is due.',
  attempt: 'Decided at every attempt. The callback itself keeps its bytes.',
  wire: 'Decided at every attempt. The exact bytes that were sent are recorded with it.',
} as const

interface FaultRuleEditorProps {
  readonly entry: FaultEntry
  /** The rules that are shown, in their order. */
  readonly order: readonly string[]
}

/** One fault rule as a form: what goes wrong, with whom and how often. */
export function FaultRuleEditor({ entry, order }: FaultRuleEditorProps) {
  const editing = useRuleEditor(FAULT_RULES, entry)
  const { draft, hasErrors, isChanged, isSaving } = editing
  const { explanation, stage } = FAULTS[draft.kind]
  const isDue = isChanged || entry.saved?.enabled === false
  return (
    <RuleEditorForm
      family={FAULT_RULES}
      entry={entry}
      order={order}
      editing={editing}
      preview={draftSentence(draft)}
      saving={{ isDue, isDisabled: hasErrors || isSaving || !isDue }}
    >
      <p className="mid">
        {explanation} {STAGE_WORDS[stage]}
      </p>
      <FaultFields editing={editing} />
      <CallbackMatch editing={editing} />
      <WhenFields editing={editing} />
    </RuleEditorForm>
  )
}

/** Which callbacks the rule applies to; an empty field matches everything. */
function CallbackMatch({ editing: { draft, errorOf, edit } }: FaultFieldsProps) {
  return (
    <fieldset>
      <legend className="h-sec">Applies to</legend>
      <KindChecks
        label="Kinds"
        help="None selected: every kind."
        kinds={MESSAGE_KINDS}
        nameOf={callbackKindName}
        chosen={draft.kinds}
        onChange={(kinds) => edit({ kinds })}
      />
      <div className="rule-pair">
        <ProjectSelect
          value={draft.projectId === null ? '' : String(draft.projectId)}
          every="every project"
          error={errorOf('match.projectId')}
          onChange={(value) => edit({ projectId: value === '' ? null : Number(value) })}
        />
        <TextMatch
          label="Payment id"
          help="Exact match, not case-sensitive. Empty: every payment."
          value={draft.paymentId}
          error={errorOf('match.paymentId')}
          onChange={(paymentId) => edit({ paymentId })}
        />
        <TextMatch
          label="Target contains"
          help="Part of the address, for example /pay/ok. Empty: every target."
          value={draft.target}
          error={errorOf('match.target')}
          onChange={(target) => edit({ target })}
        />
        {draft.paymentKey === '' ? null : (
          <TextMatch
            label="Payment key"
            help="Set by a script. Clear it to match by payment id only."
            maxLength={100}
            value={draft.paymentKey}
            error={errorOf('match.paymentKey')}
            onChange={(paymentKey) => edit({ paymentKey })}
          />
        )}
      </div>
    </fieldset>
  )
}
