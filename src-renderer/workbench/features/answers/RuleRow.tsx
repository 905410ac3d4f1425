import { RuleSwitch } from '../rules/RuleSwitch'
import { useBench } from '../../state/bench'
import { Badge } from '../../ui/StatusMark'
import { formatCount } from '../../lib/time'
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
  const name = draft?.name.trim() ?? saved?.name ?? ''
  return (
    <li className={saved?.enabled === false ? 'rule-row off' : 'rule-row'}>
      {saved === null ? (
        <span className="rule-place" />
      ) : (
        <RuleSwitch
          isOn={saved.enabled}
          label={`Rule ${String(place)} answers`}
          does="answers.switch"
          onSwitch={(enabled) => enableRule(bench, id, enabled)}
        />
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
