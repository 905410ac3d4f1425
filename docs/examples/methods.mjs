#!/usr/bin/env node
// A merchant's back end for payment methods other than cards, in one file and without dependencies. Copy it with
// sign.mjs, then:
//   PROJECT_ID=9041 PROJECT_SECRET=… node methods.mjs
// POST /checkout starts a sale, POST /callbacks receives what the customer has to do and the result, GET /orders/ID is
// the customer's page, GET /orders/ID.json shows the order.
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
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
const changes = new EventEmitter()
const decimals = { JPY: 0, KWD: 3 }
// What the shop knows about its customer: the first is sent with every sale, the second when the platform requests it.
const customer = { id: 'customer-1', first_name: 'Nora', last_name: 'Vale', email: 'nora@mail.test' }
const profile = { 'identify.doc_number': 'PX4471208', 'customer.country': 'IE' }

/** Signs a request, sends it to the platform, and returns the response. */
async function send(path, { general, ...body }) {
  const request = { general: { project_id: Number(PROJECT_ID), ...general }, ...body }
  request.general.signature = signature(request, PROJECT_SECRET)
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(PLATFORM + path, { method: 'POST', headers, body: JSON.stringify(request) })
  return { status: response.status, json: await response.json() }
}

/** Starts a sale by a method, waits a little for what the customer has to do, and sends the customer there. */
async function checkout(text, address) {
  const { amount, currency, method = '' } = JSON.parse(text)
  const minor = Math.round(Number(amount) * 10 ** (decimals[currency] ?? 2))
  if (!(minor > 0) || typeof currency !== 'string' || !/^[a-z0-9-]+(\/[a-z0-9-]+){0,2}$/.test(method)) {
    const example = '{"amount": "46.50", "currency": "EUR", "method": "online-banking/ideal"}'
    return { status: 400, json: { reason: `Send an amount, a currency and a method: ${example}` } }
  }
  const order = { id: randomUUID(), state: 'open', amount: minor, currency, paid: 0, parcels: 0 }
  Object.assign(order, { todo: null, askedAt: 0, used: [] })
  orders.set(order.id, order)
  const page = `${shop()}/orders/${order.id}`
  const known = once(changes, order.id, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
  const { status, json } = await send(`/v2/payment/${method}/sale`, {
    // Without an address, callbacks go to the callback address of the project.
    general: { payment_id: order.id, ...(CALLBACK_URL ? { merchant_callback_url: CALLBACK_URL } : {}) },
    customer: { ...customer, ip_address: address },
    payment: { amount: minor, currency },
    return_url: { success: page, decline: page, return: page },
  })
  if (status !== 200) {
    orders.delete(order.id)
    return { status: 400, json: { reason: `${json.code}: ${json.errors?.[0]?.message ?? json.message}` } }
  }
  await known
  const redirect = order.todo?.redirect
  return { status: 303, location: redirect?.method === 'GET' ? addressOf(redirect) : `/orders/${order.id}` }
}

/** Whether a message of the platform has the right signature. */
function isGenuine(message) {
  const own = Buffer.from(signature(message, PROJECT_SECRET))
  const given = Buffer.from(typeof message.signature === 'string' ? message.signature : '')
  return own.length === given.length && timingSafeEqual(own, given)
}

/** Takes a callback: verifies it, finds the order, and stores what is new. Only 200 ends the repetitions. */
function callback(text) {
  const body = JSON.parse(text) // What cannot be read is answered with 400, see below.
  if (!isGenuine(body)) return { status: 400 }
  const order = orders.get(body.payment?.id)
  if (order === undefined) return { status: 404 }
  take(order, body)
  return { status: 200 } // Also for repeats, and for every other status.
}

/** Only a result changes the state, however late it comes. Other callbacks say what the customer has to do. */
function take(order, body) {
  const { payment } = body
  const { status = body.status, sum = body.sum_real, date, is_new_attempts_available: mayRetry } = payment
  if (status === 'success') {
    if (order.state === 'paid' || sum.currency !== order.currency) return
    // The customer may have paid another amount, and less than the price is not enough.
    const isEnough = sum.amount >= order.amount
    Object.assign(order, { state: isEnough ? 'paid' : 'short', paid: sum.amount, todo: null })
    if (isEnough) order.parcels += 1
  } else if (order.state !== 'open') {
    return
  } else if (status === 'decline' && mayRetry !== true) {
    Object.assign(order, { state: 'declined', todo: null })
  } else {
    const askedAt = Date.parse(date)
    if (askedAt < order.askedAt) return // Callbacks may overtake each other.
    Object.assign(order, { askedAt, todo: todoOf(body) })
    if (order.todo?.asked !== undefined) answerWhatIsKnown(order)
    if (order.todo === null) return
  }
  changes.emit(order.id)
}

/** What the customer has to do: go to the provider, pay what is displayed, or enter what is asked. Null if nothing. */
function todoOf({ redirect_data: redirect, display_data: display, clarification_fields: fields }) {
  if (redirect) return { redirect }
  if (display) return { display }
  if (!fields) return null
  return { asked: Object.entries(fields).flatMap(([key, names]) => names.map((name) => `${key}.${name}`)) }
}

/**
 * Sends what the shop knows about its customer; the rest remains for the customer to enter. Each value is sent once: if
 * the platform requests it again, it was wrong.
 */
function answerWhatIsKnown(order) {
  const { asked } = order.todo
  const known = asked.filter((path) => path in profile && !order.used.includes(path))
  if (known.length === 0) return
  order.used.push(...known)
  const rest = asked.filter((path) => !known.includes(path))
  order.todo = rest.length === 0 ? null : { asked: rest }
  const values = known.map((path) => [path, profile[path]])
  answer(order, values).catch(console.error)
}

/** Answers a clarification: `account.number` goes to `additional_data.account.number`. */
function answer(order, values) {
  const data = {}
  for (const [path, value] of values) {
    const names = path.split('.')
    const last = names.pop()
    let object = data
    for (const name of names) object = object[name] ??= {}
    object[last] = value
  }
  return send('/v2/payment/clarification', { general: { payment_id: order.id }, additional_data: data })
}

/** Requests the status, which says what the customer has to do now. */
async function requestStatus(order) {
  const { json } = await send('/v2/payment/status', { general: { payment_id: order.id } })
  if (isGenuine(json) && json.payment !== undefined) take(order, json)
}

/** Passes on what the customer has entered, but only what was requested. */
async function enter(order, text) {
  const asked = order.todo?.asked ?? []
  const values = [...new URLSearchParams(text)].filter(([path]) => asked.includes(path))
  if (values.length > 0) {
    order.todo = null
    const { status } = await answer(order, values)
    if (status !== 200) await requestStatus(order) // It was too late, or is no longer requested.
  }
  return { status: 303, location: `/orders/${order.id}` }
}

/** The address of a redirect by GET, with the members of `body` as its query. An empty `body` is a list. */
function addressOf({ url, body }) {
  const address = new URL(url)
  for (const [name, value] of Object.entries(body)) address.searchParams.append(name, String(value))
  return address.href
}

const encoded = (text) => String(text).replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
const link = (address, content) => `<a href="${encoded(address)}">${content}</a>`
const hidden = ([name, value]) => `<input type="hidden" name="${encoded(name)}" value="${encoded(value)}">`
const input = (path) => `<p><label>${encoded(path)} <input name="${encoded(path)}" required></label></p>`
const form = (action, fields, button) =>
  `<form method="post" action="${encoded(action)}">${fields.join('')}<button>${button}</button></form>`

/** A line of `display_data`. A shop draws `qr_data` as a QR code, with a library of its choice. */
function line({ type, title, data }) {
  const content = type === 'qr_img' ? `<img src="${encoded(data)}" alt="QR code">` : encoded(data)
  const isAddress = /^https?:\/\//.test(data)
  return `<dt>${encoded(title)}</dt><dd>${isAddress ? link(data, content) : content}</dd>`
}

/** How the page shows what the customer has to do. */
const SHOWN = {
  redirect: (redirect) =>
    redirect.method === 'GET'
      ? link(addressOf(redirect), 'Continue to the provider')
      : form(redirect.url, Object.entries(redirect.body).map(hidden), 'Continue to the provider'),
  display: (items) => `<dl>${items.map(line).join('')}</dl>`,
  asked: (paths, { id }) => form(`/orders/${id}/data`, paths.map(input), 'Send'),
}

const STATES = {
  open: 'This order is not paid yet.',
  paid: 'This order is paid. Your parcel is on its way.',
  short: 'You have paid less than the price. We will write to you.',
  declined: 'The payment was declined.',
}

/** Shows the stored state, also to a customer who comes back from the provider: the return itself proves nothing. */
function customerPage(order) {
  const [[kind, content] = []] = Object.entries(order.todo ?? {})
  const waits = order.state === 'open' && kind !== 'asked'
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Your order</title>${waits ? '<meta http-equiv="refresh" content="5">' : ''}</head>
<body><h1>Your order</h1><p>${STATES[order.state]}</p>${kind === undefined ? '' : SHOWN[kind](content, order)}</body>
</html>`
  return { status: 200, html }
}

const ROUTES = [
  [/^POST \/checkout$/, (order, text, address) => checkout(text, address)],
  [/^POST \/callbacks$/, (order, text) => callback(text)],
  [/^GET \/orders\/([^/.]+)$/, (order) => customerPage(order)],
  [/^GET \/orders\/([^/.]+)\.json$/, (order) => ({ status: 200, json: order })],
  [/^POST \/orders\/([^/.]+)\/data$/, (order, text) => enter(order, text)],
]

/** @param address the IP address of the customer */
function respond(line, text, address) {
  for (const [route, act] of ROUTES) {
    const found = route.exec(line)
    if (found === null) continue
    const order = orders.get(found[1])
    return found.length > 1 && order === undefined ? { status: 404 } : act(order, text, address)
  }
  return { status: 404 }
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const [path] = request.url.split('?')
  let result
  try {
    result = await respond(`${request.method} ${path}`, text, request.socket.remoteAddress)
  } catch (error) {
    result = { status: error instanceof SyntaxError ? 400 : 500 }
  }
  const { status, location, html, json } = result
  const type = html === undefined ? 'application/json' : 'text/html; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) })
  response.end(html ?? (json === undefined ? '' : JSON.stringify(json)))
})
const shop = () => `http://127.0.0.1:${server.address().port}`
server.listen(Number(PORT), HOST, () => console.log(`The back end is at ${shop()}`))
