import { boundedText, firstOf } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { pick } from '#lib/members'
import { resultMessage } from '#domain/result-code/result-codes'

/** `field` is the dotted path from the body's root (contract 3.7, 5.1). */
export interface FieldError {
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

export interface ApiError {
  readonly httpStatus: number
  readonly code: string
  readonly errors: readonly FieldError[]
  readonly contract: string
}

const MAX_MESSAGE_CHARS = 2000

/** Shortens long texts and keeps at most {@link LIMITS.warnings} entries; the last one then counts those left out. */
function boundedErrors(errors: readonly FieldError[]): readonly FieldError[] {
  const { items, left } = firstOf(
    errors,
    errors.length > LIMITS.warnings ? LIMITS.warnings - 1 : errors.length,
  )
  const bounded = items.map((error) => ({
    ...error,
    field: boundedText(error.field, LIMITS.pathChars),
    message: boundedText(error.message, MAX_MESSAGE_CHARS),
  }))
  const [first] = items
  if (left === 0 || first === undefined) return bounded
  const message = `${String(left)} more errors are not listed. Correct these first.`
  return [...bounded, { code: first.code, field: '', constraint: 'format', message }]
}

/** Error shape of contract 3.7; `message` is the protocol's own text, the entries of `errors` say what to correct. */
export function errorBody({ code, errors }: ApiError): Readonly<Record<string, unknown>> {
  const listed = boundedErrors(errors).map((error) => ({
    code: Number(error.code),
    ...pick(error, 'message', 'field', 'constraint'),
  }))
  const head = { status: 'error', code, message: resultMessage(code) }
  return listed.length === 0 ? head : { ...head, errors: listed }
}

export function fieldError(
  code: string,
  field: string,
  constraint: FieldError['constraint'],
  message: string,
): FieldError {
  return { code, field, constraint, message }
}

export function apiError(httpStatus: number, contract: string, error: FieldError): ApiError {
  return { httpStatus, code: error.code, errors: [error], contract }
}

/** An error of the request itself, not of one of its fields. */
export function plainError(httpStatus: number, code: string, contract: string, message: string): ApiError {
  return apiError(httpStatus, contract, fieldError(code, '', 'format', message))
}

/** Lists everything that is wrong, with the code of the first entry. Null for an empty list. */
export function listError(
  httpStatus: number,
  contract: string,
  errors: readonly FieldError[],
): ApiError | null {
  const [first] = errors
  return first === undefined ? null : { httpStatus, code: first.code, errors, contract }
}

/** Lists everything that is missing. The error has the code of an empty signature only if nothing else is missing. */
export function missingError(contract: string, errors: readonly FieldError[]): ApiError | null {
  const listed = listError(400, contract, errors)
  return listed === null || !errors.some(({ code }) => code === '2004') ? listed : { ...listed, code: '2004' }
}
