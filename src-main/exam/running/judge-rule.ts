import type { Rule } from '#exam/rules/rule'
import type { RuleResult, TrialResult } from './result'

/**
 * Combines the trials of a rule: one failed trial fails it; otherwise one that was not observed leaves it not observed,
 * unless only some merchants can show it.
 */
export function verdictOf(rule: Rule, trials: readonly TrialResult[]): RuleResult {
  const [first] = [
    ...trials.filter(({ verdict }) => verdict === 'failed'),
    ...trials.filter(({ verdict, isOptional }) => verdict === 'not observed' && isOptional !== true),
  ]
  const seen = trials.filter(({ verdict }) => verdict === 'passed')
  if (trials.length === 0) {
    return { rule, verdict: 'not observed', reason: rule.review ?? '', trials }
  }
  return first === undefined
    ? {
        rule,
        verdict: 'passed',
        reason: seen.length === 1 ? (seen[0]?.reason ?? '') : `${String(seen.length)} trials held.`,
        trials,
      }
    : {
        rule,
        verdict: first.verdict,
        reason: first.reason,
        trials,
        ...(first.lacks === undefined ? {} : { lacks: first.lacks }),
      }
}
