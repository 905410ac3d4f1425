import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { UnreadableRule } from '../../../../src-main/protocol/rule-changes'
import { UnreadableRules } from '../rules/UnreadableRules'
import { ViewHead } from '../rules/ViewHead'
import { useBench } from '../../state/bench'
import { setPlace } from '../../state/preferences'
import { Button } from '../../ui/Button'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu'
import { answerAsUsual, beginRule, moveRule, removeRule, resetCounts } from './answer-commands'
import { PRESETS } from './presets'
import type { RuleEntry } from './rule-entries'
import { RuleRow } from './RuleRow'

function NewRule() {
  return (
    <Menu
      label="New answer rule"
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
        An answer of its own
      </MenuItem>
    </Menu>
  )
}

interface RuleListProps {
  readonly list: RefObject<HTMLOListElement | null>
  readonly entries: readonly RuleEntry[]
  readonly shownId: string | null
  /** Whether the rules are there. */
  readonly isKnown: boolean
  readonly unreadable: readonly UnreadableRule[]
  readonly refusal: ReactNode
}

/** The rules in the order in which they are asked. */
export function RuleList({ list, entries, shownId, isKnown, unreadable, refusal }: RuleListProps) {
  const bench = useBench()
  const choose = (entry: RuleEntry | undefined): void => {
    if (entry === undefined) return
    setPlace('callbacks', { selection: entry.id })
    list.current?.querySelector<HTMLElement>(`[data-rule="${entry.id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = entries.findIndex(({ id }) => id === shownId)
    const entry = entries[index]
    const isRow = event.target instanceof HTMLElement && event.target.dataset['rule'] !== undefined
    if (!isRow || entry === undefined) return
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      if (!event.altKey) choose(entries[index + by])
      else if (entry.saved !== null) void moveRule(bench, entry.id, by < 0 ? -1 : 1)
    } else if (event.key === 'Delete') {
      event.preventDefault()
      choose(entries[index + 1] ?? entries[index - 1])
      void removeRule(bench, entry.id)
    }
  }
  return (
    <section className="pane list" aria-label="Callbacks">
      <ViewHead view="answers">
        <h2 className="pane-title clip">Answers to callbacks</h2>
      </ViewHead>
      <div className="views">
        <NewRule />
        <span className="grow" />
        <Button
          look="quiet"
          size="small"
          disabled={!entries.some(({ saved }) => saved !== null)}
          does="answers.resetCounts"
          onClick={() => void resetCounts(bench)}
        >
          Reset all counts
        </Button>
        <Button
          look="quiet"
          size="small"
          disabled={!entries.some(({ saved }) => saved?.enabled === true)}
          does="answers.switch"
          onClick={() => void answerAsUsual(bench)}
        >
          All off
        </Button>
      </div>
      {refusal}
      {!isKnown ? null : entries.length === 0 ? (
        <div className="empty">
          <h2>Everything is answered 200</h2>
          <p>
            A rule answers otherwise what arrives at the merchant address: another status, late, never, or
            with the answer of your own server.
          </p>
        </div>
      ) : (
        <div className="scroll grow">
          <ol
            ref={list}
            className="rule-list"
            aria-label="Answer rules; the first that fits decides"
            onKeyDown={onKeyDown}
          >
            {entries.map((entry) => (
              <RuleRow key={entry.id} entry={entry} isShown={entry.id === shownId} onChoose={choose} />
            ))}
          </ol>
          <p className="rule-rest">
            Whatever no rule answers gets 200. Pages of the demo shop are never touched.
          </p>
        </div>
      )}
      <UnreadableRules
        rules={unreadable}
        does="answers.remove"
        onRemove={({ id }) => void removeRule(bench, id)}
      />
    </section>
  )
}
