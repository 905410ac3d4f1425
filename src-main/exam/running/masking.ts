import { maskPage } from '../../domain/card/mask-text'
import type { TrialResult } from './result'

const masked = (text: string): string => maskPage(text).text
const maskedOrNone = (text: string | null): string | null => (text === null ? null : masked(text))

/** The exam gives test cards to the checkout; no report shows a whole number or a code. */
export function maskedTrial(trial: TrialResult): TrialResult {
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
