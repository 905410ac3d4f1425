import { setTimeout as pause } from 'node:timers/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listening } from '#core/testing/listening'
import { isGenuine, part, readObject, textAt } from './callbacks'
import { checkoutBody } from './checkout'
import { clarify } from './clarification'
import type { MutationName } from './mutations'
import { apply, minorUnits, type PaymentReport, type Order } from './orders'
import { postSigned, type PlatformAccess } from './platform-access'
import { isRecord, isSigned, type JsonRecord } from '#e2e/flows/testing/signer'

/**
 * `early`: responds with 200, works later and opens the form. `store`: stores before it responds, counts every
 * operation once, pays by API. `page`: like `store`, but links to the form. `status`: trusts only status responses.
 * `method`: like `store`, but sells by the payment method that the request names, and delivers only what is fully paid.
 */
export type MerchantStyle = 'early' | 'store' | 'status' | 'page' | 'method'

/** A merchant with a checkout, a callback address and an address for each order. */
export interface ExamMerchant {
  readonly url: string
  close(): Promise<void>
}

/** What the parts of the merchant share. */
export interface Shop extends PlatformAccess {
  readonly url: string
  readonly style: MerchantStyle
  readonly mutation: MutationName | null
  readonly orders: Map<string, Order>
  /** Orders for which an unreadable callback came. */
  readonly blocked: Set<string>
  /** What was last sent to clarify an order, as JSON. */
  readonly clarified: Map<string, string>
  /** How many successes of an order arrived before one was recorded. */
  readonly seenAtOnce: Map<string, number>
  /** Work to do after the response, oldest first. */
  readonly work: (() => void)[]
  readonly timers: Set<NodeJS.Timeout>
}

const WORK_LATER_MS = 20
const WORK_BEFORE_MS = 200
/** Longer than the platform waits. */
const TOO_LONG_MS = 11_000
/** Long enough for another callback to arrive in the meantime. */
const WORK_SLOWLY_MS = 400
const ASK_EVERY_MS = 150
const ASK_TIMES = 12
/** How long the checkout waits for the address of the provider's page. */
const PROVIDER_EVERY_MS = 20
const PROVIDER_TIMES = 50
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export async function openExamMerchant(
  access: PlatformAccess,
  style: MerchantStyle,
  mutation: MutationName | null,
): Promise<ExamMerchant> {
  const server = createServer((request, response) => {
    serve(shop, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  const { url, close } = await listening(server)
  const shop: Shop = {
    ...access,
    url,
    style,
    mutation,
    orders: new Map(),
    blocked: new Set(),
    clarified: new Map(),
    seenAtOnce: new Map(),
    work: [],
    timers: new Set(),
  }
  return {
    url,
    async close() {
      for (const timer of shop.timers) clearTimeout(timer)
      await close()
    },
  }
}

async function serve(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = (await buffer(request)).toString('utf8')
  const { pathname, searchParams } = new URL(request.url ?? '/', shop.url)
  const order = shop.orders.get(decodeURIComponent(pathname.split('/')[2] ?? ''))
  switch (pathname.split('/')[1]) {
    case 'checkout': {
      const made = await checkout(shop, readObject(text) ?? {})
      const location = await providerOf(shop, made.order)
      if (location === '') respond(response, 200, made.body)
      else response.writeHead(303, { Location: location }).end()
      return
    }
    case 'callbacks':
      respond(response, await takeCallback(shop, text), '')
      return
    case 'orders':
      if (order === undefined) respond(response, 404, '{}')
      else respond(response, 200, JSON.stringify({ order: { ...order, known: undefined } }))
      return
    case 'thanks': {
      const back = shop.orders.get(searchParams.get('order') ?? '')
      respond(response, back === undefined ? 200 : comesBack(shop, back), back?.state ?? 'unknown')
      return
    }
    default:
      respond(response, 404, '')
  }
}

/** Lets the customer of an order come back; returns the HTTP status of the page. */
function comesBack({ mutation }: Shop, order: Order): number {
  if (mutation === 'shows an error until the result is there' && order.state === 'open') return 500
  if (mutation === 'delivers again when the customer comes back' && order.state === 'paid')
    order.deliveries += 1
  if (mutation === 'trusts the return address' || mutation === 'trusts the return from the provider')
    order.state = 'paid'
  return 200
}

/** Where the checkout redirects the customer; empty if the platform has named no provider's page within 1 s. */
async function providerOf({ mutation }: Shop, order: Order): Promise<string> {
  for (let n = 0; order.method !== '' && order.provider === null && n < PROVIDER_TIMES; n += 1)
    await pause(PROVIDER_EVERY_MS)
  const url = order.provider ?? ''
  return mutation === 'sends the customer to a part of the address' ? url.replace(/[^/]+$/, '') : url
}

function respond(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': body.startsWith('{') ? 'application/json' : 'text/html' })
  response.end(body)
}

let ordersMade = 0

async function checkout(
  shop: Shop,
  wanted: JsonRecord,
): Promise<{ readonly order: Order; readonly body: string }> {
  ordersMade += 1
  const currency = textAt(wanted, 'currency')
  const order: Order = {
    id: shop.mutation === 'makes ids that differ in case' ? caseId(shop.orders.size) : `order-${ordersMade}`,
    amount: minorUnits(textAt(wanted, 'amount'), currency, shop.mutation),
    currency,
    method: shop.style === 'method' ? textAt(wanted, 'method') : '',
    provider: null,
    state: 'open',
    deliveries: 0,
    paidAmount: 0,
    known: new Set(),
    closed: false,
  }
  shop.orders.set(order.id, order)
  if (shop.style === 'status' && shop.mutation !== 'never requests the status')
    askOften(shop, order, ASK_TIMES)
  return { order, body: await checkoutBody(shop, order, part(wanted, 'card')) }
}

/** `shop`, `Shop`, `sHop`, … */
const caseId = (n: number): string =>
  's h o p o r d e r'
    .split(' ')
    .map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter))
    .join('')

/** Requests the status until the order is final, but at most `times` times, in case callbacks are lost. */
function askOften(shop: Shop, order: Order, times: number): void {
  if (times === 0) return
  const timer = setTimeout(() => {
    shop.timers.delete(timer)
    // The platform may be gone by then.
    void askStatus(shop, order).then(
      () => {
        if (order.state === 'open') askOften(shop, order, times - 1)
      },
      () => undefined,
    )
  }, ASK_EVERY_MS)
  shop.timers.add(timer)
}

async function askStatus(shop: Shop, order: Order): Promise<void> {
  const body = await postSigned(shop, '/v2/payment/status', {
    general: { project_id: shop.projectId, payment_id: order.id },
  })
  const isBelieved =
    isSigned(JSON.stringify(body), shop.secret) ||
    (textAt(body, 'signature') === ''
      ? shop.mutation === 'accepts a status response without a signature'
      : shop.mutation === 'accepts a status response with a wrong signature')
  if (!isBelieved) return
  if (!isRecord(part(body, 'payment'))) {
    if (shop.mutation === 'treats 3061 as a decline') order.state = 'declined'
    return
  }
  const operations = part(body, 'operations')
  const last: unknown = Array.isArray(operations) ? operations.at(-1) : undefined
  apply(
    order,
    {
      operation: textAt(last, 'id'),
      status: textAt(body, 'payment', 'status'),
      type: textAt(last, 'type'),
      currency: textAt(body, 'sum_real', 'currency'),
      text: JSON.stringify(body),
      amount: Number(textAt(body, 'sum_real', 'amount')),
      attemptsLeft: part(body, 'payment', 'is_new_attempts_available') === true,
    },
    shop.mutation,
  )
}

/** Processes a callback; returns the HTTP status of the response. */
async function takeCallback(shop: Shop, text: string): Promise<number> {
  const { mutation } = shop
  const body = readObject(text)
  if (body === null) return unreadable(shop, text)
  if (!isGenuine(text, body, shop.secret, mutation)) {
    return mutation === 'answers a forged callback with 200' ? 200 : 400
  }
  const order = shop.orders.get(textAt(body, 'payment', 'id'))
  if (order === undefined) return mutation === 'answers 200 about unknown orders' ? 200 : 404
  if (shop.blocked.has(order.id)) return 409
  await delay(shop, order, body)
  const refusal = refusalOf(shop, order, body)
  if (refusal !== null) return refusal
  if (part(body, 'clarification_fields') !== undefined) {
    if (mutation === 'answers a clarification with 400') return 400
    later(shop, () => void clarify(shop, order, body).catch(() => undefined))
    return 200
  }
  return settle(shop, order, body, text)
}

/** Delays the response as the mutation requires. */
async function delay({ mutation, seenAtOnce }: Shop, order: Order, body: JsonRecord): Promise<void> {
  const isDecline = statusOf(body) === 'decline'
  if (
    mutation === 'takes eleven seconds to answer' ||
    (mutation === 'takes eleven seconds to answer a decline' && isDecline)
  )
    await pause(TOO_LONG_MS)
  if (mutation !== 'counts a simultaneous duplicate') return
  // This merchant checks first, then works, and records the operation only at the end.
  const isKnown = order.known.has(`${textAt(body, 'operation', 'id')} ${statusOf(body)}`)
  const before = seenAtOnce.get(order.id) ?? 0
  if (!isKnown && statusOf(body) === 'success') seenAtOnce.set(order.id, before + 1)
  await pause(WORK_BEFORE_MS)
  if (!isKnown && before > 0 && statusOf(body) === 'success') order.deliveries += 1
}

function unreadable(shop: Shop, text: string): number {
  const id = /"id":"([^"]+)"/.exec(text)?.[1]
  if (shop.mutation === 'blocks an order after an unreadable body' && id !== undefined) shop.blocked.add(id)
  if (shop.mutation === 'answers 500 to unreadable callbacks') return 500
  return shop.mutation === 'answers 200 to unreadable callbacks' ? 200 : 400
}

const KNOWN_MEMBERS = new Set(
  'account customer payment project_id processingDateTime country product_name issuer_name operation signature sum_request sum_real request_id status clarification_fields description operations note provider_extra_fields errors'.split(
    ' ',
  ),
)
const KNOWN_STATUSES = new Set([
  ...['success', 'decline', 'processing', 'awaiting customer', 'awaiting clarification', 'awaiting capture'],
  ...['partially refunded', 'refunded', 'reversed', ''],
])
const LATE_STATUSES = new Set(['processing', 'awaiting 3ds result', ''])

const isFinalDecline = (body: JsonRecord): boolean =>
  statusOf(body) === 'decline' && part(body, 'payment', 'is_new_attempts_available') !== true
const statusOf = (body: JsonRecord): string => textAt(body, 'payment', 'status')
const amountOf = (body: JsonRecord): number => Number(textAt(body, 'payment', 'sum', 'amount'))

/** The status with which this mutation responds instead of processing the callback; null if it processes it. */
function refusalOf({ mutation }: Shop, order: Order, body: JsonRecord): number | null {
  const date = Date.parse(textAt(body, 'operation', 'date').replace('+0000', 'Z'))
  const isOld = Date.now() - date > DAY_MS && statusOf(body) === 'success'
  const operation = `${textAt(body, 'operation', 'id')} ${statusOf(body)}`
  switch (mutation) {
    case 'refuses old callbacks':
      return isOld ? 400 : null
    case 'loses old callbacks':
      return isOld ? 200 : null
    case 'answers 500 to unknown fields':
      return Object.keys(body).every((name) => KNOWN_MEMBERS.has(name)) ? null : 500
    case 'refuses unknown statuses':
      return KNOWN_STATUSES.has(statusOf(body)) ? null : 400
    case 'refuses the result of an old payment': {
      const began = Date.parse(textAt(body, 'operation', 'created_date').replace('+0000', 'Z'))
      return date - began > HOUR_MS ? 400 : null
    }
    case 'refuses another amount':
      return statusOf(body) === 'success' && amountOf(body) !== order.amount ? 400 : null
    case 'refuses a duplicate':
      return order.known.has(operation) ? 409 : null
    case 'refuses late callbacks':
      return order.state === 'paid' && LATE_STATUSES.has(statusOf(body)) ? 409 : null
    case 'answers 200 and stores nothing':
      return 200
    case 'answers a decline with 500':
      return isFinalDecline(body) ? 500 : null
    case 'refuses an attempt after a decline':
      if (statusOf(body) === 'decline') order.known.add('decline')
      return order.known.has('decline') && statusOf(body) === 'success' ? 409 : null
    case 'remembers payments by their id alone':
    case 'loses a second operation': {
      if (textAt(body, 'operation', 'status') !== 'success') return null
      const isKnown = order.known.has('payment')
      order.known.add('payment')
      return isKnown ? 200 : null
    }
    default:
      return null
  }
}

async function settle(shop: Shop, order: Order, body: JsonRecord, text: string): Promise<number> {
  if (textAt(body, 'status').startsWith('awaiting ')) {
    order.provider ??= textAt(body, 'redirect_data', 'url')
    if (shop.mutation === 'treats a customer who has yet to pay as paid') order.state = 'paid'
  }
  const accepted = shop.mutation === 'answers 202' ? 202 : 200
  if (shop.style === 'status') {
    await askStatus(shop, order)
    return accepted
  }
  const report: PaymentReport = {
    operation: textAt(body, 'operation', 'id'),
    status: statusOf(body),
    type: textAt(body, 'operation', 'type'),
    currency: textAt(body, 'payment', 'sum', 'currency'),
    text,
    amount: amountOf(body),
    attemptsLeft: part(body, 'payment', 'is_new_attempts_available') === true,
  }
  const work = (): void => {
    apply(order, report, shop.mutation)
  }
  if (shop.style === 'early') later(shop, work)
  else work()
  return accepted
}

/** Schedules work for after the response. */
function later(shop: Shop, work: () => void): void {
  const loses = shop.mutation === 'loses callbacks that arrive together'
  if (loses) shop.work.length = 0
  shop.work.push(work)
  const timer = setTimeout(
    () => {
      shop.timers.delete(timer)
      shop.work.shift()?.()
    },
    loses ? WORK_SLOWLY_MS : WORK_LATER_MS,
  )
  shop.timers.add(timer)
}
