import { createReportMask } from '../../domain/masking/report-mask'
import { maskedEvidence } from '../../scenarios/running/masked-evidence'
import type { TrialResult } from './result'

/**
 * Masks what a trial says and shows, which may quote the merchant. The exam sends test cards to the checkout, and a merchant
 * may send the secret to the browser. The scenario stays as it is, so that it can be run.
 */
export function maskedTrial(trial: TrialResult, secret: string): TrialResult {
  const mask = createReportMask([secret])
  return {
    ...trial,
    reason: mask.text(trial.reason),
    expected: mask.text(trial.expected),
    differences: trial.differences.map(mask.text),
    evidence: trial.evidence.map((each) => maskedEvidence(each, mask)),
  }
}
