import type { ApiRequestKind } from './endpoints'
import { apiError, type ApiError, fieldError, type FieldError, missingError } from './errors'
import type { FieldRule } from './requests'
import { isRecord } from '#lib/json/node'
import { valueAt, wholeNumber } from './rules'

type Body = Readonly<Record<string, unknown>>

/** Paths of the project id and the signature (contract 2.1). */
export function placesOf(kind: ApiRequestKind) {
  const above = kind === 'statusByRequest' ? [] : ['general']
  return { projectId: [...above, 'project_id'], signature: [...above, 'signature'] }
}

/** Step 2 of the checks (contract 5.1): missing required fields. A container of the wrong type counts as missing. */
export function missingFields(
  kind: ApiRequestKind,
  rules: readonly FieldRule[],
  body: Body,
): ApiError | null {
  const places = placesOf(kind)
  const signatureField = places.signature.join('.')
  const errors: FieldError[] = []
  for (const { path, required, rule } of rules) {
    if (!required) continue
    const value = valueAt(body, path)
    const field = path.join('.')
    const isContainer = rule.kind === 'object'
    const absent = value === undefined || value === null || (isContainer && !isRecord(value))
    if (field === signatureField && value === '') {
      const message = 'The signature is empty: sign the request after every other field is set.'
      errors.push(fieldError('3262', field, 'required', message))
    } else if (absent || value === '') {
      // Members of an absent container are not listed.
      if (errors.some((error) => field.startsWith(`${error.field}.`))) continue
      const message = isContainer ? `Add the object ${field}; it is required.` : `Add the field ${field}.`
      errors.push(fieldError('2004', field, 'required', message))
    }
  }
  return missingError('5.1', errors)
}

/** The project id of the request, or an error if it has no valid one (contract 3.1). */
export function projectIdOf(kind: ApiRequestKind, body: Body): number | ApiError {
  const path = placesOf(kind).projectId
  const number = wholeNumber(valueAt(body, path))
  if (number !== null && number >= 1) return number
  const message = 'The project id must be an integer from 1, given as a number or as digits in a string.'
  return apiError(400, '3.1', fieldError('502', path.join('.'), 'type', message))
}

const NO_CONTEXT = { today: '' }

/** Step 5 of the checks: all given values that violate their rules (contract 5.1). */
export function violations(rules: readonly FieldRule[], body: Body): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const { path, rule, code } of rules) {
    const value = valueAt(body, path)
    if (value === undefined || value === null) continue
    const wrong = rule.check(value, NO_CONTEXT)
    if (wrong !== null) errors.push({ code, ...wrong, field: path.join('.') })
  }
  return errors
}
