import { createReportMask } from '#domain/masking/report-mask'
import { type Foreign, runWithin, task } from '#scenarios/foreign/foreign'
import { masked, maskedEvidence } from '#scenarios/running/result'
import type { TrialResult } from './result'

export const MASK_TRIAL = task({
  name: 'maskTrial',
  what: 'Hiding secrets in what the merchant sent',
  remedy: 'Make the merchant send less.',
  work({ trial, secret }: { readonly trial: TrialResult; readonly secret: string }): TrialResult {
    const mask = createReportMask([secret])
    const { reason, expected, differences, evidence } = trial
    return {
      ...trial,
      ...masked({ reason, expected, differences }, mask),
      evidence: evidence.map((each) => maskedEvidence(each, mask)),
    }
  },
})

/** Masks test cards and the secret in a trial, except in its scenario. If that exceeds its budget, omits the texts. */
export const hideIn = (trial: TrialResult, secret: string, foreign: Foreign): Promise<TrialResult> =>
  runWithin(foreign, MASK_TRIAL, { trial, secret }, (reason) => ({
    ...trial,
    reason,
    expected: '',
    differences: [],
    evidence: [],
  }))
