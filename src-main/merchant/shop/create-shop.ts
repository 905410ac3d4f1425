import type { PageReportIntake } from './page-reports'
import type { Preview } from './preview'
import type {
  CustomerFiles,
  IncomingRequest,
  OutgoingReply,
  SelfAddresses,
  WireHeaders,
} from '../../bench/ports'
import { takeCallback } from './callback'
import { quantityOf, readCart, withQuantity, writeCart } from './cart'
import type { Cart } from './cart'
import { paymentParameters, readCheckout } from './checkout'
import type { Markup } from './html'
import { isSettled } from './order-state'
import { countingAttempt, newOrder, ordersIn, withNewAttempt } from './orders'
import type { Order, OrderRepository } from './orders'
import { pagePolicy, workbenchOrigins } from './page-policy'
import { basketPage } from './pages/basket'
import { cataloguePage } from './pages/catalogue'
import { checkoutPage } from './pages/checkout'
import type { Visit } from './pages/layout'
import { noticePage } from './pages/notice'
import { orderPage, orderStatePart } from './pages/order'
import { orderListPage } from './pages/order-list'
import { paymentPage } from './pages/payment'
import { renderPreviewPage } from './pages/preview'
import { fileReply, jsonReply, methodRefused, pageReply, reportsReply, seeOther, textReply } from './replies'
import { isJson, readShopRequest } from './request'
import type { ShopRequest } from './request'
import type { ShopKey } from './sign'

export interface ShopOptions extends ShopKey {
  /** Null until the listeners accept. */
  readonly addresses: () => SelfAddresses | null
  readonly project: () => { readonly projectId: number }
  readonly orders: OrderRepository
  readonly preview: (id: string) => Preview | null
  readonly reports: PageReportIntake
  /** Where the workbench is served, also `paybench://desk`; null where there is none that could frame a preview. */
  readonly workbenchOrigin: () => string | null
  readonly files: CustomerFiles
  /** Random lower-case hex digits. */
  readonly randomHex: (digits: number) => string
  /** Virtual now, epoch milliseconds. */
  readonly now: () => number
}

/** The demo shop: a merchant's pages and its server side, below `/shop`. */
export interface Shop {
  /** Null for a request that is not for the shop. What it changed is in the order book when it answers. */
  handle(request: IncomingRequest): OutgoingReply | null
}

const MAX_LISTED = 50
const CART = 'quillmere_basket'
const CUSTOMER = 'quillmere_customer'

export function createShop(options: ShopOptions): Shop {
  const { sign, verify, now, randomHex, files } = options
  const orders = ordersIn(options.orders)

  const route = (request: ShopRequest, raw: IncomingRequest, own: SelfAddresses): OutgoingReply => {
    const platform = raw.tlsVersion === null ? own.platform : own.platformTls
    const shop = raw.tlsVersion === null ? own.merchant : own.merchantTls
    const isPost = request.method === 'POST'
    const visit: Visit = {
      cart: readCart(request.cookie(CART)),
    }
    const show = (markup: Markup, status = 200, headers: WireHeaders = []): OutgoingReply =>
      pageReply(
        {
          status,
          markup,
          policy: pagePolicy({ platform, parents: workbenchOrigins(options.workbenchOrigin()) }),
        },
        headers,
      )
    const nothingHere = (): OutgoingReply =>
      show(noticePage(visit, { title: 'Nothing here', text: 'This shop has no such page.' }), 404)

    const checkout = (): OutgoingReply => {
      if (visit.cart.length === 0) return seeOther('/shop/cart')
      if (!isPost) {
        return show(
          checkoutPage(visit, { email: SAMPLE_EMAIL, mode: 'modal', method: 'post', problem: null }),
        )
      }
      const wish = readCheckout(request.form)
      if (!wish.ok) {
        const email = request.form.get('email') ?? ''
        return show(checkoutPage(visit, { email, mode: 'modal', method: 'post', problem: wish.problem }), 422)
      }
      const known = request.cookie(CUSTOMER)
      const customerId = /^buyer-[0-9a-f]{8}$/.test(known) ? known : `buyer-${randomHex(8)}`
      const { email, mode, method } = wish
      const id = `quill-${randomHex(8)}`
      orders.put(newOrder({ id, now: now(), cart: visit.cart, customerId, email, mode, method }))
      return seeOther(`/shop/orders/${id}/pay`, [setCookie(CART, ''), setCookie(CUSTOMER, customerId)])
    }

    const pay = (order: Order): OutgoingReply => {
      const page = `/shop/orders/${order.id}`
      if (isPost) {
        orders.put(withNewAttempt(order))
        return seeOther(`${page}/pay`)
      }
      if (isSettled(countingAttempt(order).state)) return seeOther(page)
      const { projectId } = options.project()
      return show(
        paymentPage(visit, {
          order,
          parameters: paymentParameters(order, { projectId, shop, sign }),
          platform,
        }),
      )
    }

    const ofOrder = (id: string, part: string | undefined): OutgoingReply => {
      const order = orders.get(id)
      if (order === null) return nothingHere()
      if (part === undefined) return show(orderPage(visit, order))
      if (part === 'pay') return pay(order)
      return part === 'state' ? jsonReply(stateOf(order)) : nothingHere()
    }

    const preview = (id: string): OutgoingReply => {
      const wanted = options.preview(id)
      if (wanted === null) {
        const text = 'Open the form again in the workbench: it keeps the last 50.'
        return show(noticePage(visit, { title: 'This preview is gone', text }), 404)
      }
      const workbenchOrigin = options.workbenchOrigin()
      const nonce = randomHex(32)
      return pageReply(renderPreviewPage({ preview: wanted, platform, workbenchOrigin, nonce }))
    }

    const takeReports = (id: string): OutgoingReply => {
      if (options.preview(id) === null) return textReply(404, 'This preview is gone.\n')
      // A page of another origin cannot send this type without asking first, which nothing here allows.
      if (!isJson(raw)) return textReply(415, 'Reports are JSON.\n')
      return reportsReply(options.reports.take(id, raw.body))
    }

    const [area, id = '', part, ...more] = request.path
    if (more.length > 0) return nothingHere()
    if (area === 'callback' && id === '') {
      if (!isPost) return methodRefused('POST')
      const answer = takeCallback(raw.body, { verify, orders, now: now() })
      return textReply(answer.status, answer.text)
    }
    if (area === 'preview' && part === 'reports') return isPost ? takeReports(id) : methodRefused('POST')
    const takesPost = (id === '' && (area === 'cart' || area === 'checkout')) || part === 'pay'
    if (isPost ? !takesPost : request.method !== 'GET') return methodRefused(takesPost ? 'GET, POST' : 'GET')
    if (area === undefined) return show(cataloguePage(visit))
    if (area === 'orders' && id === '') return show(orderListPage(visit, orders.list(MAX_LISTED)))
    if (area === 'orders') return ofOrder(id, part)
    if (part !== undefined) return nothingHere()
    if (area === 'cart' && id === '') {
      if (!isPost) return show(basketPage(visit))
      return seeOther('/shop/cart', [setCookie(CART, writeCart(changedCart(visit.cart, request.form)))])
    }
    if (area === 'checkout' && id === '') return checkout()
    if (area === 'preview') return preview(id)
    if (area === 'assets') return asset(id, files) ?? nothingHere()
    return nothingHere()
  }

  return {
    handle(raw) {
      const request = readShopRequest(raw)
      if (request === null) return null
      const own = options.addresses()
      if (own === null) return textReply(503, 'The shop is not open yet.\n')
      return route(request, raw, own)
    },
  }
}

/** So that a demo goes on with one click. */
const SAMPLE_EMAIL = 'nora@mail.test'

/** Adds one, or sets how many. */
function changedCart(cart: Cart, form: URLSearchParams): Cart {
  const added = form.get('add')
  if (added !== null) return withQuantity(cart, added, quantityOf(cart, added) + 1)
  const quantity = form.has('remove') ? '0' : (form.get('quantity') ?? '')
  return /^\d$/.test(quantity) ? withQuantity(cart, form.get('set') ?? '', Number(quantity)) : cart
}

/** What the page's script asks for once a second. */
function stateOf(order: Order): unknown {
  const { state } = countingAttempt(order)
  return { state, settled: isSettled(state), rev: order.rev, html: orderStatePart(order).markup }
}

function asset(name: string, files: CustomerFiles): OutgoingReply | null {
  switch (name) {
    case 'shop.js':
      return fileReply(files.shopJs, 'text/javascript')
    case 'shop.css':
      return fileReply(files.shopCss, 'text/css')
    case 'preview.js':
      return fileReply(files.previewJs, 'text/javascript')
    default:
      return null
  }
}

/** Cookies go to the shop's own paths; other programs on this computer share the host. */
function setCookie(name: string, value: string): readonly [string, string] {
  return ['Set-Cookie', `${name}=${value}; Path=/shop; HttpOnly; SameSite=Lax`]
}
