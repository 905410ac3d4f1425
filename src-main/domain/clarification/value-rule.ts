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
