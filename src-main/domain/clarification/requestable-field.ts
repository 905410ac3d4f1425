/** The form and the limits of a requestable value (contract 5.8). Lengths count characters. */
export type ValueRule =
  /** Text; `maxLength` null where no limit is known. */
  | { readonly kind: 'text'; readonly maxLength: number | null }
  /** Letters, digits, spaces and hyphens. */
  | { readonly kind: 'post-code'; readonly maxLength: number }
  | { readonly kind: 'email'; readonly maxLength: number }
  /** DD-MM-YYYY, a day of the calendar; `notInFuture` also refuses tomorrow. */
  | { readonly kind: 'date'; readonly notInFuture: boolean }
  /** Assigned ISO 3166-1 alpha-2 code. */
  | { readonly kind: 'country' }
  /** One to three digits or capital letters; means nothing without the country it belongs to. */
  | { readonly kind: 'region-code' }
  /** A string of ASCII digits. */
  | { readonly kind: 'digits'; readonly minLength: number; readonly maxLength: number }
  /** Whole number, also accepted as a string of digits (contract 5.1); `maximum` null where none is known. */
  | { readonly kind: 'integer'; readonly minimum: number; readonly maximum: number | null }
  /** A number of exactly `digits` digits; as a string it may begin with 0. */
  | { readonly kind: 'digit-number'; readonly digits: number }
  /** The two-digit indicators of 3-D Secure, 01 to 09. */
  | { readonly kind: 'indicator' }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'boolean' }
  /** IPv4 or IPv6 address. */
  | { readonly kind: 'ip' }
  | { readonly kind: 'uuid' }
  /** Any text, number or boolean that is not blank: names that the catalogue does not know. */
  | { readonly kind: 'any' }

/** The groups in which the workbench offers the catalogue. */
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

/** A value the platform can ask for (one row of contract 5.8). */
export interface RequestableField {
  /** Key of `clarification_fields` and of `additional_data`. */
  readonly key: string
  /** Name in the key's list; dots mean nesting. */
  readonly name: string
  readonly group: FieldGroup
  /** Parameter that supplies it when the form is opened, or the block that contains it; null: none. */
  readonly formParameter: string | null
  readonly value: ValueRule
  /** What the value is, in a few words. */
  readonly hint: string
  /** Result code named when a value is wrong. */
  readonly code: string
  /** A value that passes the rule; of the type that the request has to have. */
  readonly sample: string | number | boolean
}

/** One catalogue row without what it shares with its neighbours. */
export type FieldRow = readonly [
  name: string,
  formParameter: string | null,
  value: ValueRule,
  code: string,
  hint: string,
  sample: string | number | boolean,
]

/** Neighbouring rows of the catalogue, which share key and group. */
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
