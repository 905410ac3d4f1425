import type { FieldError } from '#domain/api/errors'
import type { CheckContext } from '#domain/api/rules'
import { type Block, readBlock, readSwitch } from '#domain/api/value-formats'
import { checkValue, contextOf, isBlank } from '#domain/clarification/check'
import type { RequestableField } from '#domain/clarification/requestable-field'
import { type AcceptedValues, acceptedValues } from '#domain/clarification/submission'
import { CUSTOMER_BLOCKS, fieldsOfBlock, PREFILLED_FIELDS } from '#domain/form/parameters/customer-parameters'
import { phoneDigits } from '#domain/form/phone-number'
import { isRecord, type JsonNode, type JsonObject } from '#lib/json/node'
import { DAY_MS } from '#lib/time/time'
import { holdsCardNumber } from '#domain/card/mask-text'

/** A value in any encoding: numbers and booleans become the signed text (contract 2.3), structures stay trees. */
export type ParameterValue =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'structure'; readonly node: JsonNode }

/** Null and an empty text count as absent (contract 5.8). */
export type ParameterValues = ReadonlyMap<string, ParameterValue>

export function valuesOf(root: JsonObject): ParameterValues {
  return new Map(
    root.members.flatMap(({ key, value }): [string, ParameterValue][] => {
      const given = valueOf(value)
      if (given === null) return []
      const isPhone = key === 'customer_phone' && given.kind === 'text'
      return [[key, isPhone ? { kind: 'text', text: phoneDigits(given.text) } : given]]
    }),
  )
}

function valueOf(node: JsonNode): ParameterValue | null {
  switch (node.type) {
    case 'null':
      return null
    case 'string':
      return node.value === '' ? null : { kind: 'text', text: node.value }
    case 'number':
      return { kind: 'text', text: node.text }
    case 'boolean':
      return { kind: 'text', text: node.value ? '1' : '0' }
    case 'object':
    case 'array':
      return { kind: 'structure', node }
  }
}

/** The text of a parameter; null if it is absent, an object or an array. */
export function textOf(values: ParameterValues, name: string): string | null {
  const value = values.get(name)
  return value?.kind === 'text' ? value.text : null
}

export function isOn(values: ParameterValues, name: string): boolean {
  return readSwitch(textOf(values, name) ?? '') ?? false
}

/** Splits a list of names that are separated by commas. */
export function listOf(text: string | null): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

const MAX_AHEAD_MS = 30 * DAY_MS

/** A time limit more than 30 days after the request is ignored (contract 7.5). */
export function isTooFarAhead(at: number, now: number): boolean {
  return at - now > MAX_AHEAD_MS
}

/** Looks below `customer`, at the path, and at the path without its first part: the layout is not published. */
function findInBlock(block: Block, name: string): unknown {
  const path = name.split('.')
  for (const way of [['customer', ...path], path, path.slice(1)]) {
    if (way.length === 0) continue
    const value = way.reduce<unknown>(
      (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      block,
    )
    if (value !== undefined) return value
  }
  return undefined
}

/** A value is checked with the country of its address, a last name with the billing country (contract 5.8). */
export function contextBeside(values: ParameterValues, parameter: string, today: string): CheckContext {
  const isOfBill = parameter.startsWith('billing_') || parameter === 'customer_last_name'
  return contextOf(today, textOf(values, isOfBill ? 'billing_country' : 'customer_country'))
}

/** Parameters with values of methods other than cards, by the paths that methods give them (contract 16.11). */
const OF_METHODS = [
  { path: 'account.number', formParameter: 'account_number' },
  { path: 'account.customer_name', formParameter: 'account_customer_name' },
  { path: 'account.province', formParameter: 'account_province' },
  { path: 'identify.doc_number', formParameter: 'identify_doc_number' },
  { path: 'identify.doc_type', formParameter: 'identify_doc_type' },
] as const

/** Valid customer data of the opening by `key.name`, without card numbers, because it is stored. */
export function suppliedValues(values: ParameterValues, today: string): AcceptedValues {
  const prefilled = [...OF_METHODS, ...PREFILLED_FIELDS].map(({ path, formParameter }) => ({
    path,
    value: textOf(values, formParameter),
    context: contextBeside(values, formParameter, today),
  }))
  const inBlocks = blockValues(values, today).map(({ field: { path }, ...given }) => ({ path, ...given }))
  return acceptedValues([...prefilled, ...inBlocks].filter(({ value }) => !holdsCardNumber(String(value))))
}

/** Errors of values in readable blocks; their fields are paths such as `customer_shipping.shipping.type`. */
export function blockErrors(values: ParameterValues, today: string): readonly FieldError[] {
  return blockValues(values, today).flatMap(({ block, field, value, context }) => {
    const problem = isBlank(value) ? null : checkValue(field, value, context)
    return problem === null ? [] : [{ ...problem, field: `${block}.${field.name}` }]
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
    const block = readBlock(textOf(values, name) ?? '')
    if (typeof block === 'string') return []
    return fieldsOfBlock(name).flatMap((field): BlockValue[] => {
      const value = findInBlock(block, field.name)
      if (value === undefined) return []
      return [{ block: name, field, value, context: contextOf(today, countryIn(block, field.name)) }]
    })
  })
}

function countryIn(block: Block, name: string): unknown {
  return findInBlock(block, `${name.slice(0, name.lastIndexOf('.') + 1)}country`)
}
