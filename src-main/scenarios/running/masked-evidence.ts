import type { ReportMask } from '#domain/masking/report-mask'
import type { Evidence } from './result'

/** Evidence as a report may show it. */
export function maskedEvidence(
  { title, reference, request, response, remarks = [] }: Evidence,
  { text, message }: ReportMask,
): Evidence {
  return {
    title: text(title),
    reference,
    request: request === null ? null : message(request),
    response: response === null ? null : message(response),
    remarks: remarks.map(text),
  }
}
