import { useEffect, useRef } from 'react'
import type { FaultMatch } from '../../../../src-main/domain/fault/rule'
import { UnreadableRules } from '../rules/UnreadableRules'
import { ViewHead } from '../rules/ViewHead'
import { SplitPane } from '../../list/SplitPane'
import { useBench } from '../../state/bench'
import { useProjectFilter } from '../../state/info'
import { setPlace, usePreferences } from '../../state/preferences'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { FaultList } from './FaultList'
import { FaultExamples } from './FaultExamples'
import { RuleEditor } from './RuleEditor'
import { keepBegun, useBegunRule } from './begun-rule'
import { CHOSEN_FAULT_RULE, chooseFaultRule } from '../../navigation/rule-links'
import { addRuleFor, removeRule, resetCounts, switchAllOff } from './fault-commands'
import { useFaultRules } from '../rules/use-fault-rules'
import '../rules/rules.css'
import './faults.css'

/** Rules for what goes wrong with callbacks: the list in its order, and the one that is chosen in full. */
export function FaultsPage() {
  const bench = useBench()
  const projectId = useProjectFilter()
  const { rules, unreadable, fault, reload } = useFaultRules()
  const split = usePreferences((state) => state.callbacks.split)
  const chosenId = usePreferences((state) => state.drafts[CHOSEN_FAULT_RULE])
  const editor = useRef<HTMLDivElement>(null)
  const begun = useBegunRule()
  const match: FaultMatch = begun ?? (projectId === undefined ? {} : { projectId })
  useEffect(() => {
    if (begun !== null) editor.current?.querySelector<HTMLElement>('.rule-examples .btn')?.focus()
  }, [begun])
  // Rules for all projects concern the chosen one too.
  const shown = (rules ?? []).filter(
    ({ match }) => projectId === undefined || match.projectId === undefined || match.projectId === projectId,
  )
  const chosen = shown.find(({ id }) => id === chosenId) ?? null
  return (
    <SplitPane
      label="Width of the list"
      share={split}
      onShare={(share) => setPlace('callbacks', { split: share })}
      keepFocus='[aria-current="true"], .views button'
      left={
        <section className="pane list" aria-label="Callbacks" aria-busy={rules === null}>
          <ViewHead view="faults">
            <h2 className="pane-title clip">What goes wrong with callbacks</h2>
          </ViewHead>
          <div className="views">
            <Button
              size="small"
              icon="plus"
              does="faults.put"
              onClick={() => {
                chooseFaultRule(null)
                requestAnimationFrame(() =>
                  editor.current?.querySelector<HTMLElement>('.rule-examples .btn')?.focus(),
                )
              }}
            >
              New rule
            </Button>
            <span className="grow" />
            <Button
              look="quiet"
              size="small"
              disabled={shown.length === 0}
              does="faults.resetCounts"
              onClick={() => resetCounts(bench)}
            >
              Reset all counts
            </Button>
            <Button
              look="quiet"
              size="small"
              disabled={!(rules ?? []).some(({ enabled }) => enabled)}
              does="faults.switch"
              onClick={() => switchAllOff(bench)}
            >
              All off
            </Button>
          </div>
          {fault === null ? null : (
            <div className="msg-refusal">
              <Notice
                tone="red"
                title="The rules could not be read."
                action={
                  <Button size="small" onClick={reload}>
                    Try again
                  </Button>
                }
              >
                {fault}
              </Notice>
            </div>
          )}
          {rules !== null && shown.length === 0 ? (
            <div className="empty">
              <h2>Nothing goes wrong</h2>
              <p>Callbacks leave as they should. A rule delays, drops, changes or breaks some of them.</p>
            </div>
          ) : (
            <FaultList
              rules={shown}
              chosenId={chosen?.id ?? null}
              onChoose={chooseFaultRule}
              onOpen={() => editor.current?.querySelector<HTMLElement>('input, select')?.focus()}
            />
          )}
          <UnreadableRules
            rules={unreadable}
            does="faults.remove"
            onRemove={({ id, name }) => removeRule(bench, { id, name: name === '' ? id : name })}
          />
        </section>
      }
      right={
        <div
          className="pane"
          ref={editor}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return
            const page = editor.current?.parentElement
            page?.querySelector<HTMLElement>('.rule-list [aria-current="true"]')?.focus()
          }}
        >
          {chosen === null ? (
            <FaultExamples
              match={match}
              onAdd={(kind) => addRuleFor(bench, match, kind)}
              onEvery={begun === null ? null : () => keepBegun(null)}
            />
          ) : (
            <RuleEditor key={chosen.id} rule={chosen} shown={shown} />
          )}
        </div>
      }
    />
  )
}
