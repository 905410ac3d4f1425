/** Form and limits of a requestable value (contract 5.8). Lengths count characters. */
export type ValueRule =
  /** `maxLength` null: no known limit. */
  | { readonly kind: 'text'; readonly maxLength: number | null }
  /** Letters, digits, spaces and hyphens. */
  | { readonly kind: 'post-code'; readonly maxLength: number }
  | { readonly kind: 'email'; readonly maxLength: number }
  /** DD-MM-YYYY, a calendar day; `notInFuture` also refuses tomorrow. */
  | { readonly kind: 'date'; readonly notInFuture: boolean }
  /** Assigned ISO 3166-1 alpha-2 code. */
  | { readonly kind: 'country' }
  /** One to three digits or capital letters; meaningless without its country. */
  | { readonly kind: 'region-code' }
  /** ASCII digits as a string. */
  | { readonly kind: 'digits'; readonly minLength: number; readonly maxLength: number }
  /** Also as a string of digits (contract 5.1); `maximum` null: no known limit. */
  | { readonly kind: 'integer'; readonly minimum: number; readonly maximum: number | null }
  /** Exactly `digits` digits; as a string it may begin with 0. */
  | { readonly kind: 'digit-number'; readonly digits: number }
  /** The two-digit indicators of 3-D Secure, 01 to 09. */
  | { readonly kind: 'indicator' }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'ip' }
  | { readonly kind: 'uuid' }
  /** Any text, number or boolean that is not blank: names outside the catalogue. */
  | { readonly kind: 'any' }

export type FieldGroup =
  | 'avs'
  | 'customer'
  | 'billing'
  | 'document'
  | 'code'
  | 'browser'
  | 'shipping'
  | 'account-history'
  | 'account'

export interface RequestableField {
  /** Key of `clarification_fields` and of `additional_data`. */
  readonly key: string
  /** Name in the key's list; dots mean nesting. */
  readonly name: string
  readonly group: FieldGroup
  /** Form parameter, or block, that supplies it; null: none. */
  readonly formParameter: string | null
  readonly value: ValueRule
  readonly hint: string
  /** Result code of a wrong value. */
  readonly code: string
  /** A valid value of the type that the request requires. */
  readonly sample: string | number | boolean
}

/** Without key and group, which neighbouring rows share. */
export type FieldRow = readonly [
  name: string,
  formParameter: string | null,
  value: ValueRule,
  code: string,
  hint: string,
  sample: string | number | boolean,
]

export function fieldRows(
  shared: Pick<RequestableField, 'key' | 'group'>,
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

/** `maxLength` null: any length. */
export function text(maxLength: number | null = null): ValueRule {
  return { kind: 'text', maxLength }
}

export function email(maxLength: number): ValueRule {
  return { kind: 'email', maxLength }
}

/** Both lengths are included. */
export function digits(minLength: number, maxLength: number): ValueRule {
  return { kind: 'digits', minLength, maxLength }
}

/** Limits are included; `maximum` null: no upper limit. */
export function integer(minimum: number, maximum: number | null): ValueRule {
  return { kind: 'integer', minimum, maximum }
}
