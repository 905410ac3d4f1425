import {
  type CartLine,
  linesOf,
  MAX_QUANTITY,
  MODES,
  type Product,
  PRODUCTS,
  sumsOf,
  WAYS,
} from '#merchant/shop/orders'
import { html, type Html } from '#lib/html/html'
import { forTesters, layout, money, orderBox, picture, shownLine, type Visit } from './layout'

export function basketPage(visit: Visit): Html {
  const { items, delivery, total } = sumsOf(visit.cart)
  const main =
    visit.cart.length === 0
      ? html`<h1>Your basket</h1>
          <p class="lead">Your basket is empty.</p>
          <p><a class="second" href="/shop">Browse the tableware</a></p>`
      : html`<h1>Your basket</h1>
          <div class="columns">
            <ul class="items">
              ${visit.cart.map(basketLine)}
            </ul>
            ${orderBox({
              title: 'Your order',
              sums: [
                { name: 'Items', amount: money(items) },
                { name: 'Delivery', amount: money(delivery) },
              ],
              total: money(total),
              rest: html`<a class="pay" href="/shop/checkout">Go to checkout</a>`,
            })}
          </div>`
  return layout({ title: 'Your basket', visit, main })
}

function basketLine({ product, quantity }: CartLine): Html {
  const { id, name, detail, price } = product
  const step = (by: 1 | -1, mark: string, words: string): Html =>
    html`<button
      type="submit"
      name="quantity"
      value="${quantity + by}"
      ${quantity + by < 1 || quantity + by > MAX_QUANTITY ? html`disabled` : null}
    >
      <span aria-hidden="true">${mark}</span><span class="hidden-words">${words} ${name}</span>
    </button>`
  return html`<li class="item">
    ${picture(id)}
    <div>
      <h2>${name}</h2>
      <p class="quiet">${detail}</p>
      <form method="post" action="/shop/cart">
        <input type="hidden" name="set" value="${id}" />
        <span class="quantity"
          >${step(-1, '−', 'One less:')}<b>${quantity}</b>${step(1, '+', 'One more:')}</span
        >
        <button class="link" type="submit" name="remove" value="1">
          Remove<span class="hidden-words"> ${name}</span>
        </button>
      </form>
    </div>
    <span class="price">${money(price * quantity)}</span>
  </li>`
}

const STILL_LIFE = [
  ['bowl', 0, 178],
  ['vase', 382, 220],
  ['jug', 118, 244],
  ['mug', 276, 168],
  ['salt', 500, 136],
] as const

export function cataloguePage(visit: Visit): Html {
  return layout({
    title: 'Tableware',
    visit,
    main: html`<div class="hero">
        <div>
          <h1>Stoneware for every day</h1>
          <p class="lead">
            Thrown by hand in a workshop on the lake, glazed in six colours, made to be used.
          </p>
        </div>
        <svg viewBox="0 0 640 360" aria-hidden="true" focusable="false">
          <path fill="#fff" opacity=".1" d="M180-200h150L110 300H-40zM400-200h80L260 300h-80z" />
          <path d="M-2000 300h4000v900h-4000z" fill="#b07f52" />
          <path d="M-2000 300h4000v11h-4000z" fill="#c99a6b" />
          <path
            d="M-440 328h260M-120 342h180M120 327h210M360 342h180M520 326h140"
            stroke="#8d6240"
            stroke-width="2"
            opacity=".5"
          />
          ${STILL_LIFE.map(
            ([id, x, size]) =>
              html`<use
                xlink:href="#p-${id}"
                x="${x}"
                y="${300 - size * 0.865}"
                width="${size}"
                height="${size}"
              />`,
          )}
        </svg>
      </div>
      <h2>Tableware</h2>
      <ul class="products">
        ${PRODUCTS.map(productCard)}
      </ul>`,
  })
}

function productCard({ id, name, detail, price }: Product): Html {
  return html`<li>
    ${picture(id)}
    <h3>${name}</h3>
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

export function checkoutPage(
  visit: Visit,
  fields: { readonly email: string; readonly problem: string | null },
): Html {
  const { delivery, total } = sumsOf(visit.cart)
  return layout({
    title: 'Checkout',
    visit,
    main: html`<h1>Checkout</h1>
      <div class="columns">
        <form id="checkout" method="post" action="/shop/checkout" novalidate>
          ${
            fields.problem === null
              ? null
              : html`<p class="box problem" role="alert" id="problem">${fields.problem}</p>`
          }
          <h2>Where the receipt goes</h2>
          <label class="box field"
            ><span>E-mail</span
            ><input
              id="email"
              name="email"
              type="email"
              autocomplete="email"
              value="${fields.email}"
              ${fields.problem === null ? null : html`aria-invalid="true" aria-describedby="problem"`}
          /></label>
          <h2>How you pay</h2>
          <fieldset>
            <legend class="hidden-words">Way to pay</legend>
            ${WAYS.map(({ way, name, detail }) => option('way', way, name, detail))}
          </fieldset>
          ${forTesters({
            about: 'how this shop opens the form',
            open: false,
            rest: html`<fieldset>
                <legend>Mode</legend>
                ${MODES.map(({ mode, name, detail }) => option('mode', mode, name, detail))}
              </fieldset>
              <fieldset class="row">
                <legend>Request</legend>
                ${option('method', 'post', 'POST')}${option('method', 'get', 'GET')}
              </fieldset>`,
          })}
        </form>
        ${orderBox({
          title: 'Your order',
          lines: linesOf(visit.cart).map(shownLine),
          sums: [{ name: 'Delivery', amount: money(delivery) }],
          total: money(total),
          rest: html`<button class="pay" type="submit" form="checkout">Pay ${money(total)}</button>`,
        })}
      </div>`,
  })
}

function option(name: string, value: string, word: string, detail = ''): Html {
  return html`<label class="option"
    ><input
      type="radio"
      name="${name}"
      value="${value}"
      ${['card', 'modal', 'post'].includes(value) ? html`checked` : null}
    /><span>${word} <span class="quiet">${detail}</span></span></label
  >`
}
