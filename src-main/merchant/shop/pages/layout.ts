import { formatMinorUnits } from '#lib/money/minor-units'
import { type Cart, CURRENCY, type Order, sumsOf } from '#merchant/shop/orders'
import { html, type Html } from '#lib/html/html'

export interface Visit {
  readonly cart: Cart
  readonly shopName: string
}

/** `head` replaces the default script. */
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

/** @param amount minor units */
export function money(amount: number, currency = CURRENCY): string {
  return `${formatMinorUnits(amount, currency).text} ${currency}`
}

export const shownLine = ({ name, quantity, amount }: Order['lines'][number]) => ({
  name: quantity === 1 ? name : `${name} × ${String(quantity)}`,
  amount: money(amount),
})

/** `rest` is shown below the sums. */
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

const PICTURES: Readonly<Record<string, string>> = {
  mug: 'M12 14h20v18a6 6 0 0 1-6 6h-8a6 6 0 0 1-6-6zM32 18h3a5 5 0 0 1 0 10h-3M12 20h20M12 26h20',
  salt: 'M10 24h28c0 8-5 14-14 14S10 32 10 24zM14 24c0-3 4-5 10-5s10 2 10 5M20 19c0-3 2-3 2-6',
  plate: 'M6 24a18 18 0 1 0 36 0a18 18 0 1 0-36 0zM13 24a11 11 0 1 0 22 0a11 11 0 1 0-22 0z',
  jug: 'M17 8h14l-2 8c4 4 6 8 6 13a10 10 0 0 1-10 10h-4a10 10 0 0 1-10-10c0-5 2-9 6-13zM34 20c6-1 7 8 1 10M15 22h17',
  bowl: 'M6 20h36c0 11-7 18-18 18S6 31 6 20zM17 38h14v3H17zM8 26h32',
  vase: 'M20 20h8c0 5 6 7 6 14a7 7 0 0 1-7 7h-6a7 7 0 0 1-7-7c0-7 6-9 6-14zM24 20V6M24 12c0-3 3-5 7-5c0 4-3 6-7 5M24 15c0-3-3-5-6-5c0 4 3 6 6 5',
}

const SIGNS = {
  basket: 'M2 6.25h12l-1.25 7h-9.5zM5 6.25 7 2.5M11 6.25 9 2.5',
  info: 'M8 2.25a5.75 5.75 0 1 0 0 11.5a5.75 5.75 0 1 0 0-11.5zM8 7.5v3.25M8 5.15v.1',
  check: 'M8 2.25a5.75 5.75 0 1 0 0 11.5a5.75 5.75 0 1 0 0-11.5zM5.5 8.25l1.75 1.75 3.25-3.75',
  refused: 'M8 2.25a5.75 5.75 0 1 0 0 11.5a5.75 5.75 0 1 0 0-11.5zM4.1 11.9l7.8-7.8',
  question:
    'M8 2.25a5.75 5.75 0 1 0 0 11.5a5.75 5.75 0 1 0 0-11.5zM6.25 6.5a1.75 1.75 0 1 1 2.5 1.6c-.5.25-.75.6-.75 1.15M8 11.15v.1',
  clock: 'M8 2.25a5.75 5.75 0 1 0 0 11.5a5.75 5.75 0 1 0 0-11.5zM8 4.75V8l2.25 1.5',
  pause: 'M8 2.25a5.75 5.75 0 1 0 0 11.5a5.75 5.75 0 1 0 0-11.5zM6.5 6v4M9.5 6v4',
  back: 'M6.5 4 3 7.5 6.5 11M3 7.5h6.5a3.5 3.5 0 0 1 0 7H7',
} as const

export type Sign = keyof typeof SIGNS

/** A small icon beside a word. Screen readers ignore it. */
export function sign(name: Sign): Html {
  return html`<svg class="sign" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d="${SIGNS[name]}" />
  </svg>`
}

export function picture(product: string): Html {
  return html`<span class="picture"
    ><svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d="${PICTURES[product] ?? PICTURES['mug'] ?? ''}" /></svg
  ></span>`
}

export function noticePage(visit: Visit, notice: { readonly title: string; readonly text: string }): Html {
  return layout({
    title: notice.title,
    visit,
    main: html`<main class="shop-main single">
      <h1>${notice.title}</h1>
      <p class="lead">${notice.text}</p>
      <p><a class="second" href="/shop">To the shop</a></p>
    </main>`,
  })
}
