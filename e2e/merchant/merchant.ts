import { signature } from '../../docs/examples/sign.mjs'
import type { ReadyInfo } from '../../src-main/hosts/ready-info'

type Json = Readonly<Record<string, unknown>>

export interface PlatformAnswer {
  readonly status: number
  readonly body: Json
}

/** A merchant's back end: it signs with the script that the guides show and knows nothing of the bench. */
export interface Merchant {
  /** Pays with a card; the ids of the payment and the card number decide what happens. */
  sale(paymentId: string, card: string, change?: Json): Promise<PlatformAnswer>
  /** Answers a clarification with `additional_data`. */
  clarify(paymentId: string, additionalData: Json): Promise<PlatformAnswer>
  status(paymentId: string): Promise<PlatformAnswer>
}

/** The merchant of a started bench's default project. */
export function merchantOf({ platform, project }: Pick<ReadyInfo, 'platform' | 'project'>): Merchant {
  const post = async (path: string, request: { readonly general: Json } & Json): Promise<PlatformAnswer> => {
    const general = { ...request.general, signature: signature(request, project.secret) }
    const response = await fetch(new URL(path, platform), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, general }),
    })
    return { status: response.status, body: (await response.json()) as Json }
  }
  const general = (paymentId: string): Json => ({ project_id: project.id, payment_id: paymentId })
  return {
    sale: (paymentId, card, change = {}) =>
      post('/v2/payment/card/sale', {
        general: general(paymentId),
        card: {
          pan: card,
          year: new Date().getUTCFullYear() + 2,
          month: 7,
          cvv: '123',
          card_holder: 'NORA VALE',
        },
        customer: { id: 'buyer-1', ip_address: '203.0.113.9' },
        payment: { amount: 4650, currency: 'EUR' },
        ...change,
      }),
    clarify: (paymentId, additionalData) =>
      post('/v2/payment/clarification', { general: general(paymentId), additional_data: additionalData }),
    status: (paymentId) => post('/v2/payment/status', { general: general(paymentId) }),
  }
}
