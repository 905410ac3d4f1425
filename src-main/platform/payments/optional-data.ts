import type { FieldError } from '../../domain/api/errors'
import { valueAt } from '../../domain/api/rules'
import { FIELD_CATALOGUE } from '../../domain/clarification/catalogue'
import { checkValue, isBlank } from '../../domain/clarification/check'
import type { CheckContext } from '../../domain/clarification/check'
import { fieldPath } from '../../domain/clarification/fields'
import type { AcceptedValues } from '../../domain/clarification/submission'
import { utcDay } from '../../lib/time/days'

type Body = Readonly<Record<string, unknown>>

/** Optional data of the initial request, by `key.name`: what is here and right is not asked for later. */
export function suppliedValues(body: Body, now: number): AcceptedValues {
  const today = utcDay(now)
  const supplied: Record<string, string | number | boolean> = {}
  for (const field of FIELD_CATALOGUE) {
    const value = valueAt(body, [field.key, ...field.name.split('.')])
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (!isScalar || checkValue(field, value, contextOf(field, body, today)) !== null) continue
    supplied[fieldPath(field.key, field.name)] = typeof value === 'string' ? value.trim() : value
  }
  return supplied
}

/** What is wrong with the optional data: every value of the catalogue that is there is checked (contract 5.8). */
export function optionalDataViolations(body: Body, now: number): readonly FieldError[] {
  const today = utcDay(now)
  const errors: FieldError[] = []
  for (const field of FIELD_CATALOGUE) {
    if (field.key === 'customer' && field.name === 'ip_address') continue
    const value = valueAt(body, [field.key, ...field.name.split('.')])
    if (isBlank(value)) continue
    const problem = checkValue(field, value, contextOf(field, body, today))
    if (problem !== null) errors.push({ ...problem, field: `${field.key}.${field.name}` })
  }
  return errors
}

/** A value is checked with the country of its own address; names go with the billing address (contract 5.8). */
function contextOf(
  { key, name }: { readonly key: string; readonly name: string },
  body: Body,
  today: string,
): CheckContext {
  const address = name.includes('.') ? name.split('.').slice(0, -1) : ['billing']
  const country = valueAt(body, [key, ...address, 'country'])
  return typeof country === 'string' && country.trim() !== '' ? { today, country: country.trim() } : { today }
}
