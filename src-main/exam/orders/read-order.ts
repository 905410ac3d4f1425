import { capitalized } from '#lib/words'
import { errorText } from '#lib/error-text'
import { boundedPath, boundedText } from '#lib/limits/bounded-text'
import type { SendHttp } from '#scenarios/running/http'
import { EXAM_AGENT } from '#exam/requests/merchant-requests'
import { isRecord } from '#lib/json/node'
import { parseJson } from '#lib/json/parse'
import { describeValue } from '#lib/match/describe'
import { type Foreign, task } from '#scenarios/foreign/foreign'
import type { ScenarioResult } from '#scenarios/running/result'
import type { Merchant, OrderPart } from '#exam/setup/exam-setup'
import type { TrialStep } from '#exam/trials/trial'

export interface OrderReading extends OrderContent {
  readonly url: string
  /** HTTP status; null if there was no response. */
  readonly status: number | null
}

export const orderUrl = (url: string, id: string): string => url.replaceAll('{payment_id}', () => id)

type Path = readonly string[]
export interface ReadingPorts {
  readonly send: SendHttp
  readonly foreign: Foreign
  readonly signal: AbortSignal
}

/** An aborted `signal` counts as no response. */
export async function readOrder(
  url: string,
  paths: readonly Path[],
  { send, foreign, signal }: ReadingPorts,
): Promise<OrderReading> {
  const none = { url, values: [], members: [] }
  if (!URL.canParse(url)) return { ...none, status: null, problem: 'is not an address' }
  try {
    const headers = { 'User-Agent': EXAM_AGENT }
    const { status, text } = await send({ url, method: 'GET', headers, body: null }, signal)
    if (status !== 200) return { ...none, status, problem: `responded with HTTP ${status}` }
    return { url, status, ...(await foreign.run(READ_ORDER, { text, paths }, signal)) }
  } catch (error) {
    return { ...none, status: null, problem: `gave no response: ${errorText(error)}` }
  }
}

/** Why `what` was not read at the first requested path; null if there is a value. */
export function nothingAt(
  { url, problem, values: [found], members }: OrderReading,
  path: readonly string[],
  what: string,
): string | null {
  if (problem !== null) return `${capitalized(what)} of the order was not seen: GET ${url} ${problem}.`
  if (found?.kind === 'value') return null
  const has = found?.kind === 'object' ? 'an object instead of a value' : 'no value'
  return `${capitalized(what)} of the order was not seen: the response of GET ${url} has ${has} at “${boundedPath(path)}”. ${membersText(members)}`
}

const MAX_NAMED = 12

function membersText(members: OrderReading['members']): string {
  if (members.length === 0) return 'It has no members.'
  const more = members.length - MAX_NAMED
  const named = members.slice(0, MAX_NAMED).map(({ path }) => path)
  return `It has ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

export interface ValueAtPath {
  readonly kind: 'none' | 'object' | 'value'
  /** As JSON, cut to a readable length; null if there is no value. */
  readonly text: string | null
  /** The value as a word that a person can give in the setup; null for an object, a list or a long text. */
  readonly word: string | null
}

export interface OrderMember {
  readonly path: string
  /** As JSON, cut to a readable length. */
  readonly value: string
}

export interface OrderContent {
  /** Why the order was not read, as a clause such as `responded with an empty body`; null if it was read. */
  readonly problem: string | null
  readonly values: readonly ValueAtPath[]
  /** The values that a path can lead to: the first 40, at most 5 members deep; a list counts as one value. */
  readonly members: readonly OrderMember[]
}

const MAX_MEMBERS = 40
const MAX_DEPTH = 5
const MAX_WORD = 1_000
const MAX_QUOTED = 100

/** Reads an order from the body of a response, and its values at paths. */
export const READ_ORDER = task({
  name: 'readOrder',
  what: 'Reading the order',
  remedy: 'Make the merchant return less data for an order.',
  work({ text, paths }: { readonly text: string; readonly paths: readonly Path[] }): OrderContent {
    const json = parseJson(text)
    if (json.ok) {
      const values = paths.map((path) => valueAt(json.plain, path))
      return { problem: null, values, members: orderMembers(json.plain) }
    }
    const start = boundedText(text.trim().replaceAll(/\s+/g, ' '), MAX_QUOTED)
    const what = start === '' ? 'an empty body' : `something that is not JSON: ${start}`
    return { problem: `responded with ${what}`, values: [], members: [] }
  },
})

function valueAt(json: unknown, path: Path): ValueAtPath {
  const value = path.reduce<unknown>(
    (inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    json,
  )
  if (value === undefined) return { kind: 'none', text: null, word: null }
  const text = describeValue(value)
  if (isRecord(value)) return { kind: 'object', text, word: null }
  return { kind: 'value', text, word: isWord(value) ? String(value) : null }
}

const isWord = (value: unknown): value is string | number | boolean | null =>
  typeof value === 'string' ? value.length <= MAX_WORD : typeof value !== 'object' || value === null

function orderMembers(json: unknown, path: Path = []): readonly OrderMember[] {
  if (!isRecord(json) || path.length >= MAX_DEPTH)
    return path.length === 0 ? [] : [{ path: boundedPath(path), value: describeValue(json, MAX_QUOTED) }]
  const found: OrderMember[] = []
  for (const [key, inner] of Object.entries(json)) {
    if (found.length >= MAX_MEMBERS) break
    found.push(...orderMembers(inner, [...path, key]))
  }
  return found.slice(0, MAX_MEMBERS)
}

const PARTS: Readonly<Record<OrderPart, string>> = {
  state: 'the state',
  deliveries: 'the deliveries',
  amount: 'the amount paid',
}

/** Why a failed trial proves nothing: the order could not be read or lacks the path. Null if that is not the reason. */
export async function unseenOrder(
  steps: readonly TrialStep[],
  { steps: done, payments }: Pick<ScenarioResult, 'steps' | 'payments'>,
  { orders, style, remedies }: Merchant,
  ports: ReadingPorts,
): Promise<string | null> {
  const failed = done.find(({ state }) => state === 'failed')
  const reads = failed === undefined ? undefined : steps[failed.index]?.reads
  const [payment] = payments
  // Payments of the exam itself are not orders of the merchant.
  if (reads === undefined || orders === null || payment === undefined || style === 'none') return null
  const path = orders[reads]
  if (path === null || ports.signal.aborted) return null
  const reading = await readOrder(orderUrl(orders.url, payment.id), [path], ports)
  const reason = nothingAt(reading, path, PARTS[reads])
  if (reason === null) return null
  return `${reason} ${reading.problem === null ? remedies[reads] : remedies.orders}`
}
