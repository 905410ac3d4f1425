import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signature } from '../../docs/examples/sign.mjs'
import type { FormHost, Json } from './form-host'
import { checkoutPage, failedPage, leftPage, orderPage, thanksPage } from './plugin-pages'

const UNIT_PRICE = 4650

/** What the shop makes of its callbacks, in the words of its own order list. */
type State = 'open' | 'waiting' | 'paid' | 'held' | 'declined' | 'partly refunded' | 'refunded' | 'cancelled'

interface Order {
  readonly id: string
  readonly total: number
  state: State
  /** What callbacks said in `payment.sum`, oldest first. */
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

/** Starts the shop with a project of its own, which lets guests pay. */
export async function openPluginShop(host: FormHost): Promise<PluginShop> {
  const orders = new Map<string, Order>()
  const problems: string[] = []
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      problems.push(String(error))
      response.writeHead(500).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${String(port)}`
  const { projectId, secret } = await host.api('projects.create', {
    name: 'Plugin shop',
    callbackUrl: `http://127.0.0.1:${String(port)}/callback`,
    switches: { guests: true },
  })

  const orderOf = (id: string): Order => {
    const order = orders.get(id)
    if (order === undefined) throw new Error(`The shop has no order ${id}`)
    return order
  }

  const ask = async (path: string, body: Json): Promise<Json> => {
    const general: Json = isJson(body['general']) ? body['general'] : {}
    const signed = { ...body, general: { ...general, signature: signature(body, secret) } }
    const response = await fetch(`${host.platform}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' },
      body: JSON.stringify(signed),
    })
    const answer: unknown = await response.json()
    if (!response.ok) problems.push(`${path} answered ${String(response.status)}: ${JSON.stringify(answer)}`)
    return isJson(answer) ? answer : {}
  }
  const general = (order: Order): Json => ({ project_id: projectId, payment_id: order.id })

  const cart = (wish: Json): Json => {
    const order: Order = {
      id: `plugin-${randomUUID()}`,
      total: UNIT_PRICE * Number(wish['quantity']),
      state: 'open',
      sums: [],
    }
    orders.set(order.id, order)
    const thanks = `${url}/thanks?order=${order.id}`
    const parameters: Json = {
      project_id: projectId,
      payment_id: order.id,
      payment_amount: order.total,
      payment_currency: 'EUR',
      payment_description: `Order ${order.id}`,
      language_code: 'en',
      ...(wish['operation'] === 'auth' ? { operation_type: 'auth' } : {}),
      ...(wish['email'] === '' ? {} : { customer_email: wish['email'] }),
      ...(wish['mode'] === 'embedded' ? { target_element: 'form' } : {}),
      ...(wish['mode'] === 'modal'
        ? {}
        : { redirect_success_url: thanks, redirect_success_mode: 'parent_page' }),
      ...(wish['mode'] === 'redirect'
        ? { redirect: 1, redirect_fail_url: `${url}/failed?order=${order.id}` }
        : {}),
    }
    return {
      order: order.id,
      total: order.total,
      parameters: { ...parameters, signature: signature(parameters, secret) },
    }
  }

  const takeCallback = (body: Json): void => {
    const sent = body['signature'] ?? at(body, 'general', 'signature')
    if (sent !== signature(body, secret)) problems.push(`wrong signature: ${JSON.stringify(body)}`)
    const order = orderOf(String(at(body, 'payment', 'id')))
    const status = String(at(body, 'payment', 'status') ?? body['status'])
    const sum = at(body, 'payment', 'sum', 'amount')
    if (typeof sum === 'number') order.sums.push(sum)
    order.state = STATES[status] ?? 'waiting'
  }

  const act = async (order: Order, action: string, amount: string): Promise<void> => {
    const sum = amount === '' ? {} : { amount: Number(amount), currency: 'EUR' }
    const payment = action === 'refund' ? { description: 'Returned goods', ...sum } : sum
    await ask(`/v2/payment/card/${action}`, { general: general(order), payment })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const html = (text: string): void => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(text)
    }
    const json = (value: Json): void => {
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
      response.writeHead(200, headers).end(JSON.stringify(value))
    }
    const named = searchParams.get('order') ?? ''
    switch (pathname) {
      case '/checkout':
        html(checkoutPage(host.platform))
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
        html(orderPage(named))
        return
      case '/cart':
        json(cart(JSON.parse(await bodyOf(request)) as Json))
        return
      case '/callback':
        takeCallback(JSON.parse(await bodyOf(request)) as Json)
        response.writeHead(200).end('OK')
        return
      case '/order-status': {
        const order = orderOf(named)
        const answer = await ask('/v2/payment/status', { general: general(order) })
        json({ state: order.state, platform: String(at(answer, 'payment', 'status')) })
        return
      }
      case '/order-action': {
        const fields = new URLSearchParams(await bodyOf(request))
        const order = orderOf(fields.get('order') ?? '')
        await act(order, fields.get('action') ?? '', fields.get('amount') ?? '')
        response.writeHead(303, { Location: `/order?order=${order.id}` }).end()
        return
      }
      default:
        response.writeHead(404).end()
    }
  }

  return {
    url,
    order: orderOf,
    problems,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
