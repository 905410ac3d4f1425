import { formatMinorUnits } from '#lib/money/minor-units'
import { type Cart, sumsOf } from '#merchant/shop/cart'
import { html, type Html } from '#lib/html/html'
import { CURRENCY } from '#merchant/shop/products'
import { sign } from './icons'

/** What every page shows about the visit. */
export interface Visit {
  readonly cart: Cart
  readonly shopName: string
}

/** Builds a page around its main part. `head` replaces the default script. */
export function layout(options: {
  readonly title: string
  readonly visit: Visit
  readonly main: Html
  readonly head?: Html
}): Html {
  const { title, visit, main, head = null } = options
  const { count } = sumsOf(visit.cart)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${visit.shopName}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/shop/assets/shop.css" />
        ${head ?? html`<script src="/shop/assets/shop.js"></script>`}
      </head>
      <body>
        <aside class="bench" aria-label="About this shop">
          ${sign('info')}<span>Demo shop of the test bench. No money moves.</span>
        </aside>
        <div class="shop">
          <header class="shop-head">
            <a class="name" href="/shop">${visit.shopName}</a>
            <nav aria-label="Shop">
              <a href="/shop">Tableware</a>
              <a href="/shop/orders">Orders</a>
              <a class="bag" href="/shop/cart">${sign('basket')}Basket, ${count}</a>
            </nav>
          </header>
          ${main}
        </div>
      </body>
    </html>`
}

/** Formats an amount in minor units with its currency. */
export function money(amount: number, currency = CURRENCY): string {
  return `${formatMinorUnits(amount, currency).text} ${currency}`
}

/** Builds the box with the sums. `rest` is shown below them. */
export function orderBox(options: {
  readonly title: string
  readonly lines?: readonly { readonly name: string; readonly amount: string }[]
  readonly sums: readonly { readonly name: string; readonly amount: string }[]
  readonly total: string | null
  readonly rest: Html
}): Html {
  const row = ({ name, amount }: { readonly name: string; readonly amount: string }): Html =>
    html`<div>
      <dt>${name}</dt>
      <dd>${amount}</dd>
    </div>`
  return html`<section class="order" aria-labelledby="order-title">
    <h2 id="order-title">${options.title}</h2>
    ${
      options.total === null
        ? null
        : html`<dl>
            ${[...(options.lines ?? []), ...options.sums].map(row)}
            <div class="total">
              <dt>Total</dt>
              <dd>${options.total}</dd>
            </div>
          </dl>`
    }
    ${options.rest}
  </section>`
}
