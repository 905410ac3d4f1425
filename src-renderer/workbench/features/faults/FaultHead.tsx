import type { FaultRuleView } from '../../../../src-main/protocol/faults'
import { useBench } from '../../state/bench'
import { Button } from '../../ui/Button'
import { formatCount } from '../../lib/time'
import { duplicateRule, moveRule, removeRule, resetCounts } from './fault-commands'

interface FaultHeadProps {
  readonly rule: FaultRuleView
  readonly name: string
  /** The rules that are shown, in their order. */
  readonly shown: readonly FaultRuleView[]
}

/** What can be done with the rule as a whole. */
export function FaultHead({ rule, name, shown }: FaultHeadProps) {
  const bench = useBench()
  const at = shown.findIndex(({ id }) => id === rule.id)
  return (
    <header className="cb-head">
      <div className="grow">
        <h2 className="pane-title clip">{name.trim() === '' ? 'Fault rule' : name}</h2>
        <p className="msg-meta">
          <span className="fix">
            number {at + 1} of {shown.length}
          </span>
          <span className="fix">
            acted {formatCount(rule.fired)} of {formatCount(rule.evaluated)}
          </span>
        </p>
      </div>
      <Button
        look="quiet"
        size="small"
        does="faults.resetCounts"
        title="Counts from 0 again; a chance begins its story anew"
        onClick={() => resetCounts(bench, rule.id)}
      >
        Reset counts
      </Button>
      <Button
        look="quiet"
        size="small"
        icon="up"
        does="faults.move"
        aria-label="Ask this rule earlier"
        disabled={at <= 0}
        onClick={() => moveRule(bench, shown, rule.id, -1)}
      />
      <Button
        look="quiet"
        size="small"
        icon="lower"
        does="faults.move"
        aria-label="Ask this rule later"
        disabled={at === shown.length - 1}
        onClick={() => moveRule(bench, shown, rule.id, 1)}
      />
      <Button
        look="quiet"
        size="small"
        icon="copy"
        does="faults.put"
        aria-label="Duplicate this rule"
        onClick={() => void duplicateRule(bench, rule)}
      />
      <Button
        look="quiet"
        size="small"
        icon="trash"
        does="faults.remove"
        aria-label="Remove this rule"
        onClick={() => removeRule(bench, rule)}
      />
    </header>
  )
}
