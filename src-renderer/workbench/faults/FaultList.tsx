import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { FaultRuleView } from '../../../src-main/contract/faults'
import { useBench } from '../state/bench'
import { Button } from '../ui/Button'
import { useGuard } from '../ui/guard'
import { formatCount } from '../ui/time'
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
  const guard = useGuard('faults.switch')

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
    <ol ref={list} className="scroll grow flt-list" aria-label="Rules in their order">
      {rules.map((rule, at) => (
        <li key={rule.id} className={rule.id === chosenId ? 'chosen' : undefined}>
          <label className="check">
            <input
              type="checkbox"
              checked={rule.enabled}
              aria-label={`${rule.name} is on`}
              {...guard.attributes}
              onChange={(event) => {
                const { checked } = event.target
                guard.run(() => void switchRule(bench, rule.id, checked))
              }}
            />
          </label>
          <button
            type="button"
            className="flt-open"
            data-rule={rule.id}
            aria-current={rule.id === chosenId ? 'true' : undefined}
            onClick={() => onChoose(rule.id)}
            onKeyDown={(event) => {
              if (onKey(rule, at, event)) event.preventDefault()
            }}
          >
            <b className="clip">
              {rule.name}
              {rule.enabled ? null : <span className="dim"> off</span>}
            </b>
            <span className="mid">{rule.sentence}</span>
            <span className="dim num">
              acted {formatCount(rule.fired)} of {formatCount(rule.evaluated)}
            </span>
          </button>
          <span className="flt-move">
            <Button
              look="quiet"
              size="small"
              icon="down"
              className="flt-up"
              aria-label={`Move ${rule.name} up`}
              disabled={at === 0}
              does="faults.move"
              onClick={() => moveRule(bench, rules, rule.id, -1)}
            />
            <Button
              look="quiet"
              size="small"
              icon="down"
              aria-label={`Move ${rule.name} down`}
              disabled={at === rules.length - 1}
              does="faults.move"
              onClick={() => moveRule(bench, rules, rule.id, 1)}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}
