import type { JsonNode, JsonObject } from '#lib/json/node'
import { phoneDigits } from '#domain/form/phone-number'
import { readCalendarDay } from '#domain/clarification/value-formats'
import { MINUTE_MS } from '#lib/time/time'

/**
 * The value of a parameter with the way it was written taken off: a query knows only texts, so numbers and booleans of
 * a JSON body become the texts that the signature sees too (contract 2.3). Objects and arrays stay trees.
 */
export type ParameterValue =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'structure'; readonly node: JsonNode }

/** Parameters that were given: null and an empty text count as not given (contract 5.8). */
export type ParameterValues = ReadonlyMap<string, ParameterValue>

/** The values of an opening's parameters by their names. */
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

/** The text of a parameter; null where it is not given or is not text. */
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

/** Reads a switch of the form (contract 2.6, 7.3); null: the word is not a switch value. */
export function readSwitch(text: string): boolean | null {
  return SWITCH_WORDS.get(text) ?? null
}

/** Whether a switch is given and on. */
export function isOn(values: ParameterValues, name: string): boolean {
  return readSwitch(textOf(values, name) ?? '') ?? false
}

/** Splits a list of names separated by commas. */
export function listOf(text: string | null): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/

/**
 * Reads a date-time with an offset `±hh`, `±hh:mm`, `±hhmm` or `Z` (contract 7.3) as epoch milliseconds. Drops
 * fractions of a second. Null: the text is something else, or a day that does not exist.
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

/** Whether a time limit is ignored because it is more than 30 days after the request (contract 7.5). */
export function isTooFarAhead(at: number, now: number): boolean {
  return at - now > MAX_AHEAD_MS
}
