import { useBench } from '../../state/bench'
import { Button } from '../../ui/Button'
import { formatCount } from '../../lib/time'
import { duplicateRule, moveRule, removeRule, resetCounts } from './answer-commands'
import type { RuleEntry } from './rule-entries'

interface RuleHeadProps {
  readonly entry: RuleEntry
  readonly name: string
  /** How many rules are saved. */
  readonly count: number
}

/** What can be done with the rule as a whole. */
export function RuleHead({ entry, name, count }: RuleHeadProps) {
  const bench = useBench()
  const { id, saved, place } = entry
  const title =
    name.trim() === '' ? (saved === null ? 'New answer rule' : `Answer rule ${String(place)}`) : name
  return (
    <header className="cb-head">
      <div className="grow">
        <h2 className="pane-title clip" id="ar-title">
          {title}
        </h2>
        <p className="msg-meta">
          {saved === null ? (
            <span>It will stand first.</span>
          ) : (
            <>
              <span className="fix">
                number {place} of {count}
              </span>
              <span className="fix">
                fitted {formatCount(saved.evaluated)}, answered {formatCount(saved.fired)}
              </span>
            </>
          )}
        </p>
      </div>
      {saved === null ? null : (
        <>
          <Button
            look="quiet"
            size="small"
            title="Counts from 0 again; a script begins with its first answer"
            does="answers.resetCounts"
            onClick={() => void resetCounts(bench, id)}
          >
            Reset counts
          </Button>
          <Button
            look="quiet"
            size="small"
            icon="up"
            aria-label="Ask this rule earlier"
            disabled={place === 1}
            does="answers.move"
            onClick={() => void moveRule(bench, id, -1)}
          />
          <Button
            look="quiet"
            size="small"
            icon="lower"
            aria-label="Ask this rule later"
            disabled={place === count}
            does="answers.move"
            onClick={() => void moveRule(bench, id, 1)}
          />
          <Button
            look="quiet"
            size="small"
            icon="copy"
            aria-label="Duplicate this rule"
            does="answers.put"
            onClick={() => void duplicateRule(bench, id)}
          />
          <Button
            look="quiet"
            size="small"
            icon="trash"
            aria-label="Remove this rule"
            does="answers.remove"
            onClick={() => void removeRule(bench, id)}
          />
        </>
      )}
    </header>
  )
}
