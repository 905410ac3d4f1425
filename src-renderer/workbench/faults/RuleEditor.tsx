import { useState } from 'react'
import type { FaultRuleView } from '../../../src-main/contract/faults'
import { faultSentence } from '../../../src-main/core/fault/explain'
import { FAULTS } from '../../../src-main/core/fault/fault-table'
import { useBench } from '../state/bench'
import { keepSessionDraft, sessionDraftOf } from '../state/preferences'
import { isTurnedAway } from '../state/refusal'
import { reasonOf } from '../state/toasts'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Notice } from '../ui/Notice'
import { formatCount } from '../ui/time'
import { draftName, removeRule, resetCounts, saveRule } from './fault-commands'
import { FaultFields } from './FaultFields'
import { MatchFields } from './MatchFields'
import { draftOfRule, draftProblems, readDraft, ruleOf, ruleOfDraft } from './rule-draft'
import type { RuleDraft } from './rule-draft'
import { WhenFields } from './WhenFields'

const STAGE_WORDS = {
  message: 'Decided once, when a callback comes due for its first attempt.',
  attempt: 'Decided with every attempt. The callback itself keeps its bytes.',
  wire: 'Decided with every attempt. Exactly what was written is on record with it.',
} as const

/** One rule in full, with its sentence as it is typed. Ctrl+Enter saves. */
export function RuleEditor({ rule }: { readonly rule: FaultRuleView }) {
  const bench = useBench()
  const saved = draftOfRule(ruleOf(rule))
  const [draft, setDraft] = useState<RuleDraft>(() => readDraft(sessionDraftOf(draftName(rule.id))) ?? saved)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const problems = draftProblems(draft)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const { explanation, stage } = FAULTS[draft.kind]

  const change = (next: RuleDraft): void => {
    setDraft(next)
    setRefusal(null)
    keepSessionDraft(draftName(rule.id), JSON.stringify(next))
  }
  const forget = (): void => {
    setDraft(saved)
    setRefusal(null)
    keepSessionDraft(draftName(rule.id), null)
  }
  /** A rule that was off is switched on by saving it: that is what it was written for. */
  const save = (): void => {
    if (problems.size > 0 || busy || isTurnedAway(bench, 'faults.put')) return
    setBusy(true)
    const written = ruleOfDraft(draft, { id: rule.id, enabled: true })
    saveRule(bench, written)
      .then(() => {
        const typed = sessionDraftOf(draftName(rule.id))
        // What was typed on meanwhile stays.
        if (typed !== undefined && typed !== JSON.stringify(draft)) return
        keepSessionDraft(draftName(rule.id), null)
        setDraft(draftOfRule(written))
      })
      .catch((error: unknown) => {
        setRefusal(reasonOf(error))
      })
      .finally(() => {
        setBusy(false)
      })
  }

  return (
    <form
      className="flt-editor"
      aria-label={`Rule ${rule.name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        if (!event.repeat) save()
      }}
    >
      <header>
        <p className="flt-sentence" role="status">
          {problems.size === 0
            ? faultSentence(ruleOfDraft(draft, { id: rule.id, enabled: true }))
            : 'Not a rule yet: see below.'}
        </p>
        <p className="dim">
          {STAGE_WORDS[stage]} Acted {formatCount(rule.fired)} of {formatCount(rule.evaluated)} times.
        </p>
      </header>
      <div className="scroll grow flt-fields">
        <p className="mid">{explanation}</p>
        <Field label="Name" fault={problems.get('name')}>
          {(control) => (
            <input
              {...control}
              className="input"
              value={draft.name}
              onChange={(event) => change({ ...draft, name: event.target.value })}
            />
          )}
        </Field>
        <FaultFields draft={draft} problems={problems} onChange={change} />
        <MatchFields draft={draft} problems={problems} onChange={change} />
        <WhenFields draft={draft} problems={problems} onChange={change} />
      </div>
      {refusal === null ? null : <Notice tone="red" live title={refusal} />}
      <footer>
        <Button look="quiet" icon="trash" does="faults.remove" onClick={() => removeRule(bench, rule)}>
          Remove
        </Button>
        <Button
          look="quiet"
          icon="undo"
          disabled={rule.evaluated === 0}
          does="faults.resetCounts"
          onClick={() => resetCounts(bench, rule.id)}
        >
          Count from 0
        </Button>
        <span className="grow" />
        <Button disabled={!isChanged} onClick={forget}>
          Discard changes
        </Button>
        <Button
          look="primary"
          submit
          keys="Ctrl ↵"
          does="faults.put"
          disabled={problems.size > 0 || busy || (!isChanged && rule.enabled)}
        >
          {rule.enabled ? 'Save the rule' : 'Save and switch on'}
        </Button>
      </footer>
    </form>
  )
}
