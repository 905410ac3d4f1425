import { FORM_TARGET } from '#merchant/shop/checkout'
import { html, jsonElement, type Html } from '#lib/html/html'
import type { Order } from '#merchant/shop/orders'
import type { FormParameters } from '#merchant/shop/sign'
import { layout, money, orderBox, type Visit } from './layout'

/** Builds the page that opens the platform's form. Its script gets the signed parameters but not the secret. */
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
        <p class="hint" id="hint" role="status">The form of the payment platform opens.</p>
        ${opensInside ? html`<div class="form-place" id="${FORM_TARGET}"></div>` : null}
        <p class="without-form">
          <a class="link" href="${page}">See the order</a>
        </p>
      </div>
      ${orderBox({
        title: `Order ${order.id}`,
        lines: order.lines.map(({ name, quantity, amount }) => ({
          name: quantity === 1 ? name : `${name} × ${String(quantity)}`,
          amount: money(amount, order.currency),
        })),
        sums: [{ name: 'Delivery', amount: money(order.delivery, order.currency) }],
        total: money(order.total, order.currency),
        rest:
          order.mode === 'iframe'
            ? html`<p class="help">Pay on the form of this page.</p>`
            : html`<button class="pay" type="button" id="pay">
                Pay ${money(order.total, order.currency)}
              </button>`,
      })}
    </main>`,
  })
}
