import { sumText } from '#domain/form/format'
import type { FormLanguage } from '#domain/form/languages'
import { themeOf } from '#domain/form/settings'
import { FORM_HANDLERS } from '#domain/form/form-handlers'
import { isCurrencyCode } from '#lib/money/minor-units'
import { wholeNumber } from '#domain/api/rules'
import { LIMITS } from '#lib/limits/limit-table'
import { PRODUCTS, sumsOf } from '#merchant/shop/orders'
import type { Preview, ShopPage } from '#merchant/shop/responses'
import { html, jsonElement, styleElement, type Html } from '#lib/html/html'
import { pagePolicy, webOrigin } from '#merchant/shop/page-reports'
import { formPlace, layout, orderBox, payPart, picture, type Visit, wayOn } from './layout'
import { SHOP_WORDS, type ShopWords } from './words'

const SAMPLE_CART = PRODUCTS.slice(0, 2).map((product) => ({ product, quantity: 1 }))

/** A page on which src-renderer/demo-shop/preview.ts opens the form and reports its events. `nonce`: for styles. */
export function renderPreviewPage(options: {
  readonly visit: Visit
  readonly preview: Preview
  readonly platform: string
  readonly parents: readonly string[]
  readonly nonce: string
}): ShopPage {
  const { visit, preview, platform, parents, nonce } = options
  const { id, parameters, mode, method, checkSubmit } = preview
  const { _theme: theme = 'auto' } = parameters
  const limits = { dataChars: LIMITS.previewDataChars, perSecond: LIMITS.previewReportsPerSecond }
  const setting = {
    id,
    parameters,
    mode,
    method,
    checkSubmit,
    limits,
    handlers: FORM_HANDLERS.map(({ name, arguments: given }) => ({ name, asks: given === 'question' })),
  }
  const frames = Object.values(parameters).flatMap((value) => webOrigin(String(value)) ?? [])
  return {
    status: 200,
    policy: pagePolicy({ platform, frames, parents, nonce }),
    markup: layout({
      title: SHOP_WORDS[visit.language].payment,
      visit,
      theme: themeOf(theme),
      head: html`${jsonElement('preview', setting)}
        <script src="/shop/assets/preview.js"></script>
        <link rel="stylesheet" href="${platform}/shared/merchant.css" />
        <script src="${platform}/shared/merchant.js" data-theme="auto"></script>
        ${preview.css === '' ? null : styleElement(preview.css, nonce)}`,
      main: previewMain(preview, visit.language),
    }),
  }
}

function previewMain(preview: Preview, language: FormLanguage): Html {
  const words = SHOP_WORDS[language]
  const sum = sumOf(preview)
  const items = itemsFor(sum?.amount ?? 0, words)
  const itemsSum = items.reduce((total, { amount }) => total + amount, 0)
  const price = (amount: number): string => (sum === null ? '' : sumText({ ...sum, amount }, language))
  const place = formPlace(preview.mode)
  const opensInside = place !== null
  const label = sum === null ? words.open : words.pay(price(sum.amount))
  // As on the form, which shows the description.
  const { payment_description: description = '', payment_id: paymentId = '' } = preview.parameters
  const title = String(description) || (paymentId === '' ? words.yourCard : words.order(String(paymentId)))
  return html`<h1 data-paid="${words.paid}">${opensInside ? words.payment : words.yourBasket}</h1>
    <div class="columns">
      ${
        place ??
        html`<ul class="items">
          ${items.map(
            ({ id, name, detail, amount }) =>
              html`<li class="item">
                ${picture(id)}
                <div>
                  <h2>${name}</h2>
                  <p class="quiet">${detail}</p>
                </div>
                <span class="price">${price(amount)}</span>
              </li>`,
          )}
        </ul>`
      }
      ${orderBox({
        title,
        lines:
          opensInside && sum !== null
            ? items.map(({ id, name, amount }) => ({ product: id, name, quantity: 1, amount: price(amount) }))
            : [],
        sums:
          sum === null
            ? []
            : [
                ...(opensInside ? [] : [{ name: words.items, amount: price(itemsSum) }]),
                { name: words.delivery, amount: price(sum.amount - itemsSum) },
              ],
        total: sum === null ? null : price(sum.amount),
        rest: payPart({ mode: preview.mode, label, paid: wayOn(words), words }),
        words,
      })}
    </div>`
}

/** Splits the amount, in minor units, in the proportions of the sample basket. The rest is shown as the delivery. */
function itemsFor(amount: number, { products }: ShopWords) {
  const { total } = sumsOf(SAMPLE_CART)
  return SAMPLE_CART.map(({ product: { id, price, ...english } }) => {
    const [name, detail] = products[id] ?? [english.name, english.detail]
    return { id, name, detail, amount: Math.floor((amount * price) / total + 0.5) }
  })
}

/** Null if there is no amount to show, for example because a card is only saved. */
function sumOf({ parameters }: Preview): { readonly amount: number; readonly currency: string } | null {
  const amount = wholeNumber(parameters['payment_amount'])
  const currency = parameters['payment_currency']
  if (amount === null || amount <= 0 || typeof currency !== 'string' || !isCurrencyCode(currency)) return null
  return { amount, currency }
}
