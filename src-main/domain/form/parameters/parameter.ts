import type { FormMode } from '#domain/form/settings'

/** Form and limits of a value, as text; JSON may write numbers and booleans as such. Lengths count characters. */
export type ParameterRule =
  /** `pattern` comes with its explanation. */
  | {
      readonly kind: 'text'
      readonly maxLength: number | null
      readonly pattern?: { readonly matches: RegExp; readonly explanation: string }
    }
  | { readonly kind: 'integer'; readonly minimum: number; readonly maximum: number | null }
  /** Minor units: positive for money, exactly 0 if a card is only checked (contract 3.1). */
  | { readonly kind: 'amount' }
  | { readonly kind: 'currency' }
  | { readonly kind: 'payment id' }
  | { readonly kind: 'project id' }
  | { readonly kind: 'signature' }
  /** `tolerated`: values of public pages that open the form as if nothing had been given (contract 12.27). */
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly tolerated?: readonly string[] }
  /** 0, 1, true or false; URL builders also write True and False (contract 2.6). */
  | { readonly kind: 'switch' }
  | { readonly kind: 'url' }
  /** Scheme, host and port of the form itself. */
  | { readonly kind: 'own origin' }
  /** ISO 8601 with an offset `±hh`, `±hh:mm`, `±hhmm` or `Z`. */
  | { readonly kind: 'moment' }
  /** Two letters, an assigned ISO 3166-1 code. */
  | { readonly kind: 'country' }
  /** An object, or its JSON in a string. */
  | { readonly kind: 'json' }
  /** Base64 of a JSON object. */
  | { readonly kind: 'base64 json' }
  /** A row of the catalogue of contract 5.8, by its path; the form may be narrower than the API. */
  | { readonly kind: 'catalogue'; readonly path: string; readonly maxLength: number | null }
  | { readonly kind: 'list' }
  | { readonly kind: 'any' }

/** One parameter of contract 7.3, for the form's checks and for the workbench. */
export interface FormParameter {
  readonly name: string
  readonly rule: ParameterRule
  readonly meaning: string
  /** Target activities that use it (contract 7.1). */
  readonly modes: readonly FormMode[]
  /** Target activities that require it (contract 7.1). */
  readonly requiredIn: readonly FormMode[]
  /** Result code of a wrong value (contract 4.5). */
  readonly code: string
  /** A valid value, as in a query before encoding. */
  readonly sample: string
}

/** By default the parameter applies to every mode, and a wrong value has code 502. */
export type ParameterRow = readonly [
  name: string,
  rule: ParameterRule,
  meaning: string,
  sample: string,
  particulars?: Partial<Pick<FormParameter, 'modes' | 'requiredIn' | 'code'>>,
]

export const ANY: ParameterRule = { kind: 'any' }
export const SWITCH: ParameterRule = { kind: 'switch' }
export const URL: ParameterRule = { kind: 'url' }
export const COUNTRY: ParameterRule = { kind: 'country' }
export const LIST: ParameterRule = { kind: 'list' }
export const BASE64_JSON: ParameterRule = { kind: 'base64 json' }

/** `maxLength` null: any length. */
export function text(maxLength: number | null = null): ParameterRule {
  return { kind: 'text', maxLength }
}

/** Limits are included; `maximum` null: no upper limit. */
export function integer(minimum: number, maximum: number | null = null): ParameterRule {
  return { kind: 'integer', minimum, maximum }
}

export function choice(...values: readonly string[]): ParameterRule {
  return { kind: 'choice', values }
}
