import { maskPage } from '../../domain/card/mask-text'
import { createMask } from '../../scenarios/running/mask-secrets'
import { errorText } from '../../lib/error-text'
import { ForeignLimit, type Foreign } from '../../scenarios/foreign/foreign'
import { task } from '../../scenarios/foreign/tasks'
import type { TrialResult } from './result'

function maskedTrial(trial: TrialResult, secret: string): TrialResult {
  const hideSecret = createMask([secret])
  const masked = (text: string): string => hideSecret(maskPage(text).text)
  const maskedOrNone = (text: string | null): string | null => (text === null ? null : masked(text))
  return {
    ...trial,
    reason: masked(trial.reason),
    evidence: trial.evidence.map(({ title, reference, request, response, remarks = [] }) => ({
      title: masked(title),
      reference,
      request: maskedOrNone(request),
      response: maskedOrNone(response),
      remarks: remarks.map(masked),
    })),
  }
}

/** The work of {@link hideIn}. */
export const MASK_TRIAL = task({
  name: 'maskTrial',
  what: 'Hiding secrets in what the merchant sent',
  remedy: 'Let the merchant send less.',
  work: ({ trial, secret }: { readonly trial: TrialResult; readonly secret: string }) =>
    maskedTrial(trial, secret),
})

/**
 * Masks the reason and the evidence of a trial, which may quote the merchant. The exam sends test cards to the checkout,
 * and a merchant may send the secret to the browser: no report shows a full card number, a code or the secret. A trial
 * that is too large for it keeps its verdict alone.
 */
export async function hideIn(trial: TrialResult, secret: string, foreign: Foreign): Promise<TrialResult> {
  try {
    return await foreign.run(MASK_TRIAL, { trial, secret })
  } catch (error) {
    if (!(error instanceof ForeignLimit)) throw error
    return { ...trial, reason: errorText(error), differences: [], evidence: [] }
  }
}
