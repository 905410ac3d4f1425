import type { FieldError } from '#domain/api/errors'
import { valueAt } from '#domain/api/rules'
import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import { type CheckContext, checkValue, isBlank } from '#domain/clarification/check'
import { fieldPath } from '#domain/clarification/fields'
import type { AcceptedValues } from '#domain/clarification/submission'
import { utcDay } from '#lib/time/time'

/** The fields of the catalogue, each with its place in a body and that of the country that its value is checked with. */
const PLACES = FIELD_CATALOGUE.map((field) => {
  const names = field.name.split('.')
  const address = names.length > 1 ? names.slice(0, -1) : ['billing']
  return { field, path: [field.key, ...names], countryPath: [field.key, ...address, 'country'] }
})

type Body = Readonly<Record<string, unknown>>

/** Optional data of the initial request, by `key.name`: what is here and right is not asked for later. */
export function suppliedValues(body: Body, now: number): AcceptedValues {
  const today = utcDay(now)
  const supplied: Record<string, string | number | boolean> = {}
  for (const { field, path, countryPath } of PLACES) {
    const value = valueAt(body, path)
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (!isScalar || checkValue(field, value, contextOf(countryPath, body, today)) !== null) continue
    supplied[fieldPath(field.key, field.name)] = typeof value === 'string' ? value.trim() : value
  }
  return supplied
}

/** Checks the optional data: every value of the catalogue that the body has (contract 5.8). */
export function optionalDataViolations(body: Body, now: number): readonly FieldError[] {
  const today = utcDay(now)
  const errors: FieldError[] = []
  for (const { field, path, countryPath } of PLACES) {
    if (field.key === 'customer' && field.name === 'ip_address') continue
    const value = valueAt(body, path)
    if (isBlank(value)) continue
    const problem = checkValue(field, value, contextOf(countryPath, body, today))
    if (problem !== null) errors.push({ ...problem, field: `${field.key}.${field.name}` })
  }
  return errors
}

/**
 * Returns what a value is checked with: the country of its address, or of the billing address for names (contract 5.8).
 */
function contextOf(countryPath: readonly string[], body: Body, today: string): CheckContext {
  const country = valueAt(body, countryPath)
  return typeof country === 'string' && country.trim() !== '' ? { today, country: country.trim() } : { today }
}
