import { useRef } from 'react'
import { ViewSwitch } from '../callbacks/ViewSwitch'
import { SplitPane } from '../list/SplitPane'
import { useBench } from '../state/bench'
import { useProjectFilter } from '../state/info'
import { setPlace, usePreferences } from '../state/preferences'
import { Button } from '../ui/Button'
import { Menu, MenuItem } from '../ui/Menu'
import { Notice } from '../ui/Notice'
import { FaultList } from './FaultList'
import { FaultExamples } from './FaultExamples'
import { RuleEditor } from './RuleEditor'
import { addRule, CHOSEN_RULE, chooseRule, resetCounts, switchAllOff } from './fault-commands'
import { useFaultRules } from './use-fault-rules'
import './faults.css'

/** Rules for what goes wrong with callbacks: the list in its order, and the one that is chosen in full. */
export function FaultsPage() {
  const bench = useBench()
  const projectId = useProjectFilter()
  const { rules, fault, reload } = useFaultRules()
  const split = usePreferences((state) => state.callbacks.split)
  const chosenId = usePreferences((state) => state.drafts[CHOSEN_RULE])
  const editor = useRef<HTMLDivElement>(null)
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
        <section className="pane list" aria-label="Fault rules" aria-busy={rules === null}>
          <div className="pane-bar">
            <h1 className="pane-title grow">Faults</h1>
            <ViewSwitch view="faults" />
          </div>
          <div className="views">
            <Button
              size="small"
              icon="plus"
              does="faults.put"
              onClick={() => {
                chooseRule(null)
                requestAnimationFrame(() => editor.current?.querySelector<HTMLElement>('.btn')?.focus())
              }}
            >
              New rule
            </Button>
            <span className="grow" />
            <Menu
              label="All rules"
              align="end"
              trigger={<Button look="quiet" size="small" icon="more" aria-label="All rules" />}
            >
              <MenuItem icon="state-dropped" does="faults.switch" onSelect={() => switchAllOff(bench)}>
                Switch all rules off
              </MenuItem>
              <MenuItem icon="undo" does="faults.resetCounts" onSelect={() => resetCounts(bench)}>
                Count all from 0 again
              </MenuItem>
            </Menu>
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
              onChoose={chooseRule}
              onOpen={() => editor.current?.querySelector<HTMLElement>('input, select')?.focus()}
            />
          )}
        </section>
      }
      right={
        <div className="pane" ref={editor}>
          {chosen === null ? (
            <FaultExamples onAdd={(kind) => addRule(bench, projectId ?? null, kind)} />
          ) : (
            <RuleEditor key={chosen.id} rule={chosen} />
          )}
        </div>
      }
    />
  )
}
