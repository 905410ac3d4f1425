import { assertNever } from '#lib/error-text'
import { hasMoreCharacters } from '#lib/limits/bounded-text'
import { isCountryCode } from '#lib/money/country'
import type { RequestableField, ValueRule } from './requestable-field'
import { type CalendarDay, isIpAddress, readCalendarDay } from './value-formats'

/** `errors[].constraint` (contract 5.1) of a wrong value. */
export type ValueConstraint =
  'required' | 'type' | 'format' | 'pattern' | 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'enum'

/** Result code, sentence for the merchant, violated constraint. */
export interface ValueProblem {
  readonly code: string
  readonly message: string
  readonly constraint: ValueConstraint
}

export interface CheckContext {
  /** The current day on the virtual clock, `YYYY-MM-DD` in UTC. */
  readonly today: string
  readonly country?: string
}

type Violation = Omit<ValueProblem, 'code'>

const BLANK: ValueProblem = { code: '2004', constraint: 'required', message: 'The value is blank' }
const FREE_NAME: Pick<RequestableField, 'key' | 'name' | 'value' | 'code'> = {
  key: '',
  name: '',
  value: { kind: 'any' },
  code: '502',
}

/**
 * Returns null for an acceptable value (contract 5.8). `field` null is a free name: any text, number or boolean
 * that is not blank. Ignores spaces around a text; a blank text counts as missing, with code 2004.
 */
export function checkValue(
  field: Pick<RequestableField, 'key' | 'name' | 'value' | 'code'> | null,
  value: unknown,
  context: CheckContext,
): ValueProblem | null {
  if (isBlank(value)) return BLANK
  const { key, name, value: rule, code } = field ?? FREE_NAME
  const violation = findViolation(rule, typeof value === 'string' ? value.trim() : value, context)
  if (violation === null) return null
  // British surnames have a separate code (contract 5.8).
  const british = key === 'customer' && name === 'last_name' && context.country === 'GB'
  return { code: british ? '3003' : code, ...violation }
}

/** Nothing, or a text of white space only (contract 5.8). */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

function findViolation(rule: ValueRule, value: unknown, context: CheckContext): Violation | null {
  switch (rule.kind) {
    case 'any':
      return isScalar(value) ? null : { constraint: 'type', message: 'Must be a text, a number or a boolean' }
    case 'boolean':
      return typeof value === 'boolean' ? null : { constraint: 'type', message: 'Must be true or false' }
    case 'integer':
      return integerViolation(value, rule.minimum, rule.maximum)
    case 'digit-number':
      return digitNumberViolation(value, rule.digits)
    default:
      return typeof value === 'string'
        ? textViolation(rule, value, context)
        : { constraint: 'type', message: 'Must be a string' }
  }
}

type TextRule = Exclude<ValueRule, { kind: 'any' | 'boolean' | 'integer' | 'digit-number' }>

function textViolation(rule: TextRule, text: string, context: CheckContext): Violation | null {
  switch (rule.kind) {
    case 'text':
      return tooLong(text, rule.maxLength)
    case 'post-code':
      return (
        tooLong(text, rule.maxLength) ??
        pattern(/^[\p{L}\p{Nd} -]+$/u, text, 'Must consist of letters, digits, spaces and hyphens')
      )
    case 'email':
      return tooLong(text, rule.maxLength) ?? emailViolation(text)
    case 'date':
      return dateViolation(text, rule.notInFuture ? context.today : null)
    case 'country':
      return (
        pattern(/^[A-Z]{2}$/, text, 'Must be two capital letters') ??
        (isCountryCode(text)
          ? null
          : { constraint: 'enum', message: `${text} is not an assigned country code` })
      )
    case 'region-code':
      return (
        pattern(/^[0-9A-Z]{1,3}$/, text, 'Must be one to three capital letters or digits') ??
        (context.country === undefined
          ? { constraint: 'required', message: 'A region code needs the country beside it' }
          : null)
      )
    case 'digits':
      return (
        pattern(/^[0-9]+$/, text, 'Must consist of digits only') ??
        tooShort(text, rule.minLength) ??
        tooLong(text, rule.maxLength)
      )
    case 'indicator':
      return pattern(/^0[1-9]$/, text, 'Must be two digits from 01 to 09')
    case 'one-of':
      return rule.values.includes(text)
        ? null
        : { constraint: 'enum', message: `Must be one of ${rule.values.join(', ')}` }
    case 'ip':
      return isIpAddress(text) ? null : { constraint: 'format', message: 'Must be an IPv4 or IPv6 address' }
    case 'uuid':
      return pattern(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, text, 'Must be a UUID')
    default:
      return assertNever(rule)
  }
}

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

function pattern(expression: RegExp, text: string, message: string): Violation | null {
  return expression.test(text) ? null : { constraint: 'pattern', message }
}

function tooLong(text: string, maxLength: number | null): Violation | null {
  if (maxLength === null || !hasMoreCharacters(text, maxLength)) return null
  return { constraint: 'maxLength', message: `Must have at most ${maxLength} characters` }
}

function tooShort(text: string, minLength: number): Violation | null {
  if (hasMoreCharacters(text, minLength - 1)) return null
  return { constraint: 'minLength', message: `Must have at least ${minLength} characters` }
}

function emailViolation(text: string): Violation | null {
  const [local, domain, ...rest] = text.split('@')
  const labels = (domain ?? '').split('.')
  const right =
    local !== '' && rest.length === 0 && labels.length > 1 && !labels.includes('') && !/\s/.test(text)
  return right ? null : { constraint: 'format', message: 'Must have one @ and a domain with a dot' }
}

function dateViolation(text: string, latest: CalendarDay | null): Violation | null {
  const violation = pattern(/^[0-9]{2}-[0-9]{2}-[0-9]{4}$/, text, 'Must have the form DD-MM-YYYY')
  if (violation !== null) return violation
  const day = readCalendarDay(text)
  if (day === null) return { constraint: 'format', message: `${text} is not a day of the calendar` }
  if (latest === null || day <= latest) return null
  return { constraint: 'maximum', message: `${text} lies in the future` }
}

function integerViolation(value: unknown, minimum: number, maximum: number | null): Violation | null {
  const number = typeof value === 'string' && /^[0-9]+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    return { constraint: 'type', message: 'Must be a whole number' }
  }
  if (number < minimum) return { constraint: 'minimum', message: `Must be at least ${minimum}` }
  if (maximum !== null && number > maximum) {
    return { constraint: 'maximum', message: `Must be at most ${maximum}` }
  }
  return null
}

function digitNumberViolation(value: unknown, digits: number): Violation | null {
  const written = Number.isSafeInteger(value) ? String(value) : value
  if (typeof written !== 'string') return { constraint: 'type', message: 'Must be a whole number' }
  const right = /^[0-9]+$/.test(written) && written.length === digits
  return right ? null : { constraint: 'pattern', message: `Must have exactly ${digits} digits` }
}
