import type { RuleResult, TrialResult } from '../../../exam/running/result'
import { LIMITS } from '../../../lib/limits/limit-table'

/**
 * Returns a function that limits the size of the results of an exam: once the limit is reached, further results lose
 * their bytes.
 */
export function createBounds(): (result: RuleResult) => RuleResult {
  let room = LIMITS.examResultChars
  const bounded = (trial: TrialResult): TrialResult => ({
    ...trial,
    evidence: trial.evidence.map((each) => {
      const size = (each.request?.length ?? 0) + (each.response?.length ?? 0)
      if (size > room) return { ...each, request: null, response: null }
      room -= size
      return each
    }),
  })
  return (result) => ({ ...result, trials: result.trials.map(bounded) })
}
