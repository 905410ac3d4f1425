#!/usr/bin/env node
// A merchant's back end for the hosted form, in one file and without dependencies. Copy it with sign.mjs, then:
//   PROJECT_ID=9041 PROJECT_SECRET=… node backend.mjs
// POST /checkout opens the form, POST /callbacks receives the result, GET /orders/ID shows the order.
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { signature } from './sign.mjs'

const {
  PROJECT_ID = '',
  PROJECT_SECRET = '',
  PLATFORM = 'http://127.0.0.1:8610',
  PORT = '4000',
  HOST = '127.0.0.1',
  CALLBACK_URL,
} = process.env
for (const name of ['PROJECT_ID', 'PROJECT_SECRET']) {
  if (!process.env[name]) console.error(`${name} is missing: take it from a project in Settings.`)
}
const orders = new Map() // A shop keeps them in a database, and changes one in a transaction.
const decimals = { JPY: 0, KWD: 3 }

/** Makes an order, and sends the customer to the form. Amounts are in minor units, and the signature comes last. */
function checkout(text) {
  const { amount, currency } = JSON.parse(text)
  const minor = Math.round(Number(amount) * 10 ** (decimals[currency] ?? 2))
  if (!(minor > 0) || typeof currency !== 'string') {
    return {
      status: 400,
      json: { reason: 'Send an amount and a currency: {"amount": "46.50", "currency": "EUR"}' },
    }
  }
  const order = { id: randomUUID(), state: 'open', amount: minor, currency, paid: 0, parcels: 0 }
  orders.set(order.id, order)
  const parameters = { project_id: PROJECT_ID, payment_id: order.id, customer_id: 'customer-1' }
  Object.assign(parameters, { payment_amount: minor, payment_currency: currency })
  Object.assign(parameters, { redirect_success_url: `${shop()}/orders/${order.id}` })
  // Without it, callbacks go to the callback address of the project.
  if (CALLBACK_URL) Object.assign(parameters, { merchant_callback_url: CALLBACK_URL })
  const query = new URLSearchParams({ ...parameters, signature: signature(parameters, PROJECT_SECRET) })
  return { status: 303, location: `${PLATFORM}/payment?${query}` }
}

/** Takes a callback: verifies it, finds the order, and stores what is new. Only 200 ends the repetitions. */
function callback(text) {
  const body = JSON.parse(text) // What cannot be read is answered with 400, see below.
  const own = Buffer.from(signature(body, PROJECT_SECRET))
  const given = Buffer.from(typeof body.signature === 'string' ? body.signature : '')
  if (own.length !== given.length || !timingSafeEqual(own, given)) return { status: 400 }
  const order = orders.get(body.payment?.id)
  if (order === undefined) return { status: 404 }
  const { status, sum, is_new_attempts_available: mayRetry } = body.payment
  if (status === 'success' && order.state !== 'paid' && sum.currency === order.currency) {
    Object.assign(order, { state: 'paid', paid: sum.amount, parcels: order.parcels + 1 })
  } else if (status === 'decline' && mayRetry !== true && order.state === 'open') order.state = 'declined'
  return { status: 200 } // Also for repeats, and for every other status.
}

const show = (order) => (order === undefined ? { status: 404 } : { status: 200, json: order })

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const route = `${request.method} ${request.url}`
  let result = { status: 404 }
  try {
    if (route === 'POST /checkout') result = checkout(text)
    else if (route === 'POST /callbacks') result = callback(text)
    else if (route.startsWith('GET /orders/')) result = show(orders.get(route.slice('GET /orders/'.length)))
  } catch (error) {
    result = { status: error instanceof SyntaxError ? 400 : 500 }
  }
  const location = result.location === undefined ? {} : { location: result.location }
  response.writeHead(result.status, { 'content-type': 'application/json', ...location })
  response.end(result.json === undefined ? '' : JSON.stringify(result.json))
})
const shop = () => `http://127.0.0.1:${server.address().port}`
server.listen(Number(PORT), HOST, () => console.log(`The back end is at ${shop()}`))
