import { phoneDigits } from '#domain/form/phone-number'
import { readCalendarDay } from '#domain/clarification/value-formats'
import { MINUTE_MS } from '#lib/time/time'
import { isRecord, type JsonNode, type JsonObject } from '#lib/json/node'
import { decodeBase64 } from '#lib/bytes/base64'
import { parseJson, parseJsonBytes } from '#lib/json/parse'
import type { FieldError } from '#domain/api/errors'
import { holdsCardNumber } from '#domain/card/kept-text'
import { type CheckContext, checkValue, isBlank } from '#domain/clarification/check'
import { fieldPath } from '#domain/clarification/fields'
import type { RequestableField } from '#domain/clarification/requestable-field'
import type { AcceptedValues } from '#domain/clarification/submission'
import { CUSTOMER_BLOCKS, fieldsOfBlock, PREFILLED_FIELDS } from '#domain/form/parameters/customer-parameters'

/**
 * The value without its notation: a query only has texts, so numbers and booleans of a JSON body become the texts
 * that the signature uses too (contract 2.3). Objects and arrays stay trees.
 */
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

/** Null: absent or not text. */
export function textOf(values: ParameterValues, name: string): string | null {
  const value = values.get(name)
  return value?.kind === 'text' ? value.text : null
}

const SWITCH_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['True', true],
  ['0', false],
  ['false', false],
  ['False', false],
])

/** Reads a switch (contract 2.6, 7.3); null: the word is not a switch value. */
export function readSwitch(text: string): boolean | null {
  return SWITCH_WORDS.get(text) ?? null
}

export function isOn(values: ParameterValues, name: string): boolean {
  return readSwitch(textOf(values, name) ?? '') ?? false
}

/** Names separated by commas. */
export function listOf(text: string | null): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/

/**
 * Reads a date-time with an offset `±hh`, `±hh:mm`, `±hhmm` or `Z` (contract 7.3) as epoch milliseconds, without
 * fractions of a second. Null: another text, or a day that does not exist.
 */
export function readMoment(text: string): number | null {
  const [, year, month, day, hour, minute, second, sign, offsetHours, offsetMinutes] = MOMENT.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  if (readCalendarDay(`${day}-${month}-${year}`) === null) return null
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * (sign === '-' ? -1 : 1)
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second ?? 0),
  )
  return local - offset * MINUTE_MS
}

const MAX_AHEAD_MS = 30 * 24 * 60 * MINUTE_MS

/** A time limit more than 30 days after the request is ignored (contract 7.5). */
export function isTooFarAhead(at: number, now: number): boolean {
  return at - now > MAX_AHEAD_MS
}

export type Block = Readonly<Record<string, unknown>>

/** Null: not a JSON object. */
export function readJsonObject(text: string): Block | null {
  const json = parseJson(text)
  return json.ok && isRecord(json.plain) ? json.plain : null
}

/** Decodes a JSON object in Base64 (contract 7.3), or returns what is wrong with the text. */
export function readBlock(
  text: string,
): { readonly ok: true; readonly block: Block } | { readonly ok: false; readonly message: string } {
  const bytes = decodeBase64(text)
  if (bytes === undefined) {
    return wrong(
      'Must be base64 with the standard alphabet and its = at the end; in a query + is written %2B, / as %2F and = as %3D.',
    )
  }
  const json = parseJsonBytes(bytes)
  if (!json.ok) return wrong(`The decoded base64 is not JSON. ${json.message}`)
  return isRecord(json.plain)
    ? { ok: true, block: json.plain }
    : wrong('The base64 must hold a JSON object, not another kind of JSON.')
}

/**
 * The layout of blocks is not published, so the value may be below `customer`, at its own path, or alone:
 * `customer.shipping.type`, `shipping.type`, `type`.
 */
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

function wrong(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}

/**
 * The country that a value is checked with: that of its address, or of the billing address for names (contract
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
 * Customer data of the opening by `key.name` of the catalogue; only values that pass their checks and contain no
 * card number, because they are stored.
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
