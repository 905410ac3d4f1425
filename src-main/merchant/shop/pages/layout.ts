import { type FormLanguage, isRightToLeft } from '#domain/form/languages'
import type { FormTheme } from '#domain/form/settings'
import { shopMark } from '#domain/project/project'
import { amountText } from '#lib/money/minor-units'
import { FORM_TARGET } from '#merchant/shop/checkout'
import {
  type Cart,
  CURRENCY,
  type OpeningMode,
  type Order,
  sumsOf,
  type Way,
  WAYS,
} from '#merchant/shop/orders'
import { html, type Html } from '#lib/html/html'
import { DRAWINGS } from './drawings'
import { SHOP_WORDS, type ShopWords } from './words'

export interface Visit {
  readonly cart: Cart
  readonly shopName: string
  /** `#rrggbb` */
  readonly accent: string
  /** English, except on a preview's page. */
  readonly language: FormLanguage
}

/** `head` replaces the default script. */
export function layout(options: {
  readonly title: string
  readonly visit: Visit
  readonly main: Html
  readonly head?: Html
  readonly theme?: FormTheme
}): Html {
  const { title, visit, main, head = null, theme = 'auto' } = options
  const { shopName, language } = visit
  const words = SHOP_WORDS[language]
  const { count } = sumsOf(visit.cart)
  const mark = html`<b aria-hidden="true">${shopMark(shopName, language)}</b>`
  return html`<!doctype html>
    <html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${shopName}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/shop/assets/shop-${visit.accent.slice(1)}-${theme}.css" />
        ${head ?? html`<script src="/shop/assets/shop.js"></script>`}
      </head>
      <body>
        <svg class="hidden-words" aria-hidden="true" focusable="false">${symbolsOf(main)}</svg>
        <aside class="bench" aria-label="Paybench">${words.bench}</aside>
        <header class="shop-head">
          <div class="wide">
            <a class="name" href="/shop">${mark}<span>${shopName}</span></a>
            <nav aria-label="${shopName}">
              <a href="/shop">${words.tableware}</a>
              <a href="/shop/orders">${words.orders}</a>
              <a class="bag" href="/shop/cart"
                >${sign('basket')}${words.basket} ${count === 0 ? null : html`<b>${count}</b>`}</a
              >
            </nav>
          </div>
        </header>
        <main class="wide">${main}</main>
        <footer>
          <p class="wide quiet"><bdi>${shopName}</bdi>, 14 Long Walk, Galway</p>
        </footer>
      </body>
    </html>`
}

const symbolsOf = ({ markup }: Html): readonly Html[] =>
  Object.entries(DRAWINGS)
    .filter(([id]) => markup.includes(`"#p-${id}"`))
    .map(([id, drawing]) => html`<symbol id="p-${id}" viewBox="0 0 200 200">${{ markup: drawing }}</symbol>`)

/** @param amount minor units */
export function money(amount: number, currency = CURRENCY): string {
  return amountText(amount, currency)
}

/** A line of an order as its box shows it. */
export const shownLine = (line: Order['lines'][number]) => ({ ...line, amount: money(line.amount) })

/** `rest` is shown below the sums. */
export function orderBox(options: {
  readonly title: string
  readonly lines?: readonly ReturnType<typeof shownLine>[]
  readonly sums: readonly { readonly name: string; readonly amount: string }[]
  readonly total: string | null
  readonly rest: Html
  readonly words?: ShopWords
}): Html {
  const { title, lines = [], sums, total, rest, words = SHOP_WORDS.en } = options
  return html`<section class="order" aria-labelledby="order-title">
    <h2 id="order-title">${title}</h2>
    ${
      lines.length === 0
        ? null
        : html`<ul class="lines">
            ${lines.map(
              ({ product, name, quantity, amount }) =>
                html`<li>
                  ${picture(product)}
                  <span>${name} <small>${quantity} ×</small></span>
                  <span class="price">${amount}</span>
                </li>`,
            )}
          </ul>`
    }
    ${
      total === null
        ? null
        : html`<dl>
            ${sums.map(({ name, amount }) => fact(name, amount))}
            <div class="total">
              <dt>${words.total}</dt>
              <dd>${total}</dd>
            </div>
          </dl>`
    }
    ${rest}
  </section>`
}

export function fact(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

export function howYouPay(chosen: Way = 'card'): Html {
  return html`<h2>How you pay</h2>
    ${WAYS.filter(({ way }) => way === chosen).map(
      ({ name, detail }) =>
        html`<p class="box method">
          ${sign('card')}<span
            ><b>${name}</b> <small>On the form of the payment platform: ${detail}.</small></span
          >
        </p>`,
    )}`
}

/** Where the form opens inside the page; null in the other modes. */
export const formPlace = (mode: OpeningMode): Html | null =>
  mode === 'iframe' || mode === 'embedded'
    ? html`<div class="form-place ${mode}" id="${FORM_TARGET}"></div>`
    : null

/** The part that says how to pay. The page's script replaces it with `paid` once nothing is left to pay. */
export function payPart(options: {
  readonly mode: OpeningMode
  readonly label: string
  readonly paid: Html
  readonly words?: ShopWords
}): Html {
  const { mode, label, paid, words = SHOP_WORDS.en } = options
  return html`<div aria-live="polite">
    <div id="to-pay">
      ${
        mode === 'iframe'
          ? html`<p class="quiet">${words.payHere}</p>`
          : html`<button class="pay" type="button" id="pay">${label}</button>`
      }
    </div>
    <div id="paid" hidden>${paid}</div>
  </div>`
}

/** The link that is shown after the payment. */
export const wayOn = ({ back }: ShopWords = SHOP_WORDS.en): Html =>
  html`<a class="pay" href="/shop">${back}</a>`

/** A section that only testers need. Old browsers always show it open. */
export function forTesters(options: {
  readonly about: string
  readonly open: boolean
  readonly rest: Html
}): Html {
  return html`<details class="testers" ${options.open ? html`open` : null}>
    <summary>${`For testers: ${options.about}`}${sign('more')}</summary>
    ${options.rest}
  </details>`
}

const SIGNS = {
  basket: 'M3.6 9h16.8l-1.7 11H5.3zM7.8 9a4.2 4.2 0 0 1 8.4 0',
  card: 'M5 5h14a2.5 2.5 0 0 1 2.5 2.5v9A2.5 2.5 0 0 1 19 19H5a2.5 2.5 0 0 1-2.5-2.5v-9A2.5 2.5 0 0 1 5 5zM2.5 9.8h19M6 15h4',
  more: 'm7 10 5 5 5-5',
  check: 'm5.5 12.5 4.5 4.5 9-10',
  refused: 'm6.5 6.5 11 11M17.5 6.5l-11 11',
  question: 'M8.5 8.8a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M12 18v.1',
  clock: 'M12 5v7.5l4.5 2.5',
  pause: 'M9 6.5v11M15 6.5v11',
  back: 'M9.5 5 5 9.5 9.5 14M5 9.5h9a5 5 0 0 1 0 10h-4',
} as const

export type Sign = keyof typeof SIGNS

/** A small icon beside a word. Screen readers ignore it. */
export function sign(name: Sign): Html {
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="${SIGNS[name]}" />
  </svg>`
}

/** A picture of a product, on a background in the hue of that product. */
export function picture(product: string): Html {
  return html`<span class="picture p-${product}"
    ><svg aria-hidden="true" focusable="false"><use xlink:href="#p-${product}" /></svg
  ></span>`
}

export function noticePage(visit: Visit, notice: { readonly title: string; readonly text: string }): Html {
  return layout({
    title: notice.title,
    visit,
    main: html`<h1>${notice.title}</h1>
      <p class="lead">${notice.text}</p>
      <p><a class="second" href="/shop">To the shop</a></p>`,
  })
}
