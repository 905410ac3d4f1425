import { errorDescription, type FormError } from './form-error'
import type { OpeningWarning } from './opening-warning'

/** Response of the parameter check that the SDKs ask for (contract 7.1). */
export interface ParameterCheckResponse {
  readonly httpStatus: number
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * What `/params/check` says about an opening: 200 where the form would open, else the status and the description that
 * the form would answer with. Nothing is opened.
 */
export function parameterCheckResponse(
  opening:
    | { readonly ok: true; readonly warnings: readonly OpeningWarning[] }
    | { readonly ok: false; readonly error: FormError },
  requestId: string,
): ParameterCheckResponse {
  return opening.ok
    ? {
        httpStatus: 200,
        body: { status: 'success', warnings: opening.warnings, request_id: requestId },
      }
    : { httpStatus: opening.error.httpStatus, body: { ...errorDescription(opening.error, requestId) } }
}
