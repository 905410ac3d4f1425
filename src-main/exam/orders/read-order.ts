import { errorText } from '#lib/error-text'
import { boundedPath } from '#lib/limits/bounded-text'
import type { Foreign } from '#scenarios/foreign/foreign'
import type { SendHttp } from '#scenarios/running/http'
import { EXAM_AGENT } from '#exam/requests/merchant-requests'
import { READ_ORDER, type OrderContent } from './order-content'

/** An order as the merchant's back end shows it. */
export interface OrderReading extends OrderContent {
  readonly url: string
  /** HTTP status; null: there was no response. */
  readonly status: number | null
}

/** Puts the id of an order into the address of orders. */
export const orderUrl = (url: string, id: string): string => url.replaceAll('{payment_id}', () => id)

/** Gets an order once, and what it has at the paths. An aborted `signal` is a response that did not come. */
export async function readOrder(
  url: string,
  paths: readonly (readonly string[])[],
  {
    send,
    foreign,
    signal,
  }: { readonly send: SendHttp; readonly foreign: Foreign; readonly signal: AbortSignal },
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

/**
 * Says why an order shows nothing at the first path that was asked for, as a sentence that names the values that it has;
 * null: there is a value.
 * @param what what stands there, such as `the state`
 */
export function nothingAt(
  { url, problem, values: [found], members }: OrderReading,
  path: readonly string[],
  what: string,
): string | null {
  if (problem !== null) return `${capital(what)} of the order was not seen: GET ${url} ${problem}.`
  if (found?.kind === 'value') return null
  const has = found?.kind === 'object' ? 'an object and no value' : 'no value'
  return `${capital(what)} of the order was not seen: the response of GET ${url} has ${has} at “${boundedPath(path)}”. ${membersText(members)}`
}

const MAX_NAMED = 12

function membersText(members: OrderReading['members']): string {
  if (members.length === 0) return 'It has no members.'
  const more = members.length - MAX_NAMED
  const named = members.slice(0, MAX_NAMED).map(({ path }) => path)
  return `It has ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
