import { useEffect, useRef } from 'react'
import type { FaultMatch } from '#domain/fault/rule'
import { chooseRule } from '#window/navigation/links'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import { usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { savedEntries } from '#window/features/rules/rule-entries'
import { RulesPage } from '#window/features/rules/RulesPage.tsx'
import { addRuleFor, setNextRuleMatch, useNextRuleMatch } from './fault-commands'
import { FAULT_RULES } from './fault-family'
import { FaultExamples } from './FaultExamples'
import { FaultRuleEditor } from './FaultRuleEditor'
import './faults.css'

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
