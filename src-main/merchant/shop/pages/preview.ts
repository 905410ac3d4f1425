import { FORM_HANDLERS } from '#domain/form/form-handlers'
import { isCurrencyCode } from '#lib/money/minor-units'
import { wholeNumber } from '#domain/api/rules'
import { LIMITS } from '#lib/limits/limit-table'
import { FORM_TARGET } from '#merchant/shop/checkout'
import type { Preview, ShopPage } from '#merchant/shop/responses'
import { html, jsonElement, styleElement, type Html } from '#lib/html/html'
import { pagePolicy, webOrigin } from '#merchant/shop/page-reports'
import { layout, money, orderBox, picture, type Visit } from './layout'

/**
 * The page of a preview: opens the form at once and reports everything that happens on it. Its script is src-
 * renderer/demo-shop/preview.ts.
 * @param options `platform`: origin of the form; `nonce`: nonce of the tester's styles
 */
export function renderPreviewPage(options: {
  readonly visit: Visit
  readonly preview: Preview
  readonly platform: string
  readonly parents: readonly string[]
  readonly nonce: string
}): ShopPage {
  const { visit, preview, platform, parents, nonce } = options
  const { id, parameters, mode, method, checkSubmit } = preview
  const setting = {
    id,
    parameters,
    mode,
    method,
    checkSubmit,
    limits: {
      dataChars: LIMITS.previewDataChars,
      perSecond: LIMITS.previewReportsPerSecond,
    },
    handlers: FORM_HANDLERS.map(({ name, arguments: given }) => ({ name, asks: given === 'question' })),
  }
  const frames = Object.values(parameters).flatMap((value) => webOrigin(String(value)) ?? [])
  return {
    status: 200,
    policy: pagePolicy({ platform, frames, parents, nonce }),
    markup: layout({
      title: 'Preview',
      visit: { ...visit, cart: [] },
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
  const items = sum === null ? [] : itemsFor(sum.amount)
  const shown = (amount: number): string => (sum === null ? '' : money(amount, sum.currency))
  const opensInside = preview.mode === 'iframe' || preview.mode === 'embedded'
  const label = sum === null ? 'Open the form' : `Pay ${shown(sum.amount)}`
  const orderName = preview.parameters['payment_id']
  return html`<main class="shop-main">
    ${
      opensInside
        ? html`<div>
            <h1>Payment</h1>
            <div class="form-place" id="${FORM_TARGET}"></div>
          </div>`
        : html`<div>
            <h1>Your basket</h1>
            <ul class="items">
              ${(sum === null ? SOMETHING : items).map(
                ({ product, name, detail, amount }) =>
                  html`<li class="item">
                    ${picture(product)}
                    <div>
                      <h2>${name}</h2>
                      <p class="quiet">${detail}</p>
                    </div>
                    <span class="price">${shown(amount)}</span>
                  </li>`,
              )}
            </ul>
          </div>`
    }
    ${orderBox({
      title: orderName === undefined ? 'Your card' : `Order ${String(orderName)}`,
      lines: opensInside ? items.map(({ name, amount }) => ({ name, amount: shown(amount) })) : [],
      sums:
        sum === null
          ? []
          : [
              ...(opensInside ? [] : [{ name: 'Items', amount: shown(itemsSum(items)) }]),
              { name: 'Delivery', amount: shown(sum.amount - itemsSum(items)) },
            ],
      total: sum === null ? null : shown(sum.amount),
      rest: html`${
          preview.mode === 'iframe'
            ? null
            : html`<button class="pay" type="button" id="pay">${label}</button>`
        }
        <p class="help">A demo shop on your own machine. The form opens with a signed request.</p>`,
    })}
  </main>`
}

interface ShownItem {
  readonly product: string
  readonly name: string
  readonly detail: string
  readonly amount: number
}

const SOMETHING: readonly ShownItem[] = [
  { product: 'mug', name: 'Ridged mug', detail: 'Salt glaze, 30 cl', amount: 0 },
  { product: 'salt', name: 'Salt cellar with spoon', detail: 'Unglazed outside', amount: 0 },
]

/** Splits the amount, in minor units, into sample items. The rest is shown as the delivery. */
function itemsFor(amount: number): readonly ShownItem[] {
  const shares = [2450 / 4650, 1400 / 4650]
  return SOMETHING.map((item, index) => ({
    ...item,
    amount: Math.floor(amount * (shares[index] ?? 0) + 0.5),
  }))
}

function itemsSum(items: readonly ShownItem[]): number {
  return items.reduce((sum, { amount }) => sum + amount, 0)
}

/** Null: no amount that can be shown, for example to save a card. */
function sumOf({ parameters }: Preview): { readonly amount: number; readonly currency: string } | null {
  const amount = wholeNumber(parameters['payment_amount'])
  const currency = parameters['payment_currency']
  if (amount === null || amount <= 0 || typeof currency !== 'string' || !isCurrencyCode(currency)) return null
  return { amount, currency }
}
