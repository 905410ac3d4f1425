import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { FaultRuleView } from '../../../../src-main/protocol/faults'
import { useBench } from '../../state/bench'
import { FaultRow } from './FaultRow'
import { moveRule, removeRule, switchRule } from './fault-commands'

interface FaultListProps {
  readonly rules: readonly FaultRuleView[]
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
  /** The chosen rule is to be edited. */
  readonly onOpen: () => void
}

/** The rules in their order; of two that decide the same the upper one acts. */
export function FaultList({ rules, chosenId, onChoose, onOpen }: FaultListProps) {
  const bench = useBench()
  const list = useRef<HTMLOListElement>(null)

  const focusRow = (at: number): void => {
    const row = rules[Math.min(rules.length - 1, Math.max(0, at))]
    if (row === undefined) return
    onChoose(row.id)
    list.current?.querySelector<HTMLElement>(`[data-rule="${row.id}"]`)?.focus()
  }

  /** Keys on the name of a rule; true when the key was taken. */
  const onKey = (rule: FaultRuleView, at: number, event: KeyboardEvent): boolean => {
    const down = event.key === 'ArrowDown' || event.key === 'j'
    const up = event.key === 'ArrowUp' || event.key === 'k'
    if (down || up) {
      if (event.altKey) moveRule(bench, rules, rule.id, down ? 1 : -1)
      else focusRow(at + (down ? 1 : -1))
      return true
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    switch (event.key) {
      case 'Home':
        focusRow(0)
        return true
      case 'End':
        focusRow(rules.length - 1)
        return true
      case ' ':
        void switchRule(bench, rule.id, !rule.enabled)
        return true
      case 'Delete':
        removeRule(bench, rule)
        return true
      case 'Enter':
        onChoose(rule.id)
        onOpen()
        return true
      default:
        return false
    }
  }

  return (
    <div className="scroll grow">
      <ol ref={list} className="rule-list" aria-label="Rules in their order">
        {rules.map((rule, at) => (
          <FaultRow
            key={rule.id}
            rule={rule}
            place={at + 1}
            isChosen={rule.id === chosenId}
            onChoose={() => onChoose(rule.id)}
            onKey={(event) => onKey(rule, at, event)}
          />
        ))}
      </ol>
      <p className="rule-rest">Of two rules that decide the same the upper one acts.</p>
    </div>
  )
}
