import { useRef, useState } from 'react'
import type { FaultRuleView } from '../../../../src-main/protocol/faults'
import { faultSentence } from '../../../../src-main/domain/fault/explain'
import { FAULTS } from '../../../../src-main/domain/fault/fault-table'
import { useBench } from '../../state/bench'
import { keepSessionDraft, sessionDraftOf, useSessionDraftUnkept } from '../../state/preferences'
import { isRejected } from '../../state/refusal'
import { reasonOf } from '../../state/toasts'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { Notice } from '../../ui/Notice'
import { useWantedFocus } from '../../ui/wanted-focus'
import { draftName, saveRule } from './fault-commands'
import { FaultHead } from './FaultHead'
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

interface RuleEditorProps {
  readonly rule: FaultRuleView
  /** The rules that are shown, in their order. */
  readonly shown: readonly FaultRuleView[]
}

/** One rule in full, with its sentence as it is typed. Ctrl+Enter saves. */
export function RuleEditor({ rule, shown }: RuleEditorProps) {
  const bench = useBench()
  const form = useRef<HTMLFormElement>(null)
  useWantedFocus(form, draftName(rule.id))
  const saved = draftOfRule(ruleOf(rule))
  const [draft, setDraft] = useState<RuleDraft>(() => readDraft(sessionDraftOf(draftName(rule.id))) ?? saved)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isUnkept = useSessionDraftUnkept(draftName(rule.id))
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
    if (problems.size > 0 || busy || isRejected(bench, 'faults.put')) return
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
    <article className="pane rule-editor" aria-label="Fault rule">
      <FaultHead rule={rule} name={draft.name} shown={shown} />
      <form
        ref={form}
        className="rule-form flt-form"
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
        <div className="rule-fields scroll" role="region" aria-label="The rule" tabIndex={-1}>
          <output className="rule-preview">
            {problems.size === 0
              ? faultSentence(ruleOfDraft(draft, { id: rule.id, enabled: true }))
              : 'Not a rule yet: see below.'}
          </output>
          {refusal === null ? null : (
            <Notice tone="red" live title="The rule was not saved.">
              {refusal}
            </Notice>
          )}
          <p className="mid">
            {explanation} {STAGE_WORDS[stage]}
          </p>
          <FaultFields draft={draft} problems={problems} onChange={change} />
          <MatchFields draft={draft} problems={problems} onChange={change} />
          <WhenFields draft={draft} problems={problems} onChange={change} />
          <fieldset className="flt-group">
            <legend className="h-sec">For you</legend>
            <Field label="Name" fault={problems.get('name')}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  autoComplete="off"
                  value={draft.name}
                  onChange={(event) => change({ ...draft, name: event.target.value })}
                />
              )}
            </Field>
          </fieldset>
        </div>
        <footer className="rule-foot">
          <span className="grow mid">
            {isChanged && isUnkept
              ? 'Not saved, and too large to be kept over a reload. Save it before you leave.'
              : isChanged
                ? 'Not saved. It is kept here until you save it or give it up.'
                : rule.enabled
                  ? 'Saved. A change acts from the next callback on.'
                  : 'Off. Saving it switches it on.'}
          </span>
          {isChanged ? (
            <Button look="quiet" size="large" icon="undo" onClick={forget}>
              Discard changes
            </Button>
          ) : null}
          <Button
            look={isChanged || !rule.enabled ? 'primary' : 'plain'}
            size="large"
            submit
            keys="Ctrl Enter"
            does="faults.put"
            disabled={problems.size > 0 || busy || (!isChanged && rule.enabled)}
          >
            {rule.enabled ? 'Save the rule' : 'Save and switch on'}
          </Button>
        </footer>
      </form>
    </article>
  )
}
