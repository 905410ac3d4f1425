import { errorText } from '../../lib/error-text'
import { isRecord } from '../../lib/json/record'
import { parseJson } from '../../lib/json/parse'
import { boundedPath, boundedText } from '../../lib/limits/bounded-text'
import { describeValue } from '../../lib/match/describe'
import type { SendHttp } from '../../scenarios/running/http'
import { EXAM_AGENT } from '../requests/merchant-requests'

/** An order as the merchant's back end shows it. */
export interface OrderReading {
  readonly url: string
  /** HTTP status; null: there was no response. */
  readonly status: number | null
  /** Why no JSON was read, as a clause such as `responded with HTTP 404`; null: `json` was read. */
  readonly problem: string | null
  readonly json: unknown
}

/** A value of an order with the path to it. */
export interface OrderMember {
  /** Members on the way to it, joined by dots. */
  readonly path: string
  /** As JSON, cut to a readable length. */
  readonly value: string
}

const MAX_MEMBERS = 40
const MAX_DEPTH = 5
/** Characters of a body that a sentence quotes. */
const MAX_QUOTED = 100

/** Puts the id of an order into the address of orders. */
export const orderUrl = (url: string, id: string): string => url.replaceAll('{payment_id}', () => id)

/** Gets an order once. An aborted `signal` is a response that did not come. */
export async function readOrder(url: string, send: SendHttp, signal: AbortSignal): Promise<OrderReading> {
  const none = { url, json: undefined }
  if (!URL.canParse(url)) return { ...none, status: null, problem: 'is not an address' }
  try {
    const headers = { 'User-Agent': EXAM_AGENT }
    const { status, text } = await send({ url, method: 'GET', headers, body: null }, signal)
    if (status !== 200) return { ...none, status, problem: `responded with HTTP ${status}` }
    const json = parseJson(text)
    if (json.ok) return { url, status, problem: null, json: json.plain }
    const start = boundedText(text.trim().replaceAll(/\s+/g, ' '), MAX_QUOTED)
    const what = start === '' ? 'an empty body' : `something that is not JSON: ${start}`
    return { ...none, status, problem: `responded with ${what}` }
  } catch (error) {
    return { ...none, status: null, problem: `gave no response: ${errorText(error)}` }
  }
}

/** The value at a path of members; undefined: there is none. */
export const valueAt = (json: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    json,
  )

/** The values of an order that a path can lead to: the first 40, at most 5 members deep, lists as a whole. */
export function orderMembers(json: unknown): readonly OrderMember[] {
  const found: OrderMember[] = []
  const visit = (value: unknown, path: readonly string[]): void => {
    if (found.length === MAX_MEMBERS) return
    if (isRecord(value) && path.length < MAX_DEPTH) {
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key])
    } else if (path.length > 0) {
      found.push({ path: boundedPath(path), value: describeValue(value, MAX_QUOTED) })
    }
  }
  visit(json, [])
  return found
}

/**
 * Says why an order shows nothing at a path, as a sentence that names the values that it has; null: there is a value.
 * @param what what stands there, such as `the state`
 */
export function nothingAt(
  { url, problem, json }: OrderReading,
  path: readonly string[],
  what: string,
): string | null {
  if (problem !== null) return `${capital(what)} of the order was not seen: GET ${url} ${problem}.`
  const value = valueAt(json, path)
  if (value !== undefined && !isRecord(value)) return null
  const has = value === undefined ? 'no value' : 'an object and no value'
  return `${capital(what)} of the order was not seen: the response of GET ${url} has ${has} at “${boundedPath(path)}”. ${membersText(json)}`
}

const MAX_NAMED = 12

function membersText(json: unknown): string {
  const paths = orderMembers(json).map(({ path }) => path)
  if (paths.length === 0) return 'It has no members.'
  const more = paths.length - MAX_NAMED
  return `It has ${paths.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
