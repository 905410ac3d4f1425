import { momentText } from '#domain/form/format'
import { html, type Html, jsonElement } from '#lib/html/html'
import { countingAttempt, isSettled, type Order, type OrderState } from '#merchant/shop/orders'
import type { FormParameters } from '#merchant/shop/checkout'
import {
  fact,
  formPlace,
  forTesters,
  howYouPay,
  layout,
  money,
  orderBox,
  payPart,
  shownLine,
  sign,
  type Sign,
  type Visit,
  wayOn,
} from './layout'

const STATE_TEXTS = {
  pending: {
    sign: 'clock',
    hue: 'amber',
    title: 'Payment pending',
    text: 'We are waiting for the payment platform. This page updates automatically.',
  },
  'more information requested': {
    sign: 'question',
    hue: 'amber',
    title: 'More information requested',
    text: 'The payment continues as soon as you enter a few more details on the form.',
  },
  held: {
    sign: 'pause',
    hue: 'amber',
    title: 'Amount held',
    text: 'The amount is reserved on the card. It is charged when the parcel leaves.',
  },
  declined: {
    sign: 'refused',
    hue: 'red',
    title: 'Payment declined',
    text: 'Nothing was charged. You can pay again, with another card if you like.',
  },
  paid: {
    sign: 'check',
    hue: 'green',
    title: 'Order confirmed',
    text: 'Thank you. You have paid, and your order is being packed.',
  },
  'amount differs': {
    sign: 'question',
    hue: 'amber',
    title: 'A different amount was paid',
    text: 'We will check it and write to you. We will not ship anything until then.',
  },
  'returned in part': {
    sign: 'back',
    hue: 'plain',
    title: 'Part of the money went back',
    text: 'The rest of the order is unchanged.',
  },
  returned: { sign: 'back', hue: 'plain', title: 'Money returned', text: 'The order is closed.' },
} satisfies Record<OrderState, { sign: Sign; hue: string; title: string; text: string }>

/** The part of the page that callbacks change. The page's script replaces it whenever `rev` changes. */
export function orderStatePart(order: Order): Html {
  const { state } = countingAttempt(order)
  const { hue, sign: name, title, text } = STATE_TEXTS[state]
  return html`<div class="state ${hue}">
      <span class="disc">${sign(name)}</span>
      <div>
        <h1>${title}</h1>
        <p>${text}</p>
        ${action(order)}
      </div>
    </div>
    ${state === 'returned' ? null : progressOf(order)}
    ${forTesters({ about: 'what the platform reported', open: true, rest: reportOf(order) })}`
}

/** Shows an order as paid once its goods are released; the demo shop takes it no further. */
function progressOf({ releasedAt }: Order): Html {
  const reached = releasedAt === null ? 0 : 1
  return html`<ol class="way" aria-label="Progress of the order">
    ${['Ordered', 'Paid', 'Packed', 'On its way'].map(
      (step, at) =>
        html`<li class="${at <= reached ? 'on' : ''}" ${at === reached ? html`aria-current="step"` : null}>
          ${step}
        </li>`,
    )}
  </ol>`
}

function reportOf(order: Order): Html {
  const { paymentId, state, fields, received, code } = countingAttempt(order)
  return html`<dl>
      ${fact('Payment id', paymentId)}
      ${
        fields.length === 0 || state !== 'more information requested'
          ? null
          : fact('Fields requested', fields.join(', '))
      }
      ${
        received === null || state === 'declined'
          ? null
          : fact('Amount reported', money(received.amount, received.currency))
      }
      ${code === '' ? null : fact('Code', code)}
      ${order.releasedAt === null ? null : fact('Released for packing', momentText(order.releasedAt, 'en'))}
    </dl>
    ${callbackList(order)}`
}

/** The state on the page comes from callbacks, never from the customer's return to it (contract 10, rule 10). */
export function orderPage(visit: Visit, order: Order): Html {
  return layout({
    title: `Order ${order.id}`,
    visit,
    main: html`<div class="columns">
      <div
        id="order-state"
        data-state="/shop/orders/${order.id}/state"
        data-rev="${order.rev}"
        aria-live="polite"
      >
        ${orderStatePart(order)}
      </div>
      ${boxOf(order, html`<p class="quiet">Receipt goes to ${order.email}</p>`)}
    </div>`,
  })
}

const boxOf = (order: Order, rest: Html): Html =>
  orderBox({
    title: `Order ${order.id}`,
    lines: order.lines.map(shownLine),
    sums: [{ name: 'Delivery', amount: money(order.delivery, order.currency) }],
    total: money(order.total, order.currency),
    rest,
  })

function action(order: Order): Html {
  const { state } = countingAttempt(order)
  const path = `/shop/orders/${order.id}/pay`
  if (state === 'declined') {
    return html`<form method="post" action="${path}">
      <button class="pay" type="submit">Pay again</button>
    </form>`
  }
  return isSettled(state) ? wayOn() : html`<a class="pay" href="${path}">Back to the form</a>`
}

function callbackList({ callbacks }: Order): Html | null {
  if (callbacks.length === 0) return null
  return html`<h2>Callbacks from the platform</h2>
    <ol>
      ${callbacks.map(
        ({ at, status, code, counted }) =>
          html`<li>
            <time>${momentText(at, 'en')}</time> <code>${status === '' ? 'no status' : status}</code>
            <span class="quiet">code ${code === '' ? 'none' : code}${counted ? '' : ', no change'}</span>
          </li>`,
      )}
    </ol>`
}

function stateWord(order: Order): Html {
  const { sign: name, hue, title } = STATE_TEXTS[countingAttempt(order).state]
  return html`<div>
    <span class="word ${hue}"><span class="disc">${sign(name)}</span>${title}</span>
  </div>`
}

export function orderListPage(visit: Visit, orders: readonly Order[]): Html {
  return layout({
    title: 'Orders',
    visit,
    main: html`<h1>Orders</h1>
      ${
        orders.length === 0
          ? html`<p class="lead">No orders yet.</p>`
          : html`<ul class="order-list">
              ${orders.map(
                (order) =>
                  html`<li>
                    <a class="link" href="/shop/orders/${order.id}">${order.id}</a>
                    ${stateWord(order)}
                    <time class="quiet">${momentText(order.createdAt, 'en')}</time>
                    <span class="price">${money(order.total, order.currency)}</span>
                  </li>`,
              )}
            </ul>`
      }`,
  })
}

/** The page that opens the platform's form. Its script gets the signed parameters but not the secret. */
export function paymentPage(
  visit: Visit,
  options: { readonly order: Order; readonly parameters: FormParameters; readonly platform: string },
): Html {
  const { order, parameters, platform } = options
  const page = `/shop/orders/${order.id}`
  const payment = { parameters, mode: order.mode, method: order.method, page, state: `${page}/state` }
  return layout({
    title: 'Payment',
    visit,
    head: html`<link rel="stylesheet" href="${platform}/shared/merchant.css" />
      <script src="${platform}/shared/merchant.js" data-theme="auto"></script>
      ${jsonElement('payment', payment)}
      <script src="/shop/assets/shop.js"></script>`,
    main: html`<h1>Payment</h1>
      <p class="lead" id="hint" role="status">Opening the form of the payment platform.</p>
      <div class="columns">
        ${formPlace(order.mode) ?? html`<div>${howYouPay(order.way)}</div>`}
        ${boxOf(
          order,
          payPart({
            mode: order.mode,
            label: `Pay ${money(order.total, order.currency)}`,
            paid: html`<a class="pay" href="${page}">See the order</a>`,
          }),
        )}
      </div>`,
  })
}
