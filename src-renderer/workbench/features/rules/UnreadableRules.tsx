import type { MethodName } from '../../../../src-main/protocol/methods'
import type { UnreadableRule } from '../../../../src-main/protocol/rule-changes'
import { Button } from '../../ui/Button'
import { Badge } from '../../ui/StatusMark'

interface UnreadableRulesProps {
  readonly rules: readonly UnreadableRule[]
  readonly does: MethodName
  readonly onRemove: (rule: UnreadableRule) => void
}

/** Rules that another version wrote, or that are damaged: they have no effect, and are listed here. */
export function UnreadableRules({ rules, does, onRemove }: UnreadableRulesProps) {
  if (rules.length === 0) return null
  return (
    <section className="unreadable-rules">
      <h3 className="label">Cannot be read</h3>
      <ul className="rule-list" aria-label="Rules that cannot be read">
        {rules.map((rule) => {
          const name = rule.name === '' ? rule.id : rule.name
          return (
            <li key={rule.id} className="rule-row off">
              <div className="rule-unreadable">
                <span className="rule-line">
                  <b className="clip">{name}</b>
                  <Badge look={{ icon: 'warn', hue: 'amber' }} small>
                    cannot be read
                  </Badge>
                </span>
                <span className="rule-sentence">{rule.reason}</span>
              </div>
              <Button
                look="quiet"
                size="small"
                icon="trash"
                does={does}
                aria-label={`Remove the rule ${name}`}
                onClick={() => onRemove(rule)}
              />
            </li>
          )
        })}
      </ul>
      <p className="rule-rest">
        They have no effect and are kept for the version of Paybench that created them. Remove the ones you do
        not need.
      </p>
    </section>
  )
}
