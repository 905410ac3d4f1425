import { maskPage } from '../../domain/card/mask-text'
import { createMask } from '../../scenarios/running/mask-secrets'
import type { TrialResult } from './result'

/**
 * Masks the reason and the evidence of a trial, which may quote the merchant. The exam sends test cards to the checkout,
 * and a merchant may send the secret to the browser: no report shows a full card number, a code or the secret.
 */
export function maskedTrial(trial: TrialResult, secret: string): TrialResult {
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
