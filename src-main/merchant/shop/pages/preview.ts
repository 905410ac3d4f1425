import { chooseLanguage, isRightToLeft } from '#domain/form/languages'
import { themeOf } from '#domain/form/settings'
import { FORM_HANDLERS } from '#domain/form/form-handlers'
import { isCurrencyCode } from '#lib/money/minor-units'
import { wholeNumber } from '#domain/api/rules'
import { LIMITS } from '#lib/limits/limit-table'
import { PRODUCTS, sumsOf } from '#merchant/shop/orders'
import type { Preview, ShopPage } from '#merchant/shop/responses'
import { html, jsonElement, styleElement, type Html } from '#lib/html/html'
import { pagePolicy, webOrigin } from '#merchant/shop/page-reports'
import { formPlace, layout, money, orderBox, payPart, picture, type Visit, WAY_ON } from './layout'

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
  const { _theme: theme = 'auto', language_code: code = '' } = parameters
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
      title: 'Preview',
      visit,
      theme: themeOf(theme),
      direction: isRightToLeft(chooseLanguage(String(code), [], '')) ? 'rtl' : 'ltr',
      head: html`${jsonElement('preview', setting)}
        <script src="/shop/assets/preview.js"></script>
        <link rel="stylesheet" href="${platform}/shared/merchant.css" />
        <script src="${platform}/shared/merchant.js" data-theme="auto"></script>
        ${preview.css === '' ? null : styleElement(preview.css, nonce)}`,
      main: previewMain(preview),
    }),
  }
}

function previewMain(preview: Preview): Html {
  const sum = sumOf(preview)
  const items = itemsFor(sum?.amount ?? 0)
  const itemsSum = items.reduce((total, { amount }) => total + amount, 0)
  const price = (amount: number): string => (sum === null ? '' : money(amount, sum.currency))
  const place = formPlace(preview.mode)
  const opensInside = place !== null
  const label = sum === null ? 'Open the form' : `Pay ${price(sum.amount)}`
  const orderName = preview.parameters['payment_id']
  return html`<h1>${opensInside ? 'Payment' : 'Your basket'}</h1>
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
        title: orderName === undefined ? 'Your card' : `Order ${String(orderName)}`,
        lines:
          opensInside && sum !== null
            ? items.map(({ id, name, amount }) => ({ product: id, name, quantity: 1, amount: price(amount) }))
            : [],
        sums:
          sum === null
            ? []
            : [
                ...(opensInside ? [] : [{ name: 'Items', amount: price(itemsSum) }]),
                { name: 'Delivery', amount: price(sum.amount - itemsSum) },
              ],
        total: sum === null ? null : price(sum.amount),
        rest: payPart({ mode: preview.mode, label, paid: WAY_ON }),
      })}
    </div>`
}

/** Splits the amount, in minor units, in the proportions of the sample basket. The rest is shown as the delivery. */
function itemsFor(amount: number) {
  const { total } = sumsOf(SAMPLE_CART)
  return SAMPLE_CART.map(({ product }) => ({
    ...product,
    amount: Math.floor((amount * product.price) / total + 0.5),
  }))
}

/** Null if there is no amount to show, for example because a card is only saved. */
function sumOf({ parameters }: Preview): { readonly amount: number; readonly currency: string } | null {
  const amount = wholeNumber(parameters['payment_amount'])
  const currency = parameters['payment_currency']
  if (amount === null || amount <= 0 || typeof currency !== 'string' || !isCurrencyCode(currency)) return null
  return { amount, currency }
}
