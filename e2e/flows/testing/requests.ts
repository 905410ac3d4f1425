import type { Result } from '#protocol/methods'
import { PROJECT, type FlowBench, type Signable } from './flow-bench'
import type { JsonRecord } from './signer'
import type { WireResponse } from './wire-client'

export const CARDS = {
  success: '4000000000000077',
  decline: '4111111111111111',
  unlisted: '4000000000000002',
  avs: '4000000000017006',
  eightNames: '4000000000017014',
  twice: '4000000000017030',
  challenge: '4314220000000056',
} as const
/** A card that is in no table of test cards, so only the tester knows its complete number. */
export const OWN_CARD = '4556737586899855'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The fields that the card {@link CARDS.avs} requests. */
export const AVS = { avs_data: ['avs_post_code', 'avs_street_address'] }
export const AVS_ANSWER = { avs_data: { avs_post_code: 'H91', avs_street_address: '14 Long Walk' } }

export const aGeneral = (paymentId: string): JsonRecord => ({
  project_id: PROJECT.id,
  payment_id: paymentId,
})

/** A complete sale or auth; members of `change` replace whole objects of the request. */
export function aSale(paymentId: string, change: JsonRecord & { readonly pan?: string } = {}): Signable {
  const { pan = CARDS.success, ...rest } = change
  return {
    general: aGeneral(paymentId),
    card: { pan, year: 2033, month: 7, cvv: '123', card_holder: 'NORA VALE' },
    customer: { id: 'buyer-5', ip_address: '203.0.113.9' },
    payment: { amount: 4650, currency: 'EUR' },
    ...rest,
  }
}

/** A complete sale by Bancontact, which redirects its customer. */
export const aBancontactSale = (paymentId: string): Signable => ({
  general: aGeneral(paymentId),
  customer: {
    id: 'buyer-5',
    ip_address: '203.0.113.9',
    first_name: 'Nora',
    last_name: 'Vale',
    email: 'nora@vale.test',
  },
  payment: { amount: 4650, currency: 'EUR' },
})

export const aClarification = (paymentId: string, additionalData: JsonRecord): Signable => ({
  general: aGeneral(paymentId),
  additional_data: additionalData,
})

type SaleChange = Parameters<typeof aSale>[1]

/** Requests about payments, as their merchant sends them. */
export function merchantOf(bench: FlowBench) {
  const settled = async (response: Promise<WireResponse>): Promise<WireResponse> => {
    await response
    await bench.settle()
    return response
  }
  const sale = (paymentId: string, change?: SaleChange) =>
    bench.post('/v2/payment/card/sale', aSale(paymentId, change))
  const auth = (paymentId: string, change?: SaleChange) =>
    bench.post('/v2/payment/card/auth', aSale(paymentId, change))
  return {
    sale,
    auth,
    /** Sends a sale and does all work that is due after it. */
    sold: (paymentId: string, change?: SaleChange) => settled(sale(paymentId, change)),
    /** Sends an auth and does all work that is due after it. */
    held: (paymentId: string, change?: SaleChange) => settled(auth(paymentId, change)),
    clarify: (paymentId: string, additionalData: JsonRecord) =>
      bench.post('/v2/payment/clarification', aClarification(paymentId, additionalData)),
    status: (paymentId: string) => bench.post('/v2/payment/status', { general: aGeneral(paymentId) }),
    followUp: (kind: 'capture' | 'cancel' | 'refund', paymentId: string, payment?: JsonRecord) =>
      bench.post(`/v2/payment/card/${kind}`, {
        general: aGeneral(paymentId),
        ...(payment === undefined ? {} : { payment }),
      }),
  }
}

export type MerchantClient = ReturnType<typeof merchantOf>

/** The summary of the payment with this id; throws if there is none. */
export async function summaryOf(bench: FlowBench, paymentId: string) {
  const { items } = await bench.call('payments.list', { query: `id="${paymentId}"` })
  const [payment] = items
  if (payment === undefined) throw new Error(`There is no payment ${paymentId}`)
  return payment
}

/** The callbacks of a payment, oldest first. */
export async function callbacksOf(bench: FlowBench, paymentId: string) {
  const { key } = await summaryOf(bench, paymentId)
  const { items } = await bench.call('callbacks.list', { paymentKey: key, limit: 500 })
  return [...items].reverse()
}

/** A callback of a payment, the first unless `index` says otherwise, with its attempts. */
export async function callbackOf(bench: FlowBench, paymentId: string, index = 0) {
  const id = (await callbacksOf(bench, paymentId))[index]?.id
  if (id === undefined) throw new Error(`No callback of ${paymentId}`)
  return bench.call('callbacks.get', { id })
}

/** Waits until a bulk replay `fits`, and returns it. Each check is a call, so the bench can work between checks. */
export async function replayOnce(
  bench: FlowBench,
  id: string,
  fits: (job: Result<'replay.start'>) => boolean = ({ state }) => state === 'done',
) {
  for (;;) {
    const { job } = await bench.call('replay.get', { id })
    if (fits(job)) return job
    await bench.settle()
  }
}

/** The id of the newest exchange that matches, at any listener; empty if there is none. */
export async function newestExchange(bench: FlowBench, query = ''): Promise<string> {
  const { items } = await bench.call('traffic.list', { query, limit: 1 })
  return items[0]?.id ?? ''
}
