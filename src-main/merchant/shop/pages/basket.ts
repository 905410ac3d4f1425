import {
  type CartLine,
  linesOf,
  MAX_QUANTITY,
  type OpeningMode,
  type Product,
  PRODUCTS,
  sumsOf,
} from '#merchant/shop/orders'
import { html, type Html } from '#lib/html/html'
import { layout, money, orderBox, picture, shownLine, type Visit } from './layout'

export function basketPage(visit: Visit): Html {
  const { items, delivery, total } = sumsOf(visit.cart)
  const main =
    visit.cart.length === 0
      ? html`<main class="shop-main single">
          <h1>Your basket</h1>
          <p class="lead">Your basket is empty.</p>
          <p><a class="second" href="/shop">Browse the tableware</a></p>
        </main>`
      : html`<main class="shop-main">
          <div>
            <h1>Your basket</h1>
            <ul class="items">
              ${visit.cart.map(basketLine)}
            </ul>
          </div>
          ${orderBox({
            title: 'Your order',
            sums: [
              { name: 'Items', amount: money(items) },
              { name: 'Delivery', amount: money(delivery) },
            ],
            total: money(total),
            rest: html`<a class="pay" href="/shop/checkout">Go to checkout</a>
              <p class="help">
                A demo shop on your own machine. Its server signs the parameters of the form.
              </p>`,
          })}
        </main>`
  return layout({ title: 'Your basket', visit, main })
}

function basketLine({ product, quantity }: CartLine): Html {
  const { id, name, detail, price } = product
  const counts = Array.from({ length: MAX_QUANTITY }, (_, index) => index + 1)
  return html`<li class="item">
    ${picture(id)}
    <div>
      <h2>${name}</h2>
      <p class="quiet">${detail}</p>
      <form class="quantity" method="post" action="/shop/cart" data-send-on-change>
        <input type="hidden" name="set" value="${id}" />
        <label
          ><span class="hidden-words">Quantity of ${name}</span
          ><select name="quantity">
            ${counts.map((count) => html`<option ${count === quantity ? html`selected` : null}>${count}</option>`)}
          </select></label
        >
        <button class="link" type="submit" data-without-script>Update</button>
        <button class="link" type="submit" name="remove" value="1">
          Remove<span class="hidden-words"> ${name}</span>
        </button>
      </form>
    </div>
    <span class="price">${money(price * quantity)}</span>
  </li>`
}

export function cataloguePage(visit: Visit): Html {
  return layout({
    title: 'Tableware',
    visit,
    main: html`<main class="shop-main single">
      <h1>Tableware</h1>
      <ul class="products">
        ${PRODUCTS.map(productCard)}
      </ul>
    </main>`,
  })
}

function productCard({ id, name, detail, price }: Product): Html {
  return html`<li>
    ${picture(id)}
    <h2>${name}</h2>
    <p class="quiet">${detail}</p>
    <form method="post" action="/shop/cart">
      <span class="price">${money(price)}</span>
      <input type="hidden" name="add" value="${id}" />
      <button class="second" type="submit">
        Add<span class="hidden-words"> ${name} to the basket</span>
      </button>
    </form>
  </li>`
}

const MODES: readonly { readonly mode: OpeningMode; readonly name: string; readonly detail: string }[] = [
  { mode: 'modal', name: 'Modal', detail: 'in a window over this page' },
  { mode: 'iframe', name: 'Iframe', detail: 'inside the page' },
  { mode: 'embedded', name: 'Embedded', detail: 'inside the page, paid with our own button' },
  { mode: 'tab', name: 'Tab', detail: 'as a separate page, always by GET' },
]

export function checkoutPage(
  visit: Visit,
  fields: { readonly email: string; readonly problem: string | null },
): Html {
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
                ><input
                  type="radio"
                  name="mode"
                  value="${mode}"
                  ${mode === 'modal' ? html`checked` : null}
                /><span><b>${name}</b> <span class="quiet">${detail}</span></span></label
              >`,
          )}
        </fieldset>
        <fieldset class="choice row">
          <legend>Request</legend>
          <label class="option"
            ><input type="radio" name="method" value="post" checked /><span><b>POST</b></span></label
          >
          <label class="option"
            ><input type="radio" name="method" value="get" /><span><b>GET</b></span></label
          >
        </fieldset>
      </form>
      ${orderBox({
        title: 'Your order',
        lines: linesOf(visit.cart).map(shownLine),
        sums: [{ name: 'Delivery', amount: money(delivery) }],
        total: money(total),
        rest: html`<button class="pay" type="submit" form="checkout">Pay ${money(total)}</button>
          <p class="help">You pay on the form of the payment platform. This shop never sees the card.</p>`,
      })}
    </main>`,
  })
}
