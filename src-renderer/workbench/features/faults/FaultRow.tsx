import type { KeyboardEvent } from 'react'
import type { FaultRuleView } from '../../../../src-main/protocol/faults'
import { RuleSwitch } from '../rules/RuleSwitch'
import { useBench } from '../../state/bench'
import { sessionDraftOf, usePreferences } from '../../state/preferences'
import { Badge } from '../../ui/StatusMark'
import { formatCount } from '../../lib/time'
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
  return (
    <li className={rule.enabled ? 'rule-row' : 'rule-row off'}>
      <RuleSwitch
        isOn={rule.enabled}
        label={`${rule.name} is on`}
        does="faults.switch"
        onSwitch={(enabled) => switchRule(bench, rule.id, enabled)}
      />
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
