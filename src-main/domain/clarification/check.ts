import type { FieldError } from '#domain/api/errors'
import { any, type CheckContext } from '#domain/api/rules'
import type { RequestableField } from './requestable-field'

/** Why a value is refused: result code, message for the merchant, violated constraint. */
export type ValueProblem = Omit<FieldError, 'field'>

type CheckedField = Pick<RequestableField, 'path' | 'value' | 'code'>

const BLANK: ValueProblem = { code: '2004', constraint: 'required', message: 'The value is blank.' }
const FREE_NAME: CheckedField = { path: '', value: any, code: '502' }

/** Null for an acceptable value (contract 5.8). `field`: null for a free name. Blank text counts as missing (2004). */
export function checkValue(
  field: CheckedField | null,
  value: unknown,
  context: CheckContext,
): ValueProblem | null {
  if (isBlank(value)) return BLANK
  const { path, value: rule, code } = field ?? FREE_NAME
  const violation = rule.check(trimmed(value), context)
  if (violation === null) return null
  // British surnames have a separate code (contract 5.8).
  const british = path === 'customer.last_name' && context.country === 'GB'
  return { code: british ? '3003' : code, ...violation }
}

/** Whether there is no value, or only white space (contract 5.8). */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

export function trimmed<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.trim() : value
}

/** The context of a value; a country that is blank or not text counts as unknown. */
export function contextOf(today: string, country: unknown): CheckContext {
  return typeof country === 'string' && !isBlank(country) ? { today, country: country.trim() } : { today }
}

/** Path of the country with which a value is checked: that of its address or, for surnames, of the billing address. */
export function countryPathBeside(path: string): string {
  if (path === 'customer.last_name') return 'customer.billing.country'
  return `${path.slice(0, path.lastIndexOf('.'))}.country`
}
