import { isCardNumber } from '#domain/card/card-number'
import { isIpAddress, readCalendarDay } from '#domain/clarification/value-formats'
import { isRecord } from '#lib/json/node'
import { isWebAddress } from '#lib/web-address'
import { hasMoreCharacters } from '#lib/limits/bounded-text'
import { isCurrencyCode } from '#lib/money/minor-units'
import { MAX_PROJECT_ID } from '#domain/project/project'
import type { ProjectId } from '#domain/ids'
import type { FieldError } from './errors'

/** Null means that the present value is fine. */
export type ValueRule = (value: unknown) => Omit<FieldError, 'field'> | null

/** `required`: checked before the signature. */
export interface FieldRule {
  readonly path: readonly string[]
  readonly required: boolean
  readonly rule: ValueRule
}

const MAX_AMOUNT = 10_000_000_000_000

function violation(
  code: string,
  constraint: FieldError['constraint'],
  message: string,
): Omit<FieldError, 'field'> {
  return { code, constraint, message }
}

/** A number or a string of decimal digits (contract 5.1); null for anything else. */
export function wholeNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null
  if (typeof value !== 'string' || !/^-?\d{1,16}$/.test(value)) return null
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}

/** A whole number in the range of `project_id` (contract 5.1); null for anything else. */
export function namedProjectId(value: unknown): ProjectId | null {
  const number = wholeNumber(value)
  return number === null || number < 1 || number > MAX_PROJECT_ID ? null : number
}

const PROJECT_PATHS = [['general', 'project_id'], ['project_id'], ['customer', 'project_id']] as const

/** The project in `general`, at the top or in `customer`. */
export function projectNamedIn(body: unknown): ProjectId | null {
  if (!isRecord(body)) return null
  for (const path of PROJECT_PATHS) {
    const id = namedProjectId(valueAt(body, path))
    if (id !== null) return id
  }
  return null
}

/** A number or a string of digits (contract 5.1); limits included. */
export function integer(minimum: number, maximum: number, code = '502'): ValueRule {
  return (value) => {
    const number = wholeNumber(value)
    if (number === null) {
      return violation(code, 'type', 'Must be an integer, given as a number or as digits in a string.')
    }
    if (number < minimum) return violation(code, 'minimum', `Must be at least ${String(minimum)}.`)
    if (number > maximum) return violation(code, 'maximum', `Must be at most ${String(maximum)}.`)
    return null
  }
}

/** `min` to `max` characters, with an optional pattern and its explanation. */
export function text(
  limits: { readonly min?: number; readonly max: number },
  pattern: { readonly matches: RegExp; readonly explanation: string } | null = null,
  code = '502',
): ValueRule {
  return (value) => {
    if (typeof value !== 'string') return violation(code, 'type', 'Must be a string.')
    const min = limits.min ?? 0
    if (!hasMoreCharacters(value, min - 1))
      return violation(code, 'minLength', `Must have at least ${String(min)} characters.`)
    if (hasMoreCharacters(value, limits.max))
      return violation(code, 'maxLength', `Must have at most ${String(limits.max)} characters.`)
    if (pattern !== null && !pattern.matches.test(value))
      return violation(code, 'pattern', pattern.explanation)
    return null
  }
}

export const boolean: ValueRule = (value) =>
  typeof value === 'boolean' ? null : violation('502', 'type', 'Must be true or false.')

export const object: ValueRule = (value) =>
  isRecord(value) ? null : violation('502', 'type', 'Must be a JSON object.')

export function objects(minimum: number, maximum: number): ValueRule {
  const count = `${String(minimum)} to ${String(maximum)}`
  return (value) => {
    if (!Array.isArray(value)) return violation('502', 'type', `Must be an array of ${count} objects.`)
    if (value.length < minimum || value.length > maximum) {
      const constraint = value.length < minimum ? 'minLength' : 'maxLength'
      return violation('502', constraint, `Must have ${count} objects, not ${String(value.length)}.`)
    }
    const wrongAt = value.findIndex((item) => !isRecord(item))
    return wrongAt < 0
      ? null
      : violation('502', 'type', `Must have JSON objects only; entry ${String(wrongAt + 1)} is none.`)
  }
}

export const receiptData: ValueRule = (value) => {
  if (!isRecord(value)) return violation('502', 'type', 'Must be a JSON object.')
  const { positions } = value
  return positions === undefined || positions === null
    ? violation(
        '2004',
        'required',
        'Must have positions, an array of 1 to 300 objects; or leave receipt_data out.',
      )
    : null
}

export const projectId: ValueRule = integer(1, MAX_PROJECT_ID)

/** 1 to 255 characters that neither start nor end with white space or NUL (contract 3.1). */
export const paymentId: ValueRule = text(
  { min: 1, max: 255 },
  {
    matches: /^[^ \t\0\v\n\r](?:[^]*[^ \t\0\v\n\r])?$/,
    explanation: 'Must not start or end with a space, TAB, NUL, VT, LF or CR.',
  },
  '3024',
)

export const signature: ValueRule = text({ min: 0, max: 255 }, null, '3261')

export const amount: ValueRule = integer(1, MAX_AMOUNT)

export const currency: ValueRule = (value) =>
  typeof value === 'string' && isCurrencyCode(value)
    ? null
    : violation('3121', 'pattern', 'Must be three capital letters of ISO 4217, for example EUR.')

export const cardNumber: ValueRule = (value) => {
  if (typeof value !== 'string') return violation('502', 'type', 'Must be a string of digits.')
  if (value.length > 32) return violation('502', 'maxLength', 'Must have at most 32 characters.')
  return isCardNumber(value)
    ? null
    : violation(
        '10102',
        'format',
        'Must be a card number: 16 to 19 digits (amex also 15) that pass the Luhn check.',
      )
}

export const url: ValueRule = (value) => {
  const wrong = text({ min: 1, max: 255 })(value)
  if (wrong !== null) return wrong
  return typeof value === 'string' && isWebAddress(value)
    ? null
    : violation('502', 'format', 'Must be an absolute http or https URL.')
}

export const ipAddress: ValueRule = (value) =>
  typeof value === 'string' && isIpAddress(value)
    ? null
    : violation('502', 'format', 'Must be an IPv4 or IPv6 address.')

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/

export const dateTime: ValueRule = (value) => {
  const [, year, month, day] = (typeof value === 'string' ? DATE_TIME.exec(value) : null) ?? []
  return day !== undefined && readCalendarDay(`${day}-${month ?? ''}-${year ?? ''}`) !== null
    ? null
    : violation('502', 'format', 'Must be an ISO 8601 date and time, for example 2031-04-09T16:20:05+0000.')
}

/** UTC (contract 13.1). */
export const timeOfDay: ValueRule = text(
  { max: 8 },
  {
    matches: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
    explanation: 'Must be a time of day, for example 09:30:00.',
  },
)

export function oneOf(options: readonly (string | number)[]): ValueRule {
  return (value) =>
    options.some((option) => option === value || String(option) === value)
      ? null
      : violation('502', 'enum', `Must be one of ${options.join(', ')}.`)
}

/** Follows own keys only; undefined if the path ends early. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  )
}
