import { useState } from 'react'
import { useBench } from '../state/bench'
import { useGuard } from '../ui/guard'
import { Badge } from '../ui/StatusMark'
import { formatCount } from '../ui/time'
import { enableRule } from './answer-commands'
import { draftSentence } from './draft-sentence'
import type { RuleEntry } from './rule-entries'

interface RuleRowProps {
  readonly entry: RuleEntry
  readonly isShown: boolean
  readonly onChoose: (entry: RuleEntry) => void
}

/** A rule with its sentence, its counts and its switch. */
export function RuleRow({ entry, isShown, onChoose }: RuleRowProps) {
  const bench = useBench()
  const { id, saved, draft, place } = entry
  /** What the switch was set to, until the bench has taken it or refused it. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const guard = useGuard('answers.switch')
  const enable = async (enabled: boolean): Promise<void> => {
    setWanted(enabled)
    await enableRule(bench, id, enabled)
    setWanted(null)
  }
  const name = draft?.name.trim() ?? saved?.name ?? ''
  return (
    <li className={saved?.enabled === false ? 'rule-row off' : 'rule-row'}>
      {saved === null ? (
        <span className="rule-place" />
      ) : (
        <label className="check" title={saved.enabled ? 'Switch this rule off' : 'Switch this rule on'}>
          <input
            type="checkbox"
            checked={wanted ?? saved.enabled}
            aria-label={`Rule ${String(place)} answers`}
            {...guard.attributes}
            onChange={(event) => {
              const { checked } = event.target
              guard.run(() => void enable(checked))
            }}
          />
        </label>
      )}
      <button
        type="button"
        className="rule-open inset-focus"
        data-rule={id}
        aria-current={isShown}
        onClick={() => onChoose(entry)}
      >
        <span className="rule-line">
          {place === 0 ? null : <span className="rule-place">{place}.</span>}
          <b className="clip">
            {name === '' ? (saved === null ? 'New rule' : `Rule ${String(place)}`) : name}
          </b>
          {draft === undefined ? null : (
            <Badge look={{ icon: 'state-held', hue: 'amber' }} small>
              {saved === null ? 'not saved yet' : 'edited, not saved'}
            </Badge>
          )}
          {saved?.enabled === false ? (
            <Badge look={{ icon: 'state-dropped', hue: 'quiet' }} small>
              off
            </Badge>
          ) : null}
        </span>
        <span className="rule-sentence">{saved === null ? draftSentence(draft) : saved.sentence}</span>
        {saved === null ? null : (
          <span className="rule-counts">
            fitted {formatCount(saved.evaluated)}, answered {formatCount(saved.fired)}
          </span>
        )}
      </button>
    </li>
  )
}
