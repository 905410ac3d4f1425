import { useRef } from 'react'
import { setPlace, usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { Menu, MenuItem, MenuLine } from '#window/ui/Menu.tsx'
import { entriesOf } from '#window/features/rules/rule-family'
import { RulesPage } from '#window/features/rules/RulesPage.tsx'
import { beginRule, PRESETS } from './answer-commands'
import { ANSWERS, draftSentence } from './answer-family'
import { AnswerRuleEditor } from './AnswerRuleEditor'
import { NEW_DRAFT } from './rule-draft'

/** How the merchant listener answers what it captures. */
export function AnswersPage() {
  const live = ANSWERS.store.useRules()
  const drafts = ANSWERS.drafts.useDrafts()
  const selection = usePreferences((state) => state.callbacks.selection)
  const editor = useRef<HTMLDivElement>(null)
  const rules = live.rules ?? []
  const entries = live.rules === null ? [] : entriesOf(rules, drafts)
  const chosen = entries.find(({ id }) => id === selection) ?? entries[0]
  return (
    <RulesPage
      family={ANSWERS}
      live={live}
      entries={entries}
      chosenId={chosen?.id ?? null}
      onChoose={(id) => setPlace('callbacks', { selection: id })}
      newRule={<NewRule />}
      editor={editor}
    >
      {chosen !== undefined ? (
        <AnswerRuleEditor key={chosen.id} entry={chosen} order={rules.map(({ id }) => id)} />
      ) : live.rules === null ? null : (
        <AnswerExamples />
      )}
    </RulesPage>
  )
}

function NewRule() {
  return (
    <Menu
      label="New response rule"
      trigger={
        <Button size="small" icon="plus">
          New rule
        </Button>
      }
    >
      {PRESETS.map((preset) => (
        <MenuItem
          key={preset.label}
          icon={preset.icon}
          does="answers.put"
          onSelect={() => beginRule({ steps: preset.steps })}
        >
          {preset.label}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon="plus" does="answers.put" onSelect={() => beginRule({})}>
        A custom response
      </MenuItem>
    </Menu>
  )
}

/** Common answers, each with its effect on the platform and a button that creates a rule. */
function AnswerExamples() {
  return (
    <>
      <header className="bar detail-head">
        <div className="grow">
          <h2 className="pane-title">New response rule</h2>
          <p className="small mid facts msg-meta">
            <span>It applies to every request until you narrow it down.</span>
          </p>
        </div>
      </header>
      <section
        className="scroll grow stack pad rule-examples"
        aria-label="Examples to start from"
        tabIndex={0}
      >
        <div>
          <h2 className="h-sec">Examples to start from</h2>
          <ul>
            {PRESETS.map(({ label, effect, steps }) => (
              <li key={label}>
                <div className="grow">
                  <b>{label}</b>
                  <p className="mid">{effect}</p>
                  {steps.some(({ kind }) => kind === 'forward') ? null : (
                    <p className="dim">{draftSentence({ ...NEW_DRAFT, steps })}</p>
                  )}
                </div>
                <Button
                  size="small"
                  icon="plus"
                  aria-label={`Add ${label}`}
                  onClick={() => beginRule({ steps })}
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  )
}
