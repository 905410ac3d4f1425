import { sumsOf } from '#merchant/shop/cart'
import { html, type Html } from '#lib/html/html'
import type { OpeningMethod, OpeningMode } from '#merchant/shop/orders'
import { layout, money, orderBox, type Visit } from './layout'

/** The values of the fields. `problem` is a sentence about a wrong value, or null. */
export interface CheckoutFields {
  readonly email: string
  readonly mode: OpeningMode
  readonly method: OpeningMethod
  readonly problem: string | null
}

const MODES: readonly { readonly mode: OpeningMode; readonly name: string; readonly detail: string }[] = [
  { mode: 'modal', name: 'Modal', detail: 'in a window over this page' },
  { mode: 'iframe', name: 'Iframe', detail: 'inside the page' },
  { mode: 'embedded', name: 'Embedded', detail: 'inside the page, paid with our own button' },
  { mode: 'tab', name: 'Tab', detail: 'as a page of its own, always by GET' },
]

/** Builds the page of the checkout. */
export function checkoutPage(visit: Visit, fields: CheckoutFields): Html {
  const { delivery, total } = sumsOf(visit.cart)
  return layout({
    title: 'Checkout',
    visit,
    main: html`<main class="shop-main">
      <form id="checkout" method="post" action="/shop/checkout" novalidate>
        <h1>Checkout</h1>
        ${
          fields.problem === null
            ? null
            : html`<p class="problem" role="alert" id="problem">${fields.problem}</p>`
        }
        <div class="field">
          <label for="email">E-mail for the receipt</label>
          <input
            class="input"
            id="email"
            name="email"
            type="email"
            autocomplete="email"
            value="${fields.email}"
            ${fields.problem === null ? null : html`aria-invalid="true" aria-describedby="problem"`}
          />
        </div>
        <fieldset class="choice">
          <legend>How this shop opens the form</legend>
          <p class="help">A real shop decides once; here you can try each way.</p>
          ${MODES.map(
            ({ mode, name, detail }) =>
              html`<label class="option"
                ><input type="radio" name="mode" value="${mode}" ${checked(mode === fields.mode)} /><span
                  ><b>${name}</b> <span class="quiet">${detail}</span></span
                ></label
              >`,
          )}
        </fieldset>
        <fieldset class="choice row">
          <legend>Request</legend>
          <label class="option"
            ><input type="radio" name="method" value="post" ${checked(fields.method === 'post')} /><span
              ><b>POST</b></span
            ></label
          >
          <label class="option"
            ><input type="radio" name="method" value="get" ${checked(fields.method === 'get')} /><span
              ><b>GET</b></span
            ></label
          >
        </fieldset>
      </form>
      ${orderBox({
        title: 'Your order',
        lines: visit.cart.map(({ product, quantity }) => ({
          name: quantity === 1 ? product.name : `${product.name} × ${String(quantity)}`,
          amount: money(product.price * quantity),
        })),
        sums: [{ name: 'Delivery', amount: money(delivery) }],
        total: money(total),
        rest: html`<button class="pay" type="submit" form="checkout">Pay ${money(total)}</button>
          <p class="help">You pay on the form of the payment platform. This shop never sees the card.</p>`,
      })}
    </main>`,
  })
}

function checked(yes: boolean): Html | null {
  return yes ? html`checked` : null
}
