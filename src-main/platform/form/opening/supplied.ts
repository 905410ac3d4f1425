import type { FieldError } from '#domain/api/errors'
import { holdsCardNumber } from '#domain/card/kept-text'
import { type CheckContext, checkValue, isBlank } from '#domain/clarification/check'
import { fieldPath } from '#domain/clarification/fields'
import type { RequestableField } from '#domain/clarification/requestable-field'
import type { AcceptedValues } from '#domain/clarification/submission'
import { type Block, findInBlock, readBlock } from './blocks'
import { CUSTOMER_BLOCKS, fieldsOfBlock, PREFILLED_FIELDS } from '#domain/form/parameters/customer-parameters'
import { type ParameterValues, textOf } from './values'

/**
 * Returns the country that a value is checked with: that of its address, or of the billing address for names (contract
 * 5.8).
 */
export function countryBeside(values: ParameterValues, parameter: string): string | null {
  const country = textOf(
    values,
    parameter.startsWith('billing_') || parameter === 'customer_last_name'
      ? 'billing_country'
      : 'customer_country',
  )
  return country === null || isBlank(country) ? null : country.trim()
}

/**
 * Customer data that the form was opened with, by `key.name` of the catalogue; only what passes its checks and holds no
 * card number, because it is kept.
 */
export function suppliedValues(values: ParameterValues, today: string): AcceptedValues {
  const accepted: Record<string, string | number | boolean> = {}
  for (const field of PREFILLED_FIELDS) {
    const text = textOf(values, field.formParameter)
    if (
      text === null ||
      holdsCardNumber(text) ||
      checkValue(field, text, contextOf(today, countryBeside(values, field.formParameter)))
    )
      continue
    accepted[fieldPath(field.key, field.name)] = text.trim()
  }
  for (const { field, value, context } of blockValues(values, today)) {
    if (!isScalar(value) || holdsCardNumber(String(value))) continue
    if (checkValue(field, value, context) !== null) continue
    accepted[fieldPath(field.key, field.name)] = typeof value === 'string' ? value.trim() : value
  }
  return accepted
}

/** Values inside readable blocks that break their rules; `field` is `customer_shipping.shipping.type`. */
export function blockErrors(values: ParameterValues, today: string): readonly FieldError[] {
  return blockValues(values, today).flatMap(({ block, field, value, context }) => {
    const problem = isBlank(value) ? null : checkValue(field, value, context)
    return problem === null
      ? []
      : [{ ...problem, message: `${problem.message}.`, field: `${block}.${field.name}` }]
  })
}

interface BlockValue {
  readonly block: string
  readonly field: RequestableField
  readonly value: unknown
  readonly context: CheckContext
}

function blockValues(values: ParameterValues, today: string): readonly BlockValue[] {
  return CUSTOMER_BLOCKS.flatMap((name) => {
    const text = textOf(values, name)
    const read = text === null ? null : readBlock(text)
    if (read?.ok !== true) return []
    const { block } = read
    return fieldsOfBlock(name).flatMap((field): BlockValue[] => {
      const value = findInBlock(block, field.name)
      if (value === undefined) return []
      return [{ block: name, field, value, context: contextOf(today, countryIn(block, field.name)) }]
    })
  })
}

function countryIn(block: Block, name: string): string | null {
  const parent = name.slice(0, name.lastIndexOf('.') + 1)
  const country = findInBlock(block, `${parent}country`)
  return typeof country === 'string' && !isBlank(country) ? country.trim() : null
}

function contextOf(today: string, country: string | null): CheckContext {
  return country === null ? { today } : { today, country }
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
