import { assertNever } from '../../lib/assert-never'

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
  /** A number of exactly so many digits; a string of them may begin with 0. */
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

/** The rule in a sentence for the person who has to fill the field. */
export function describeRule(rule: ValueRule): string {
  switch (rule.kind) {
    case 'text':
      return rule.maxLength === null
        ? 'Text that is not blank'
        : `Text that is not blank, at most ${rule.maxLength} characters`
    case 'post-code':
      return `Letters, digits, spaces and hyphens, at most ${rule.maxLength} characters`
    case 'email':
      return `One @ and a domain with a dot, at most ${rule.maxLength} characters`
    case 'date':
      return rule.notInFuture
        ? 'A day of the calendar as DD-MM-YYYY, not in the future'
        : 'A day of the calendar as DD-MM-YYYY'
    case 'country':
      return 'Two capital letters, an assigned ISO 3166-1 code'
    case 'region-code':
      return 'One to three capital letters or digits, together with the country'
    case 'digits':
      return rule.minLength === rule.maxLength
        ? `Exactly ${rule.minLength} digits in a string`
        : `${rule.minLength} to ${rule.maxLength} digits in a string`
    case 'integer':
      return rule.maximum === null
        ? `A whole number, at least ${rule.minimum}`
        : `A whole number from ${rule.minimum} to ${rule.maximum}`
    case 'digit-number':
      return `A number of exactly ${rule.digits} digits`
    case 'indicator':
      return 'Two digits from 01 to 09 in a string'
    case 'one-of':
      return `One of ${rule.values.join(', ')}`
    case 'boolean':
      return 'true or false'
    case 'ip':
      return 'An IPv4 or IPv6 address'
    case 'uuid':
      return 'A UUID: 8-4-4-4-12 hexadecimal digits'
    case 'any':
      return 'Any text, number or boolean that is not blank'
    default:
      return assertNever(rule)
  }
}
