import { apiError, type ApiError, boundedErrors, type FieldError } from '#domain/api/errors'
import { resultMessage } from '#domain/result-code/result-codes'

/** A refusal of the form: HTTP status, code and everything that is wrong (contract 7.2). Same shape as the API's. */
export type FormError = ApiError

/** The extended error description that the refusal's response carries (contract 7.2). */
export interface ErrorDescription {
  readonly status: 'error'
  readonly code: string
  /** The protocol's own text of the code. */
  readonly message: string
  readonly errors: readonly {
    readonly code: number
    readonly message: string
    readonly field: string
    readonly constraint: string
  }[]
  readonly request_id: string
}

/** The JSON that is sent to programs and embedded in the error page (contract 7.2). */
export function errorDescription(error: FormError, requestId: string): ErrorDescription {
  return {
    status: 'error',
    code: error.code,
    message: resultMessage(error.code),
    errors: boundedErrors(error.errors).map(({ code, message, field, constraint }) => ({
      code: Number(code),
      message,
      field,
      constraint,
    })),
    request_id: requestId,
  }
}

/** A refusal for which no parameter is to blame. */
export function wholeRequestError(
  httpStatus: number,
  code: string,
  contract: string,
  message: string,
): FormError {
  return apiError(httpStatus, contract, { code, field: '', constraint: 'format', message })
}

/** A refusal that lists everything wrong; its code is the first entry's. */
export function listError(
  httpStatus: number,
  contract: string,
  errors: readonly [FieldError, ...FieldError[]],
): FormError {
  return { httpStatus, code: errors[0].code, errors, contract }
}

/** The listener's refusal of an address that is too long (contract 7.1). */
export const TARGET_TOO_LONG: FormError = wholeRequestError(
  414,
  '702',
  '7.1',
  'The address is longer than 8192 bytes. Send the parameters by POST, which has room for all of them.',
)

/** The listener's refusal of a body that is too large. */
export const BODY_TOO_LARGE: FormError = wholeRequestError(
  413,
  '702',
  '7.1',
  'The body is larger than 1 MiB. Send less; the order blocks are the likeliest to be too long.',
)

/** The platform itself failed (contract 7.2). */
export const OWN_FAILURE: FormError = wholeRequestError(
  500,
  '501',
  '7.2',
  'The platform failed while it opened the form. Nothing was registered; the log of the bench says why. Open the form again.',
)

/** The project switch "form failure" (contract 7.2). */
export const PLATFORM_FAILURE: FormError = wholeRequestError(
  500,
  '501',
  '7.2',
  'The platform failed: the project switch "Form failure" is on. Nothing was registered; switch it off and open the form again.',
)
