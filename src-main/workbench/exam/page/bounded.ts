import type { RuleResult, TrialResult } from '../../../exam/running/result'
import { cutEvidence } from '../../../lib/limits/bounded-text'
import { LIMITS } from '../../../lib/limits/limit-table'

const cut = (text: string | null): string | null => (text === null ? null : cutEvidence(text))

/**
 * Returns a function that limits the size of the results of an exam: once the limit is reached, further results lose
 * their bytes.
 */
export function createBounds(): (result: RuleResult) => RuleResult {
  let room = LIMITS.examResultChars
  const bounded = (trial: TrialResult): TrialResult => ({
    ...trial,
    evidence: trial.evidence.map((each) => {
      const request = cut(each.request)
      const response = cut(each.response)
      const size = (request?.length ?? 0) + (response?.length ?? 0)
      if (size > room) return { ...each, request: null, response: null }
      room -= size
      return { ...each, request, response }
    }),
  })
  return (result) => ({ ...result, trials: result.trials.map(bounded) })
}
