import type { FieldGroup, RequestableField } from './requestable-field'
import type { ValueRule } from './value-rule'

/** One catalogue row without what it shares with its neighbours. */
export type FieldRow = readonly [
  name: string,
  formParameter: string | null,
  value: ValueRule,
  code: string,
  hint: string,
  sample: string | number | boolean,
]

/** Neighbouring rows of the catalogue, which share key, group and origin. */
export function fieldRows(
  shared: { readonly key: string; readonly group: FieldGroup; readonly origin: RequestableField['origin'] },
  rows: readonly FieldRow[],
): readonly RequestableField[] {
  return rows.map(([name, formParameter, value, code, hint, sample]) => {
    return { ...shared, name, formParameter, value, code, hint, sample }
  })
}

export const COUNTRY: ValueRule = { kind: 'country' }
export const REGION_CODE: ValueRule = { kind: 'region-code' }
export const BOOLEAN: ValueRule = { kind: 'boolean' }
export const INDICATOR: ValueRule = { kind: 'indicator' }
export const DATE: ValueRule = { kind: 'date', notInFuture: false }

/** A text of at most `maxLength` characters; null: of any length. */
export function text(maxLength: number | null = null): ValueRule {
  return { kind: 'text', maxLength }
}

/** An e-mail address of at most `maxLength` characters. */
export function email(maxLength: number): ValueRule {
  return { kind: 'email', maxLength }
}

/** A string of ASCII digits; both lengths are included. */
export function digits(minLength: number, maxLength: number): ValueRule {
  return { kind: 'digits', minLength, maxLength }
}

/** A whole number within limits, both included; `maximum` null: without an upper limit. */
export function integer(minimum: number, maximum: number | null): ValueRule {
  return { kind: 'integer', minimum, maximum }
}
