import { useRef } from 'react'
import { setPlace, usePreferences } from '../../state/preferences'
import { Button } from '../../ui/Button'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu'
import { entriesOf } from '../rules/rule-entries'
import { RulesPage } from '../rules/RulesPage'
import { beginRule } from './answer-commands'
import { AnswerExamples } from './AnswerExamples'
import { ANSWERS } from './answer-family'
import { AnswerRuleEditor } from './AnswerRuleEditor'
import { PRESETS } from './presets'
import './answers.css'

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
