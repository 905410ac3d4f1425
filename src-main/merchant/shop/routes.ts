import { inTheme, withAccent } from '#domain/form/accent'
import { chooseLanguage } from '#domain/form/languages'
import { themeOf } from '#domain/form/settings'
import type { HttpResponse, ReceivedRequest } from '#lib/http-message/message'
import { ownMember } from '#lib/own-member'
import { takeCallback } from './callback'
import {
  type Cart,
  countingAttempt,
  isSettled,
  newOrder,
  type Order,
  ordersIn,
  quantityOf,
  withNewAttempt,
  withQuantity,
  writeCart,
} from './orders'
import { basketPage, cataloguePage, checkoutPage } from './pages/basket'
import { orderListPage, orderPage, orderStatePart, paymentPage } from './pages/order'
import {
  fileResponse,
  hasType,
  jsonResponse,
  methodNotAllowed,
  pageResponse,
  readShopRequest,
  reportsResponse,
  seeOther,
  textResponse,
} from './responses'
import {
  CART_COOKIE,
  CUSTOMER_COOKIE,
  lookOf,
  notFound,
  setCookie,
  type ShopCall,
  shopCall,
  type ShopOptions,
  show,
} from './shop-call'
import { noticePage } from './pages/layout'
import { renderPreviewPage } from './pages/preview'
import { paymentParameters, readCheckout } from './checkout'

const SAMPLE_EMAIL = 'nora@mail.test'

const isCartEmpty = ({ visit }: ShopCall): boolean => visit.cart.length === 0

function showCheckout(call: ShopCall): HttpResponse {
  if (isCartEmpty(call)) return seeOther('/shop/cart')
  return show(call, checkoutPage(call.visit, { email: SAMPLE_EMAIL, problem: null }))
}

function placeOrder(call: ShopCall): HttpResponse {
  if (isCartEmpty(call)) return seeOther('/shop/cart')
  const { visit, request, orders } = call
  const { randomHex, now } = call.options
  const checkout = readCheckout(request.form)
  if (!checkout.ok) {
    const email = request.form.get('email') ?? ''
    return show(call, checkoutPage(visit, { email, problem: checkout.problem }), 422)
  }
  const known = request.cookie(CUSTOMER_COOKIE)
  const customerId = /^buyer-[0-9a-f]{8}$/.test(known) ? known : `buyer-${randomHex(8)}`
  const { email, mode, method, way } = checkout
  const id = `shop-${randomHex(8)}`
  orders.put(newOrder({ id, createdAt: now(), cart: visit.cart, customerId, email, mode, method, way }))
  const cookies = [setCookie(CART_COOKIE, ''), setCookie(CUSTOMER_COOKIE, customerId)]
  return seeOther(`/shop/orders/${id}/pay`, cookies)
}

function showOrder(call: ShopCall): HttpResponse {
  return withOrder(call, (order) => show(call, orderPage(call.visit, order)))
}

/** The page's script requests this state once a second. */
function orderState(call: ShopCall): HttpResponse {
  return withOrder(call, (order) => {
    const { state } = countingAttempt(order)
    const html = orderStatePart(order).markup
    return jsonResponse({ state, settled: isSettled(state), rev: order.rev, html })
  })
}

function showPayment(call: ShopCall): HttpResponse {
  return withOrder(call, (order) => {
    if (isSettled(countingAttempt(order).state)) return seeOther(`/shop/orders/${order.id}`)
    const { visit, platform, shop, callbacks } = call
    const { sign, project } = call.options
    const parameters = paymentParameters(order, { projectId: project().projectId, shop, callbacks, sign })
    return show(call, paymentPage(visit, { order, parameters, platform }))
  })
}

function payAgain(call: ShopCall): HttpResponse {
  return withOrder(call, (order) => {
    call.orders.put(withNewAttempt(order))
    return seeOther(`/shop/orders/${order.id}/pay`)
  })
}

function withOrder(call: ShopCall, respond: (order: Order) => HttpResponse): HttpResponse {
  const order = call.orders.get(call.id)
  return order === null ? notFound(call) : respond(order)
}

type Handler = (call: ShopCall) => HttpResponse

interface Route {
  /** Without `/shop`; `:id` matches any segment. */
  readonly path: readonly string[]
  readonly GET?: Handler
  readonly POST?: Handler
}

const MAX_LISTED_ORDERS = 50

const ROUTES: readonly Route[] = [
  { path: [], GET: (call) => show(call, cataloguePage(call.visit)) },
  { path: ['cart'], GET: (call) => show(call, basketPage(call.visit)), POST: changeCart },
  { path: ['checkout'], GET: showCheckout, POST: placeOrder },
  {
    path: ['orders'],
    GET: (call) => show(call, orderListPage(call.visit, call.orders.list(MAX_LISTED_ORDERS))),
  },
  { path: ['orders', ':id'], GET: showOrder },
  { path: ['orders', ':id', 'pay'], GET: showPayment, POST: payAgain },
  { path: ['orders', ':id', 'state'], GET: orderState },
  { path: ['callback'], POST: takeShopCallback },
  { path: ['preview', ':id'], GET: showPreview },
  { path: ['preview', ':id', 'reports'], POST: takeReports },
  { path: ['assets', ':id'], GET: showAsset },
]

function route(call: Omit<ShopCall, 'id'>): HttpResponse {
  const { method, path } = call.request
  const found = ROUTES.find(
    (each) =>
      each.path.length === path.length && each.path.every((word, at) => word === ':id' || word === path[at]),
  )
  if (found === undefined) return method === 'GET' ? notFound(call) : methodNotAllowed('GET')
  const handler = method === 'GET' ? found.GET : method === 'POST' ? found.POST : undefined
  if (handler === undefined)
    return methodNotAllowed(['GET', 'POST'].filter((name) => name in found).join(', '))
  const at = found.path.indexOf(':id')
  return handler({ ...call, id: at === -1 ? '' : (path[at] ?? '') })
}

function takeShopCallback({ raw, orders, options }: ShopCall): HttpResponse {
  const { verify, now } = options
  const { status, text } = takeCallback(raw.body, { verify, orders, now: now() })
  return textResponse(status, text)
}

function changeCart({ visit, request }: ShopCall): HttpResponse {
  return seeOther('/shop/cart', [setCookie(CART_COOKIE, writeCart(changedCart(visit.cart, request.form)))])
}

function changedCart(cart: Cart, form: URLSearchParams): Cart {
  const added = form.get('add')
  if (added !== null) return withQuantity(cart, added, quantityOf(cart, added) + 1)
  const quantity = form.has('remove') ? '0' : (form.get('quantity') ?? '')
  return /^\d$/.test(quantity) ? withQuantity(cart, form.get('set') ?? '', Number(quantity)) : cart
}

/** The name of the style sheet contains its accent and its theme. */
function showAsset(call: ShopCall): HttpResponse {
  const { files } = call.options
  const [, accent, theme] = /^shop-([\da-f]{6})-(light|dark|auto)\.css$/.exec(call.id) ?? []
  if (accent !== undefined)
    return fileResponse(withAccent(inTheme(files.shopCss, themeOf(theme)), `#${accent}`), 'text/css')
  const script = ownMember({ 'shop.js': files.shopJs, 'preview.js': files.previewJs }, call.id)
  return script === undefined ? notFound(call) : fileResponse(script, 'text/javascript')
}

function showPreview(call: ShopCall): HttpResponse {
  const { options, platform, parents, visit } = call
  const preview = options.preview(call.id)
  if (preview === null) {
    const text = 'Open the form again in the workbench, which keeps the last 50 previews.'
    return show(call, noticePage(visit, { title: 'This preview no longer exists', text }), 404)
  }
  const { language_code: code = '' } = preview.parameters
  const look = lookOf(options.project(preview.projectId), chooseLanguage(String(code), [], ''))
  const nonce = options.randomHex(32)
  return pageResponse(renderPreviewPage({ visit: { ...look, cart: [] }, preview, platform, parents, nonce }))
}

function takeReports({ options, id, raw }: ShopCall): HttpResponse {
  if (options.preview(id) === null) {
    return textResponse(404, 'This preview no longer exists. Open the form again in the workbench.\n')
  }
  // A page of another origin cannot send this type without a preflight request, which the shop never allows.
  if (!hasType(raw, 'application/json'))
    return textResponse(415, 'Send reports as JSON, with Content-Type: application/json.\n')
  return reportsResponse(options.reports.take(id, raw.body))
}

/** A merchant's pages and its server side, below `/shop`. */
export type Shop = ReturnType<typeof createShop>

export function createShop(options: ShopOptions) {
  const orders = ordersIn(options.orders)
  return {
    /** Responds and stores what changes. Null if the request is not for the shop. */
    handle(raw: ReceivedRequest): HttpResponse | null {
      const request = readShopRequest(raw)
      if (request === null) return null
      const own = options.addresses()
      if (own === null) return textResponse(503, 'The shop is starting. Try again in a moment.\n')
      return route(shopCall(options, orders, request, raw, own))
    },
  }
}
