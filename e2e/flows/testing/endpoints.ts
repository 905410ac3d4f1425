import type { Signable } from './flow-bench'
import { aClarification, aGeneral, aSale } from './requests'
import type { JsonRecord } from './signer'

/** Signed endpoints that name their payment in `general`, each with a complete request. */
export const ENDPOINTS: readonly {
  readonly path: string
  readonly valid: (paymentId: string) => Signable
  readonly required: readonly string[]
}[] = [
  {
    path: '/v2/payment/clarification',
    valid: (paymentId) => aClarification(paymentId, {}),
    required: ['general', 'additional_data'],
  },
  {
    path: '/v2/payment/status',
    valid: (paymentId) => ({ general: aGeneral(paymentId) }),
    required: ['general'],
  },
  {
    path: '/v2/payment/card/sale',
    valid: (paymentId) => aSale(paymentId),
    required: ['general', 'card', 'customer', 'payment'],
  },
  {
    path: '/v2/payment/card/auth',
    valid: (paymentId) => aSale(paymentId),
    required: ['general', 'card', 'customer', 'payment'],
  },
  {
    path: '/v2/payment/card/recurring',
    valid: (paymentId) => {
      const { card: _card, ...rest } = aSale(paymentId)
      return { ...rest, general: aGeneral(paymentId), recurring: { id: 1 } }
    },
    required: ['general', 'customer', 'payment'],
  },
  ...['/v2/payment/card/recurring/update', '/v2/payment/card/recurring/cancel'].map((path) => ({
    path,
    valid: (paymentId: string) => ({ general: aGeneral(paymentId), recurring: { id: 1 } }),
    required: ['general', 'recurring'],
  })),
  ...['/v2/payment/card/capture', '/v2/payment/card/cancel'].map((path) => ({
    path,
    valid: (paymentId: string) => ({ general: aGeneral(paymentId) }),
    required: ['general'],
  })),
  {
    path: '/v2/payment/card/3ds_result',
    valid: (paymentId) => ({ general: aGeneral(paymentId), pares: 'x' }),
    required: ['general'],
  },
  ...['/v2/payment/card/refund', '/v2/payment/refund', '/v2/payment/wallet-x/refund'].map((path) => ({
    path,
    valid: (paymentId: string) => ({ general: aGeneral(paymentId), payment: { description: 'Back' } }),
    required: ['general', 'payment'],
  })),
  {
    path: '/v2/customer/action/resend',
    valid: (paymentId) => ({ general: aGeneral(paymentId), customer: { ip_address: '203.0.113.9' } }),
    required: ['general', 'customer'],
  },
  {
    path: '/v2/info/banks/banks/korea/payout/list',
    valid: (paymentId) => ({ general: aGeneral(paymentId), payment: { amount: 4650, currency: 'KRW' } }),
    required: ['general', 'payment'],
  },
]

/** A copy of a body with one value set at a dotted path, or removed if the value is undefined. */
export function withValue(body: JsonRecord, path: string, value: unknown): JsonRecord {
  const [head = '', ...rest] = path.split('.')
  const { [head]: old, ...others } = body
  if (rest.length > 0) {
    return { ...body, [head]: withValue((old ?? {}) as JsonRecord, rest.join('.'), value) }
  }
  return value === undefined ? others : { ...body, [head]: value }
}
