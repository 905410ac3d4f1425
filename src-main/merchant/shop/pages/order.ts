import { html, type Html, jsonElement } from '#lib/html/html'
import { countingAttempt, isSettled, type Order, type OrderState } from '#merchant/shop/orders'
import { FORM_TARGET, type FormParameters } from '#merchant/shop/checkout'
import { layout, money, orderBox, shownLine, sign, type Sign, type Visit } from './layout'

const STATE_TEXTS: Readonly<
  Record<
    OrderState,
    { readonly sign: Sign; readonly hue: string; readonly title: string; readonly text: string }
  >
> = {
  pending: {
    sign: 'clock',
    hue: 'quiet',
    title: 'Payment pending',
    text: 'We are waiting for the payment platform. This page updates automatically.',
  },
  'more information requested': {
    sign: 'question',
    hue: 'amber',
    title: 'More information requested',
    text: 'The payment continues as soon as you enter the details below on the form.',
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
    title: 'Paid',
    text: 'Thank you. The payment is confirmed and your order is being packed.',
  },
  'amount differs': {
    sign: 'question',
    hue: 'amber',
    title: 'A different amount was paid',
    text: 'We will check it and write to you. We will not ship anything until then.',
  },
  'returned in part': {
    sign: 'back',
    hue: 'quiet',
    title: 'Part of the money went back',
    text: 'The rest of the order is unchanged.',
  },
  returned: { sign: 'back', hue: 'quiet', title: 'Money returned', text: 'The order is closed.' },
}

/** The part of the page that callbacks change. The page's script replaces it whenever `rev` changes. */
export function orderStatePart(order: Order): Html {
  const attempt = countingAttempt(order)
  const { hue, sign: name, title, text } = STATE_TEXTS[attempt.state]
  return html`<div class="state ${hue}">
      ${sign(name)}
      <div>
        <h1>${title}</h1>
        <p>${text}</p>
      </div>
    </div>
    ${
      attempt.fields.length === 0 || attempt.state !== 'more information requested'
        ? null
        : html`<ul class="asked">
            ${attempt.fields.map((field) => html`<li><code>${field}</code></li>`)}
          </ul>`
    }
    ${action(order)}
    <dl class="facts">
      ${fact('Payment id', attempt.paymentId)}
      ${
        attempt.received === null || attempt.state === 'declined'
          ? null
          : fact('Amount reported', money(attempt.received.amount, attempt.received.currency))
      }
      ${attempt.code === '' ? null : fact('Code', attempt.code)}
      ${order.releasedAt === null ? null : fact('Released for packing', timeText(order.releasedAt))}
    </dl>
    ${callbackList(order)}`
}

/** The state on the page comes from callbacks, never from the customer's return to it (contract 10, rule 10). */
export function orderPage(visit: Visit, order: Order): Html {
  return layout({
    title: `Order ${order.id}`,
    visit,
    main: html`<main class="shop-main">
      <div
        id="order-state"
        data-state="/shop/orders/${order.id}/state"
        data-rev="${order.rev}"
        aria-live="polite"
      >
        ${orderStatePart(order)}
      </div>
      ${boxOf(order, html`<p class="help">Receipt goes to ${order.email}</p>`)}
    </main>`,
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

function action(order: Order): Html | null {
  const { state } = countingAttempt(order)
  const path = `/shop/orders/${order.id}/pay`
  if (state === 'declined') {
    return html`<form class="go-on" method="post" action="${path}">
      <button class="pay" type="submit">Pay again</button>
    </form>`
  }
  return isSettled(state)
    ? null
    : html`<p class="go-on"><a class="second" href="${path}">Back to the form</a></p>`
}

function callbackList({ callbacks }: Order): Html | null {
  if (callbacks.length === 0) return null
  return html`<section class="callbacks" aria-labelledby="callbacks-title">
    <h2 id="callbacks-title">Callbacks from the platform</h2>
    <ol>
      ${callbacks.map(
        ({ at, status, code, counted }) =>
          html`<li>
            <time>${timeText(at)}</time> <code>${status === '' ? 'no status' : status}</code>
            <span class="quiet">code ${code === '' ? 'none' : code}${counted ? '' : ', no change'}</span>
          </li>`,
      )}
    </ol>
  </section>`
}

function fact(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

function stateWord(order: Order): Html {
  const { sign: name, hue, title } = STATE_TEXTS[countingAttempt(order).state]
  return html`<span class="word ${hue}">${sign(name)}${title}</span>`
}

export function orderListPage(visit: Visit, orders: readonly Order[]): Html {
  return layout({
    title: 'Orders',
    visit,
    main: html`<main class="shop-main single">
      <h1>Orders</h1>
      ${
        orders.length === 0
          ? html`<p class="lead">No orders yet.</p>`
          : html`<ul class="order-list">
              ${orders.map(
                (order) =>
                  html`<li>
                    <a class="link" href="/shop/orders/${order.id}">${order.id}</a>
                    ${stateWord(order)}
                    <time class="quiet">${timeText(order.createdAt)}</time>
                    <span class="price">${money(order.total, order.currency)}</span>
                  </li>`,
              )}
            </ul>`
      }
    </main>`,
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
  const opensInside = order.mode === 'iframe' || order.mode === 'embedded'
  return layout({
    title: 'Payment',
    visit,
    head: html`<link rel="stylesheet" href="${platform}/shared/merchant.css" />
      <script src="${platform}/shared/merchant.js" data-theme="auto"></script>
      ${jsonElement('payment', payment)}
      <script src="/shop/assets/shop.js"></script>`,
    main: html`<main class="shop-main">
      <div>
        <h1>Payment</h1>
        <p class="hint" id="hint" role="status">Opening the form of the payment platform.</p>
        ${opensInside ? html`<div class="form-place" id="${FORM_TARGET}"></div>` : null}
        <p class="without-form">
          <a class="link" href="${page}">See the order</a>
        </p>
      </div>
      ${boxOf(
        order,
        order.mode === 'iframe'
          ? html`<p class="help">Pay with the form on this page.</p>`
          : html`<button class="pay" type="button" id="pay">
              Pay ${money(order.total, order.currency)}
            </button>`,
      )}
    </main>`,
  })
}
