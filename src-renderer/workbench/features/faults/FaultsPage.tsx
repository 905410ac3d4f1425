import { useEffect, useRef } from 'react'
import type { FaultMatch } from '#domain/fault/rule'
import { chooseRule } from '#window/navigation/links'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import { usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { savedEntries } from '#window/features/rules/rule-family'
import { RulesPage } from '#window/features/rules/RulesPage.tsx'
import { addRuleFor, setNextRuleMatch, useNextRuleMatch } from './fault-commands'
import { FAULT_RULES } from './fault-family'
import { FaultRuleEditor } from './FaultRuleEditor'
import { faultSentence } from '#domain/fault/explain'
import { exampleOf, FAULT_KINDS, type FaultKind, FAULTS, type FaultStage } from '#domain/fault/fault-table'

/** Rules for what goes wrong with callbacks. */
export function FaultsPage() {
  const bench = useBench()
  const projectId = useProjectFilter()
  const live = FAULT_RULES.store.useRules()
  const drafts = FAULT_RULES.drafts.useDrafts()
  const chosenId = usePreferences((state) => state.callbacks.selection)
  const editor = useRef<HTMLDivElement>(null)
  const nextMatch = useNextRuleMatch()
  const match: FaultMatch = nextMatch ?? (projectId === undefined ? {} : { projectId })
  const focusExamples = (): void => editor.current?.querySelector<HTMLElement>('.rule-examples .btn')?.focus()
  useEffect(() => {
    if (nextMatch !== null) focusExamples()
  }, [nextMatch])
  // Rules for all projects concern the chosen one too.
  const shown = (live.rules ?? []).filter(
    (rule) =>
      projectId === undefined || rule.match.projectId === undefined || rule.match.projectId === projectId,
  )
  const entries = savedEntries(shown, drafts)
  const chosen = entries.find(({ id }) => id === chosenId)
  return (
    <RulesPage
      family={FAULT_RULES}
      live={live}
      entries={entries}
      chosenId={chosen?.id ?? null}
      onChoose={(id) => chooseRule('faults', id)}
      newRule={
        <Button
          size="small"
          icon="plus"
          does="faults.put"
          onClick={() => {
            chooseRule('faults', null)
            requestAnimationFrame(focusExamples)
          }}
        >
          New rule
        </Button>
      }
      editor={editor}
    >
      {chosen === undefined ? (
        <FaultExamples
          match={match}
          onAdd={(kind) => addRuleFor(bench, match, kind)}
          onEvery={nextMatch === null ? null : () => setNextRuleMatch(null)}
        />
      ) : (
        <FaultRuleEditor key={chosen.id} entry={chosen} order={shown.map(({ id }) => id)} />
      )}
    </RulesPage>
  )
}

const STAGES: readonly { readonly stage: FaultStage; readonly title: string }[] = [
  { stage: 'message', title: 'Whether and when a callback is sent' },
  { stage: 'attempt', title: 'What an attempt contains' },
  { stage: 'wire', title: 'How an attempt is sent' },
]

interface FaultExamplesProps {
  /** What a new rule applies to. */
  readonly match: FaultMatch
  readonly onAdd: (kind: FaultKind) => void
  /** Removes the payment that it was limited to; null where there is none. */
  readonly onEvery: (() => void) | null
}

/** Every kind of fault with its sentence and a button that creates a rule. */
function FaultExamples({ match, onAdd, onEvery }: FaultExamplesProps) {
  return (
    <>
      <header className="bar detail-head">
        <div className="grow">
          <h2 className="pane-title">New fault rule</h2>
          <p className="small mid facts msg-meta">
            <span>{aboutWords(match)}</span>
          </p>
        </div>
        {onEvery === null ? null : (
          <Button size="small" onClick={onEvery}>
            For every callback
          </Button>
        )}
      </header>
      <section className="scroll grow stack pad rule-examples" aria-label="Kinds of faults" tabIndex={0}>
        {STAGES.map(({ stage, title }) => (
          <div key={stage}>
            <h2 className="h-sec">{title}</h2>
            <ul>
              {FAULT_KINDS.filter((kind) => FAULTS[kind].stage === stage).map((kind) => (
                <li key={kind}>
                  <div className="grow">
                    <b>{FAULTS[kind].name}</b>
                    <p className="mid">{FAULTS[kind].explanation}</p>
                    <p className="dim">
                      {faultSentence({ match, when: { kind: 'always' }, fault: exampleOf(kind) })}
                    </p>
                  </div>
                  <Button
                    size="small"
                    icon="plus"
                    does="faults.put"
                    aria-label={`New rule: ${FAULTS[kind].name}`}
                    onClick={() => onAdd(kind)}
                  >
                    Add
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    </>
  )
}

function aboutWords({ projectId, kinds, paymentId }: FaultMatch): string {
  if (paymentId !== undefined) return `It applies to the payment ${paymentId} only.`
  if (kinds !== undefined) return 'It applies to token callbacks only.'
  return projectId === undefined
    ? 'It applies to every callback until you narrow it down.'
    : `It applies to every callback of project ${String(projectId)} until you narrow it down.`
}
