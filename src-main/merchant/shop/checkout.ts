import { encodeBase64 } from '#lib/bytes/base64'
import { encodeUtf8 } from '#lib/bytes/utf8'
import type { JsonNode } from '#lib/json/node'
import { signPlain } from '#domain/signature/sign'
import type { SignatureCrypto } from '#domain/signature/crypto'
import { verifySignature } from '#domain/signature/verify'
import { countingAttempt, MODES, OPENING_METHODS, type Order, WAYS } from './orders'

/** Id of the element that contains the form in the modes `iframe` and `embedded`. */
export const FORM_TARGET = 'payment-form'

/** Refuses semicolons in the e-mail address: parameters of the hosted form must not contain any (contract 2.6). */
export function readCheckout(form: URLSearchParams) {
  const email = (form.get('email') ?? '').trim()
  if (!/^[^\s@;]+@[^\s@;]+\.[^\s@;]+$/.test(email) || email.length > 255) {
    return { ok: false, problem: 'Enter an e-mail address, for example nora@mail.test.' } as const
  }
  const mode = MODES.find((each) => each.mode === form.get('mode'))?.mode
  const method = OPENING_METHODS.find((each) => each === form.get('method'))
  if (mode === undefined || method === undefined) {
    return { ok: false, problem: 'Choose how the form opens.' } as const
  }
  const way = WAYS.find((each) => each.way === form.get('way'))?.way ?? 'card'
  return { ok: true, email, mode, method, way } as const
}

/**
 * Builds the signed parameters that open the form (contract 7.3).
 * @param options `shop`: the shop's origin as the customer reaches it; `callbacks`: as the platform reaches it
 */
export function paymentParameters(
  order: Order,
  options: {
    readonly projectId: number
    readonly shop: string
    readonly callbacks: string
    readonly sign: (parameters: FormParameters) => string
  },
): FormParameters {
  const orderPage = `${options.shop}/shop/orders/${order.id}`
  const parameters: FormParameters = {
    project_id: options.projectId,
    payment_id: countingAttempt(order).paymentId,
    customer_id: order.customerId,
    payment_amount: order.total,
    payment_currency: order.currency,
    payment_description: `Order ${order.id}`,
    receipt_data: encodeBase64(encodeUtf8(JSON.stringify({ positions: positionsOf(order) }))),
    customer_email: order.email,
    merchant_callback_url: `${options.callbacks}/shop/callback`,
    merchant_success_url: orderPage,
    merchant_fail_url: orderPage,
    force_payment_method: order.way ?? 'card',
    ...PLACES[order.mode],
  }
  return { ...parameters, signature: options.sign(parameters) }
}

function positionsOf({ lines, delivery }: Order) {
  return [
    ...lines.map(({ name, quantity, amount }) => ({ description: name, quantity, amount })),
    ...(delivery === 0 ? [] : [{ description: 'Delivery', amount: delivery }]),
  ]
}

const IN_PAGE = {
  target_element: FORM_TARGET,
  merchant_success_redirect_mode: 'parent_page',
  merchant_fail_redirect_mode: 'parent_page',
}

/** The parameters of each mode. The library sends them with the others, so they are signed too (contract 2.6, 8.4). */
const PLACES = { modal: {}, iframe: IN_PAGE, embedded: IN_PAGE, tab: { redirect: 1 } }

/** Contract 7.3. */
export type FormParameters = Readonly<Record<string, string | number>>

/** Signs and verifies with the project's secret, which never leaves the server (contract 10, rule 22). */
export type ShopKey = ReturnType<typeof shopKey>

/** @param secret returns the current secret, which the tester may change at any time */
export function shopKey(secret: () => string, crypto: SignatureCrypto) {
  return {
    sign: (parameters: FormParameters) => signPlain(parameters, secret(), crypto, 'form'),
    verify: (root: JsonNode) =>
      verifySignature({ root, secret: secret(), crypto, surface: 'callback', lenient: false }).state ===
      'valid',
  }
}
