import { isRecord } from '#lib/json/record'

/** Members whose values differ in every run. */
const MADE_ANEW = new Set([
  'request_id',
  'signature',
  'project_id',
  'token',
  'auth_code',
  'acs_url',
  'pa_req',
  'md',
  'operation_id',
])
/** Members whose values are serial numbers of the platform. */
const COUNTED = new Set(['id', 'provider_id'])
const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/
const ADDRESS = /^https?:\/\//
/** A count or a time inside an id. */
const LONG_NUMBER = /\d{10}/
/** Texts that a scenario reads as matchers. */
const WORDS = /^(?:any|absent|\/.*\/[imsu]{0,4}|[<>]=? ?-?\d.*)$/s

/**
 * Turns a recorded value into the pattern for later runs: the id of a payment becomes its variable, what differs in every run
 * becomes `any`, everything else stays. `ids`: names of the payments by their ids.
 */
export function patternOf(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return textPattern(value, ids)
  if (Array.isArray(value)) return value.map((item) => patternOf(item, ids))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'signature')
      .map(([key, item]) => [key, isMadeAnew(key, item) ? 'any' : patternOf(item, ids)]),
  )
}

const isMadeAnew = (key: string, item: unknown): boolean => {
  if (item === null || typeof item === 'object') return false
  const isCount = typeof item === 'number' || (typeof item === 'string' && /^\d+$/.test(item))
  return MADE_ANEW.has(key) || (COUNTED.has(key) && isCount)
}

function textPattern(text: string, ids: ReadonlyMap<string, string>): unknown {
  const name = ids.get(text)
  if (name !== undefined) return `\${${name}.id}`
  const isVolatile = TIME.test(text) || ADDRESS.test(text) || LONG_NUMBER.test(text) || text.includes('${')
  if (isVolatile || [...ids.keys()].some((id) => text.includes(id))) return 'any'
  return WORDS.test(text) ? { is: text } : text
}
