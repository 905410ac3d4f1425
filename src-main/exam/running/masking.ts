import { maskPage } from '../../domain/card/mask-text'
import { createMask } from '../../scenarios/running/mask-secrets'
import type { TrialResult } from './result'

/**
 * The exam gives test cards to the checkout; no report shows a whole number or a code. Nor does it show the secret, which a
 * merchant may have sent to the browser.
 */
export function maskedTrial(trial: TrialResult, secret: string): TrialResult {
  const hideSecret = createMask([secret])
  const masked = (text: string): string => hideSecret(maskPage(text).text)
  const maskedOrNone = (text: string | null): string | null => (text === null ? null : masked(text))
  return {
    ...trial,
    evidence: trial.evidence.map(({ title, reference, request, response, remarks = [] }) => ({
      title: masked(title),
      reference,
      request: maskedOrNone(request),
      response: maskedOrNone(response),
      remarks: remarks.map(masked),
    })),
  }
}
