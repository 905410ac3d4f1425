import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { FaultRuleView } from '../../../src-main/contract/faults'
import { useBench } from '../state/bench'
import { sessionDraftOf, usePreferences } from '../state/preferences'
import { useGuard } from '../ui/guard'
import { Badge } from '../ui/StatusMark'
import { formatCount } from '../ui/time'
import { draftName, switchRule } from './fault-commands'

interface FaultRowProps {
  readonly rule: FaultRuleView
  /** From 1. */
  readonly place: number
  readonly isChosen: boolean
  readonly onChoose: () => void
  /** True where the key was taken. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

/** A rule with its sentence, its counts and its switch. */
export function FaultRow({ rule, place, isChosen, onChoose, onKey }: FaultRowProps) {
  const bench = useBench()
  const isEdited = usePreferences(() => sessionDraftOf(draftName(rule.id)) !== undefined)
  /** What the switch was set to, until the bench has taken it or refused it. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const guard = useGuard('faults.switch')
  const enable = async (enabled: boolean): Promise<void> => {
    setWanted(enabled)
    await switchRule(bench, rule.id, enabled)
    setWanted(null)
  }
  return (
    <li className={rule.enabled ? 'rule-row' : 'rule-row off'}>
      <label className="check" title={rule.enabled ? 'Switch this rule off' : 'Switch this rule on'}>
        <input
          type="checkbox"
          checked={wanted ?? rule.enabled}
          aria-label={`${rule.name} is on`}
          {...guard.attributes}
          onChange={(event) => {
            const { checked } = event.target
            guard.run(() => void enable(checked))
          }}
        />
      </label>
      <button
        type="button"
        className="rule-open inset-focus"
        data-rule={rule.id}
        aria-current={isChosen}
        onClick={onChoose}
        onKeyDown={(event) => {
          if (onKey(event)) event.preventDefault()
        }}
      >
        <span className="rule-line">
          <span className="rule-place">{place}.</span>
          <b className="clip">{rule.name}</b>
          {isEdited ? (
            <Badge look={{ icon: 'state-held', hue: 'amber' }} small>
              edited, not saved
            </Badge>
          ) : null}
          {rule.enabled ? null : (
            <Badge look={{ icon: 'state-dropped', hue: 'quiet' }} small>
              off
            </Badge>
          )}
        </span>
        <span className="rule-sentence">{rule.sentence}</span>
        <span className="rule-counts">
          acted {formatCount(rule.fired)} of {formatCount(rule.evaluated)}
        </span>
      </button>
    </li>
  )
}
