import type { HttpResponse } from '#lib/http-message/message'
import { paymentParameters, readCheckout } from './checkout'
import { isSettled } from './order-state'
import { countingAttempt, newOrder, type Order, withNewAttempt } from './orders'
import { checkoutPage } from './pages/checkout'
import { orderPage, orderStatePart } from './pages/order'
import { paymentPage } from './pages/payment'
import { jsonResponse, seeOther } from './responses'
import { CART_COOKIE, CUSTOMER_COOKIE, notFound, setCookie, show, type ShopCall } from './shop-call'

/** The address in the checkout, so that a demo continues with one click. */
const SAMPLE_EMAIL = 'nora@mail.test'

const isCartEmpty = ({ visit }: ShopCall): boolean => visit.cart.length === 0

/** Shows the checkout, or the empty basket. */
export function showCheckout(call: ShopCall): HttpResponse {
  if (isCartEmpty(call)) return seeOther('/shop/cart')
  const form = { email: SAMPLE_EMAIL, mode: 'modal', method: 'post', problem: null } as const
  return show(call, checkoutPage(call.visit, form))
}

/** Places the order and redirects to its payment. */
export function placeOrder(call: ShopCall): HttpResponse {
  if (isCartEmpty(call)) return seeOther('/shop/cart')
  const { visit, request, orders } = call
  const { randomHex, now } = call.options
  const checkout = readCheckout(request.form)
  if (!checkout.ok) {
    const email = request.form.get('email') ?? ''
    const form = { email, mode: 'modal', method: 'post', problem: checkout.problem } as const
    return show(call, checkoutPage(visit, form), 422)
  }
  const known = request.cookie(CUSTOMER_COOKIE)
  const customerId = /^buyer-[0-9a-f]{8}$/.test(known) ? known : `buyer-${randomHex(8)}`
  const { email, mode, method } = checkout
  const id = `quill-${randomHex(8)}`
  orders.put(newOrder({ id, now: now(), cart: visit.cart, customerId, email, mode, method }))
  const cookies = [setCookie(CART_COOKIE, ''), setCookie(CUSTOMER_COOKIE, customerId)]
  return seeOther(`/shop/orders/${id}/pay`, cookies)
}

/** Shows an order. */
export function showOrder(call: ShopCall): HttpResponse {
  return withOrder(call, (order) => show(call, orderPage(call.visit, order)))
}

/** Returns the state of an order as JSON. The page's script requests it once a second. */
export function orderState(call: ShopCall): HttpResponse {
  return withOrder(call, (order) => {
    const { state } = countingAttempt(order)
    const html = orderStatePart(order).markup
    return jsonResponse({ state, settled: isSettled(state), rev: order.rev, html })
  })
}

/** Shows the page that opens the form of the platform, or the order if it is settled. */
export function showPayment(call: ShopCall): HttpResponse {
  return withOrder(call, (order) => {
    if (isSettled(countingAttempt(order).state)) return seeOther(`/shop/orders/${order.id}`)
    const { visit, platform, shop, callbacks } = call
    const { sign, project } = call.options
    const parameters = paymentParameters(order, { projectId: project().projectId, shop, callbacks, sign })
    return show(call, paymentPage(visit, { order, parameters, platform }))
  })
}

/** Starts another attempt to pay after a decline. */
export function payAgain(call: ShopCall): HttpResponse {
  return withOrder(call, (order) => {
    call.orders.put(withNewAttempt(order))
    return seeOther(`/shop/orders/${order.id}/pay`)
  })
}

function withOrder(call: ShopCall, answer: (order: Order) => HttpResponse): HttpResponse {
  const order = call.orders.get(call.id)
  return order === null ? notFound(call) : answer(order)
}
