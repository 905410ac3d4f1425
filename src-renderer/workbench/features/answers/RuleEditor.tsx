import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import { BenchError } from '../../../../src-main/protocol/bench-error'
import { announce } from '../../state/announcements'
import { useBench } from '../../state/bench'
import { isRejected } from '../../state/refusal'
import { useSessionDraftUnkept } from '../../state/preferences'
import { reasonOf } from '../../state/toasts'
import { Button } from '../../ui/Button'
import { Field, Select } from '../../ui/Field'
import { Notice } from '../../ui/Notice'
import { useWantedFocus } from '../../ui/wanted-focus'
import { saveRule } from './answer-commands'
import { draftName, forgetSaved, keepRuleDraft } from './answer-drafts'
import { draftSentence } from './draft-sentence'
import { MatchFields } from './MatchFields'
import { faultAt, faultsOf, NEW_DRAFT, readRule, ruleDraftOf } from './rule-draft'
import type { FieldError, RuleDraft } from './rule-draft'
import type { RuleEntry } from './rule-entries'
import { nextStep } from './rule-list'
import { RuleHead } from './RuleHead'
import { checked, scriptFault, ScriptField } from './ScriptField'
import type { TypedScript } from './ScriptField'
import { StepList } from './StepList'

const AFTER = [
  { value: 'last', label: 'the last one, again and again' },
  { value: 'again', label: 'from the first one again' },
  { value: 'pass', label: 'as the rules below say, else 200' },
] as const
const PER = [
  { value: 'callback', label: 'every callback by itself' },
  { value: 'payment', label: 'every payment by itself' },
  { value: 'rule', label: 'all requests together' },
] as const

interface Refusal {
  readonly faults: readonly FieldError[]
  /** About no field of this rule. */
  readonly rest: string | null
}

const NO_REFUSAL: Refusal = { faults: [], rest: null }

function refusalOf(error: unknown, draft: RuleDraft): Refusal {
  if (!(error instanceof BenchError) || error.issues.length === 0)
    return { faults: [], rest: reasonOf(error) }
  const { faults, rest } = faultsOf(error.issues, draft)
  return { faults, rest: rest.length === 0 ? null : rest.join(' ') }
}

/** One rule as a form. What is typed is kept until it is saved or given up. */
export function RuleEditor({ entry, count }: { readonly entry: RuleEntry; readonly count: number }) {
  const bench = useBench()
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState(NO_REFUSAL)
  const [script, setScript] = useState<TypedScript | null>(null)
  const { id, saved } = entry
  useWantedFocus(form, draftName(id))
  const draft = entry.draft ?? (saved === null ? NEW_DRAFT : ruleDraftOf(saved))
  const read = readRule(draft, id, saved?.enabled ?? true)
  const faults = [...read.faults.filter(({ isEmpty }) => tries > 0 || !isEmpty), ...refusal.faults]
  const isClean = entry.draft === undefined && script === null
  const isUnkept = useSessionDraftUnkept(draftName(id))
  const of = (field: string): string | null => faultAt(faults, field)

  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  const edit = (change: Partial<RuleDraft>): void => {
    const next = { ...draft, ...change }
    const isAsSaved = saved !== null && JSON.stringify(next) === JSON.stringify(ruleDraftOf(saved))
    keepRuleDraft(id, isAsSaved ? null : next)
    setRefusal(NO_REFUSAL)
  }
  const refuse = (found: Refusal): void => {
    setRefusal(found)
    setTries((n) => n + 1)
  }
  const save = async (): Promise<void> => {
    if (isSaving || isRejected(bench, 'answers.put')) return
    if (read.rule === null || scriptFault(script) !== null) {
      setScript(checked(script))
      refuse(NO_REFUSAL)
      return
    }
    setSaving(true)
    try {
      await saveRule(bench, read.rule)
      forgetSaved(id, entry.draft)
      setScript((now) => (now === script ? null : now))
      setTries(0)
      setRefusal(NO_REFUSAL)
      announce('The rule is saved and answers the next request that it fits')
    } catch (error) {
      refuse(refusalOf(error, draft))
    } finally {
      setSaving(false)
    }
  }
  const giveUp = (): void => {
    keepRuleDraft(id, null)
    setScript(null)
    setTries(0)
    setRefusal(NO_REFUSAL)
  }
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void save()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!event.repeat) void save()
  }

  return (
    <article className="pane rule-editor" aria-labelledby="ar-title">
      <RuleHead entry={entry} name={draft.name} count={count} />
      <form ref={form} className="rule-form" noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
        <div className="rule-fields scroll" role="region" aria-label="The rule" tabIndex={-1}>
          <output className="rule-preview">{draftSentence(draft)}</output>
          {refusal.rest === null ? null : (
            <Notice tone="red" live title="The rule was not saved.">
              {refusal.rest}
            </Notice>
          )}
          <fieldset>
            <legend className="h-sec">Which requests</legend>
            <MatchFields draft={draft} errorOf={of} onEdit={edit} />
          </fieldset>
          <fieldset>
            <legend className="h-sec">Answers, one after another</legend>
            <ScriptField
              steps={draft.steps}
              typed={script}
              onType={(typed, steps) => {
                setScript(typed)
                setRefusal(NO_REFUSAL)
                if (steps !== null) edit({ steps })
              }}
              onLeave={() => setScript(scriptFault(script) === null ? null : checked(script))}
            />
            <StepList
              steps={draft.steps}
              errorOf={of}
              next={saved === null || entry.draft !== undefined ? null : nextStep(saved, saved.fired)}
              onSteps={(steps) => {
                setScript(null)
                edit({ steps })
              }}
            />
            <div className="rule-pair">
              <Field label="After the last one" fault={of('after')}>
                {(control) => (
                  <Select
                    control={control}
                    value={draft.after}
                    options={AFTER}
                    onChange={(after) => edit({ after })}
                  />
                )}
              </Field>
              <Field label="Counted for" fault={of('per')}>
                {(control) => (
                  <Select
                    control={control}
                    value={draft.per}
                    options={PER}
                    onChange={(per) => edit({ per })}
                  />
                )}
              </Field>
            </div>
          </fieldset>
          <fieldset>
            <legend className="h-sec">For you</legend>
            <Field label="Name of the rule" fault={of('name')}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  value={draft.name}
                  placeholder="such as: my server is down"
                  autoComplete="off"
                  onChange={(event) => edit({ name: event.target.value })}
                />
              )}
            </Field>
          </fieldset>
        </div>
        <footer className="rule-foot">
          <span className="grow mid" role="status">
            {isClean
              ? 'Saved. A change answers from the next request on.'
              : isUnkept
                ? 'Not saved, and too large to be kept over a reload. Save it before you leave.'
                : 'Not saved. It is kept here until you save it or give it up.'}
          </span>
          {isClean ? null : (
            <Button look="quiet" size="large" icon="undo" onClick={giveUp}>
              {saved === null ? 'Give it up' : 'As saved'}
            </Button>
          )}
          <Button
            submit
            look={isClean ? 'plain' : 'primary'}
            size="large"
            keys="Ctrl Enter"
            does="answers.put"
          >
            Save the rule
          </Button>
        </footer>
      </form>
    </article>
  )
}
