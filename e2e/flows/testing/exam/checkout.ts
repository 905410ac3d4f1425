import type { Shop } from './exam-merchant'
import type { Order } from './orders'
import { postSigned } from './platform-access'
import { signatureFor } from '#e2e/flows/testing/signer'

type Parameters = Readonly<Record<string, string | number>>

/** Returns what the customer gets: a page that opens the form or, after a sale by API, the payment id. */
export async function checkoutBody(shop: Shop, order: Order, card: unknown): Promise<string> {
  switch (shop.style) {
    case 'store':
    case 'method':
      await sale(shop, order, card)
      return JSON.stringify({ payment_id: order.id })
    case 'early':
      return shop.mutation === 'leaves + unencoded' ? linkPage(shop, order) : formPage(shop, order)
    case 'page':
      return linkPage(shop, order)
    case 'status':
      return libraryPage(shop, order)
  }
}

const BUYER = { id: 'buyer-5', ip_address: '203.0.113.9' } as const
const NAMED_BUYER = { ...BUYER, first_name: 'Nora', last_name: 'Vale', email: 'nora@mail.test' } as const

async function sale(shop: Shop, order: Order, card: unknown): Promise<void> {
  const { id, method, amount, currency } = order
  const isCard = method === ''
  await postSigned(shop, `/v2/payment/${isCard ? 'card' : method}/sale`, {
    general: { project_id: shop.projectId, payment_id: id },
    payment: { amount, currency },
    ...(isCard
      ? { card, customer: BUYER }
      : { customer: NAMED_BUYER, return_url: { success: `${shop.url}/thanks?order=${id}` } }),
  })
}

function parametersOf(shop: Shop, order: Order): Parameters {
  const parameters: Parameters = {
    project_id: shop.projectId,
    payment_id: order.id,
    ...(shop.mutation === 'leaves a parameter out' ? {} : { customer_id: 'buyer-5' }),
    payment_amount: order.amount,
    payment_currency: order.currency,
    customer_email: 'nora@mail.test',
    redirect_success_url: `${shop.url}/thanks?order=${order.id}`,
  }
  const signature = signatureFor(parameters, shop.secret)
  return shop.mutation === 'signs before the last parameter'
    ? { ...parameters, signature, payment_description: 'Goods' }
    : { ...parameters, signature }
}

function formPage(shop: Shop, order: Order): string {
  const inputs = Object.entries(parametersOf(shop, order)).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  )
  const secret = shop.mutation === 'puts the secret into the page' ? `<!-- key: ${shop.secret} -->` : ''
  return `<!doctype html><form method="post" action="${shop.platform}/payment">${inputs.join('')}<button>Pay</button></form>${secret}`
}

/** Changes the description until the signature has a `+`, which most have. */
function linkPage(shop: Shop, order: Order): string {
  for (let n = 0; ; n += 1) {
    const parameters: Parameters = { ...parametersOf(shop, order), payment_description: `Goods ${n}` }
    const signature = signatureFor(parameters, shop.secret)
    if (!signature.includes('+')) continue
    const query = new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
    )
    query.set('signature', signature)
    if (shop.mutation !== 'leaves + unencoded')
      return `<!doctype html><a href="${shop.platform}/payment?${query.toString().replaceAll('&', '&amp;')}">Pay</a>`
    query.delete('signature')
    return `<!doctype html><a href="${shop.platform}/payment?${query.toString().replaceAll('&', '&amp;')}&amp;signature=${signature.replaceAll('=', '%3D').replaceAll('/', '%2F')}">Pay</a>`
  }
}

function libraryPage(shop: Shop, order: Order): string {
  const from = shop.mutation === 'hosts a copy of the library' ? '' : `${shop.platform}/shared`
  return `<!doctype html><head><link rel="stylesheet" href="${shop.platform}/shared/merchant.css">
<script src="${from}/merchant.js"></script></head><body>
<script>EPayWidget.run(${JSON.stringify(parametersOf(shop, order))})</script></body>`
}
