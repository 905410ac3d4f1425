import { resultMessage } from '../payment/result-codes'

/** One thing that is wrong with a request (contract 3.7, 5.1). `field` is the dotted path from the body's root. */
export interface FieldFault {
  readonly code: string
  readonly field: string
  readonly constraint:
    | 'required'
    | 'type'
    | 'format'
    | 'pattern'
    | 'minLength'
    | 'maxLength'
    | 'minimum'
    | 'maximum'
    | 'enum'
    | 'unique'
    | 'state'
  readonly message: string
}

/** An answer that refuses a request: HTTP status and everything that the error shape says. */
export interface ApiFault {
  readonly httpStatus: number
  readonly code: string
  readonly errors: readonly FieldFault[]
  /** Section of the contract whose rule refused it. */
  readonly contract: string
}

/**
 * Union error shape (contract 3.7): `{status, code, message, errors[{code, message, field, constraint}]}`.
 * `message` is the protocol's own text of the code; the entries of `errors` say what to correct.
 */
export function errorBody(fault: ApiFault): Readonly<Record<string, unknown>> {
  return {
    status: 'error',
    code: fault.code,
    message: resultMessage(fault.code),
    ...(fault.errors.length === 0
      ? {}
      : {
          errors: fault.errors.map(({ code, message, field, constraint }) => ({
            code: Number(code),
            message,
            field,
            constraint,
          })),
        }),
  }
}

/** A refusal with a single entry. */
export function apiFault(httpStatus: number, contract: string, error: FieldFault): ApiFault {
  return { httpStatus, code: error.code, errors: [error], contract }
}
