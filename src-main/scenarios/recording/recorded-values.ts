import { isRecord, type Members } from '#lib/json/node'
import { CannotRecord } from './facts'
import { isCardNumber } from '#domain/card/card-number'
import { findTestCardByMask } from '#domain/provider/test-cards'
import { cardNumber, NAMED_CARDS } from '#scenarios/vocabulary/fields'

/** Members whose values differ in every run. */
const VARYING = new Set([
  'request_id',
  'signature',
  'project_id',
  'token',
  'auth_code',
  'acs_url',
  'pa_req',
  'md',
  'operation_id',
  'new_attempt_time',
])
const COUNTED = new Set(['id', 'provider_id'])
const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/
const ADDRESS = /^https?:\/\//
const LONG_NUMBER = /\d{10}/
const WORDS = /^(?:any|absent|\/.*\/[imsu]{0,4}|[<>]=? ?-?\d.*)$/s

/** A pattern for later runs: ids become variables, and values that vary become `any`. `ids`: names by payment id. */
export function patternOf(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return textPattern(value, ids)
  if (Array.isArray(value)) return value.map((item) => patternOf(item, ids))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'signature')
      .map(([key, item]) => [key, isVarying(key, item) ? 'any' : patternOf(item, ids)]),
  )
}

const isVarying = (key: string, item: unknown): boolean => {
  if (item === null || typeof item === 'object') return false
  const isCount = typeof item === 'number' || (typeof item === 'string' && /^\d+$/.test(item))
  return VARYING.has(key) || (COUNTED.has(key) && isCount)
}

function textPattern(text: string, ids: ReadonlyMap<string, string>): unknown {
  const name = ids.get(text)
  if (name !== undefined) return `\${${name}.id}`
  const isVolatile = TIME.test(text) || ADDRESS.test(text) || LONG_NUMBER.test(text) || text.includes('${')
  if (isVolatile || [...ids.keys()].some((id) => text.includes(id))) return 'any'
  return WORDS.test(text) ? { is: text } : text
}

/** The edits that turn a step's default content into the recorded one; undefined if equal. Throws CannotRecord. */
export function editsBetween(own: Members, wanted: Members): Members | undefined {
  const edits: [string, unknown][] = []
  for (const [key, value] of Object.entries(wanted)) {
    const before = own[key]
    if (isRecord(before) && isRecord(value)) {
      const inside = editsBetween(before, value)
      if (inside !== undefined) edits.push([key, inside])
    } else if (JSON.stringify(before) !== JSON.stringify(value)) {
      checkTexts(value)
      edits.push([key, value])
    }
  }
  for (const key of Object.keys(own)) if (!Object.hasOwn(wanted, key)) edits.push([key, 'absent'])
  return edits.length === 0 ? undefined : Object.fromEntries(edits)
}

/** @throws CannotRecord for a text that has a special meaning in a scenario (`absent`, `${...}`) */
export function checkTexts(value: unknown): void {
  if (typeof value === 'string' && (value === 'absent' || value.includes('${')))
    throw new CannotRecord(
      `A request holds the text “${value.slice(0, 80)}”, which has another meaning in a scenario.`,
    )
  if (Array.isArray(value)) for (const item of value) checkTexts(item)
  if (isRecord(value)) for (const item of Object.values(value)) checkTexts(item)
}

/** `400000******0077`: a card number as it is recorded. */
const MASKED = /^(\d{6})\*{6}(\d{4})$/

/** Replaces masked card numbers, such as the token of a device wallet: see {@link cardLike}. */
export function unmasked(value: unknown): unknown {
  if (typeof value === 'string') return MASKED.test(value) ? cardNumber(cardLike(value)) : value
  if (Array.isArray(value)) return value.map(unmasked)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unmasked(item)]))
}

/** A test card or another number with the same masked number and behaviour. Throws CannotRecord if there is none. */
export function cardLike(masked: unknown): string {
  const found = typeof masked === 'string' ? MASKED.exec(masked) : null
  if (found === null || typeof masked !== 'string')
    throw new CannotRecord('Its card number is malformed, and such numbers are not recorded.')
  const known = findTestCardByMask(masked)
  if (known !== null) {
    return Object.entries(NAMED_CARDS).find(([, number]) => number === known.number)?.[0] ?? known.number
  }
  const [, first = '', last = ''] = found
  for (let middle = 0; middle < 10; middle += 1) {
    const number = `${first}${String(middle).padStart(6, '0')}${last}`
    if (isCardNumber(number)) return number
  }
  throw new CannotRecord('Its card number cannot be recreated.')
}
