import type { Rule } from '../rules/rule'
import type { RuleResult, TrialResult } from './result'

/**
 * Combines the trials of a rule: one failed trial fails it; otherwise one that was not observed leaves it not observed.
 */
export function verdictOf(rule: Rule, trials: readonly TrialResult[]): RuleResult {
  const [first] = [
    ...trials.filter(({ verdict }) => verdict === 'failed'),
    ...trials.filter(({ verdict }) => verdict === 'not observed'),
  ]
  if (trials.length === 0) {
    return { rule, verdict: 'not observed', reason: rule.review ?? '', trials }
  }
  return first === undefined
    ? {
        rule,
        verdict: 'passed',
        reason: trials.length === 1 ? (trials[0]?.reason ?? '') : `${trials.length} trials held.`,
        trials,
      }
    : { rule, verdict: first.verdict, reason: first.reason, trials }
}
