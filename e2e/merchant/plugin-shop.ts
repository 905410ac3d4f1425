import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signature } from '../../docs/examples/sign.mjs'
import type { FormHost, Json } from './form-host'
import { checkoutPage, failedPage, leftPage, orderPage, thanksPage } from './plugin-pages'

const UNIT_PRICE = 4650

/** The shop's own states of an order; callbacks set them. */
type State = 'open' | 'waiting' | 'paid' | 'held' | 'declined' | 'partly refunded' | 'refunded' | 'cancelled'

interface Order {
  readonly id: string
  readonly total: number
  state: State
  /** Amounts of `payment.sum` in its callbacks, oldest first. */
  readonly sums: number[]
}

/** A shop in the manner of the common plugins: its pages and its back end. */
export interface PluginShop {
  /** Its host is `localhost`, another site than that of the platform. */
  readonly url: string
  readonly order: (id: string) => Order
  /** Callbacks whose signature was wrong, and answers of the platform that were errors. */
  readonly problems: readonly string[]
  close(): Promise<void>
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner, name) => (isJson(inner) ? inner[name] : undefined), value)

const STATES: Readonly<Record<string, State>> = {
  success: 'paid',
  'awaiting capture': 'held',
  decline: 'declined',
  'partially refunded': 'partly refunded',
  'partially reversed': 'partly refunded',
  refunded: 'refunded',
  reversed: 'refunded',
  canceled: 'cancelled',
  cancelled: 'cancelled',
}

/** What the parts of the shop share. */
interface Shop {
  readonly url: string
  readonly host: FormHost
  readonly projectId: number
  readonly secret: string
  readonly orders: Map<string, Order>
  readonly problems: string[]
}

/** Starts the shop with a project of its own, which lets guests pay. */
export async function openPluginShop(host: FormHost): Promise<PluginShop> {
  const problems: string[] = []
  const server = createServer((request, response) => {
    void serve(shop, request, response).catch((error: unknown) => {
      problems.push(String(error))
      response.writeHead(500).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { projectId, secret } = await host.api('projects.create', {
    name: 'Plugin shop',
    callbackUrl: `http://127.0.0.1:${String(port)}/callback`,
    switches: { guests: true },
  })
  const shop: Shop = {
    url: `http://localhost:${String(port)}`,
    host,
    projectId,
    secret,
    orders: new Map(),
    problems,
  }
  return {
    url: shop.url,
    order: (id) => orderOf(shop, id),
    problems,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function orderOf(shop: Shop, id: string): Order {
  const order = shop.orders.get(id)
  if (order === undefined) throw new Error(`The shop has no order ${id}`)
  return order
}

/** Sends a signed request to the platform's API; a refusal is one of the shop's problems. */
async function callApi(shop: Shop, path: string, order: Order, more: Json = {}): Promise<Json> {
  const general: Json = { project_id: shop.projectId, payment_id: order.id }
  const unsigned: Json = { general, ...more }
  const signed = { ...unsigned, general: { ...general, signature: signature(unsigned, shop.secret) } }
  const response = await fetch(`${shop.host.platform}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' },
    body: JSON.stringify(signed),
  })
  const answer: unknown = await response.json()
  if (!response.ok) {
    shop.problems.push(`${path} answered ${String(response.status)}: ${JSON.stringify(answer)}`)
  }
  return isJson(answer) ? answer : {}
}

/** Makes an order of a cart, and the signed parameters that open the form for it. */
function placeOrder(shop: Shop, cart: Json): Json {
  const order: Order = {
    id: `plugin-${randomUUID()}`,
    total: UNIT_PRICE * Number(cart['quantity']),
    state: 'open',
    sums: [],
  }
  shop.orders.set(order.id, order)
  const thanks = `${shop.url}/thanks?order=${order.id}`
  const parameters: Json = {
    project_id: shop.projectId,
    payment_id: order.id,
    payment_amount: order.total,
    payment_currency: 'EUR',
    payment_description: `Order ${order.id}`,
    language_code: 'en',
    ...(cart['operation'] === 'auth' ? { operation_type: 'auth' } : {}),
    ...(cart['email'] === '' ? {} : { customer_email: cart['email'] }),
    ...(cart['mode'] === 'embedded' ? { target_element: 'form' } : {}),
    ...(cart['mode'] === 'modal'
      ? {}
      : { redirect_success_url: thanks, redirect_success_mode: 'parent_page' }),
    ...(cart['mode'] === 'redirect'
      ? { redirect: 1, redirect_fail_url: `${shop.url}/failed?order=${order.id}` }
      : {}),
  }
  return {
    order: order.id,
    total: order.total,
    parameters: { ...parameters, signature: signature(parameters, shop.secret) },
  }
}

function takeCallback(shop: Shop, body: Json): void {
  const sent = body['signature'] ?? at(body, 'general', 'signature')
  if (sent !== signature(body, shop.secret)) shop.problems.push(`wrong signature: ${JSON.stringify(body)}`)
  const order = orderOf(shop, String(at(body, 'payment', 'id')))
  const status = String(at(body, 'payment', 'status') ?? body['status'])
  const sum = at(body, 'payment', 'sum', 'amount')
  if (typeof sum === 'number') order.sums.push(sum)
  order.state = STATES[status] ?? 'waiting'
}

/** Captures, cancels or refunds an order, as the form of its page asks. */
async function changeOrder(shop: Shop, form: URLSearchParams): Promise<Order> {
  const order = orderOf(shop, form.get('order') ?? '')
  const action = form.get('action') ?? ''
  const amount = form.get('amount') ?? ''
  const sum = amount === '' ? {} : { amount: Number(amount), currency: 'EUR' }
  const payment = action === 'refund' ? { description: 'Returned goods', ...sum } : sum
  await callApi(shop, `/v2/payment/card/${action}`, order, { payment })
  return order
}

async function serve(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', shop.url)
  const html = (text: string): void => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(text)
  }
  const json = (value: Json): void => {
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
    response.writeHead(200, headers).end(JSON.stringify(value))
  }
  const orderId = searchParams.get('order') ?? ''
  switch (pathname) {
    case '/checkout':
      html(checkoutPage(shop.host.platform))
      return
    case '/thanks':
      html(thanksPage)
      return
    case '/failed':
      html(failedPage)
      return
    case '/left':
      html(leftPage)
      return
    case '/order':
      html(orderPage(orderId))
      return
    case '/cart':
      json(placeOrder(shop, JSON.parse(await bodyOf(request)) as Json))
      return
    case '/callback':
      takeCallback(shop, JSON.parse(await bodyOf(request)) as Json)
      response.writeHead(200).end('OK')
      return
    case '/order-status': {
      const order = orderOf(shop, orderId)
      const answer = await callApi(shop, '/v2/payment/status', order)
      json({ state: order.state, platform: String(at(answer, 'payment', 'status')) })
      return
    }
    case '/order-action': {
      const order = await changeOrder(shop, new URLSearchParams(await bodyOf(request)))
      response.writeHead(303, { Location: `/order?order=${order.id}` }).end()
      return
    }
    default:
      response.writeHead(404).end()
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
