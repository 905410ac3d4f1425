import type { SignatureCrypto } from '../../src-main/domain/signature/crypto'
import { signPlain } from '../../src-main/domain/signature/sign'

/** A request that a merchant's back end would send. */
export interface SampleRequest {
  readonly target: string
  readonly body: Uint8Array
}

interface Merchant {
  readonly projectId: number
  readonly secret: string
  readonly crypto: SignatureCrypto
}

/** Card numbers and how many of a hundred payments use them. */
const CARDS: readonly (readonly [share: number, number: string, type: string])[] = [
  [62, '4000000000000077', 'plain success'],
  [10, '5586200104377434', 'success'],
  [12, '4111111111111111', 'decline'],
  [4, '4539121411168251', 'issuer too slow'],
  [8, '4000000000017006', 'asks for the AVS pair'],
  [4, '4000000000017014', 'asks for the eight customer names'],
]
const FIXED_CODES: Readonly<Record<string, string>> = { '5586200104377434': '641' }
const CURRENCIES = ['EUR', 'EUR', 'EUR', 'USD', 'GBP', 'JPY', 'KWD'] as const
const GOODS = ['Two tickets', 'Hotel night', 'Annual plan', 'Wool coat', 'Train pass', 'Gift card'] as const
const CITIES = ['Paris', 'Lisbon', 'Vienna', 'Tallinn', 'Athens', 'Porto', 'Ghent'] as const

/** Spreads the n-th payment over a list, the same in every run. */
const spread = (n: number, salt: number): number => (Math.imul(n + 1, 2654435761) ^ (salt * 40503)) >>> 8
const pick = <Item>(items: readonly [Item, ...Item[]], n: number, salt: number): Item =>
  items[spread(n, salt) % items.length] ?? items[0]

function cardOf(n: number): string {
  let rest = spread(n, 1) % 100
  for (const [share, number] of CARDS) {
    if (rest < share) return number
    rest -= share
  }
  return '4000000000000077'
}

const signed = (body: { readonly general: object }, { secret, crypto }: Merchant): Uint8Array => {
  const { general } = body
  const signature = signPlain(body, secret, crypto)
  return new TextEncoder().encode(JSON.stringify({ ...body, general: { ...general, signature } }))
}

export const samplePaymentId = (n: number): string => `order-${String(n).padStart(6, '0')}`

/** The n-th card sale, about 1 kB; `year` is the year of the bench's clock. */
export function sampleSale(n: number, year: number, merchant: Merchant): SampleRequest {
  const pan = cardOf(n)
  const city = pick(CITIES, n, 2)
  const body = {
    general: { project_id: merchant.projectId, payment_id: samplePaymentId(n) },
    payment: {
      amount: 100 + (spread(n, 3) % 250_000),
      currency: pick(CURRENCIES, n, 4),
      description: `${pick(GOODS, n, 5)}, ${city}, basket ${String(spread(n, 6))}`,
      extra_param: `basket=${String(spread(n, 6))}&channel=web`,
    },
    card: {
      pan,
      year: pan in FIXED_CODES ? 2030 : year + 2,
      month: 12,
      card_holder: 'ANNA MARTIN',
      cvv: FIXED_CODES[pan] ?? '123',
    },
    customer: {
      id: `customer-${String(spread(n, 7) % 20_000)}`,
      ip_address: `198.51.100.${String(1 + (spread(n, 8) % 250))}`,
      first_name: 'Anna',
      last_name: 'Martin',
      email: `anna.martin.${String(n)}@shop.example`,
      phone: '441632960123',
      city,
    },
    return_url: {
      success: `https://shop.example/orders/${samplePaymentId(n)}/thanks?session=${String(spread(n, 9))}`,
      decline: `https://shop.example/orders/${samplePaymentId(n)}/again?session=${String(spread(n, 9))}`,
    },
  }
  return { target: '/v2/payment/card/sale', body: signed(body, merchant) }
}

/** Whether the merchant answers what the n-th payment was asked; the others wait until their time is over. */
export const answersClarification = (n: number): boolean =>
  cardOf(n) === '4000000000017006' && spread(n, 10) % 3 > 0

/** The answer to a card that asks for the AVS pair. */
export function sampleClarification(n: number, merchant: Merchant): SampleRequest {
  const body = {
    general: { project_id: merchant.projectId, payment_id: samplePaymentId(n) },
    additional_data: {
      avs_data: { avs_post_code: '75011', avs_street_address: `${String(1 + (n % 90))} rue Oberkampf` },
    },
  }
  return { target: '/v2/payment/clarification', body: signed(body, merchant) }
}

/** Whether the merchant's server fails on this callback, so that it is repeated. */
export const merchantFails = (callbackBody: string): boolean =>
  /"order-\d*(?:037|381|644)"/.test(callbackBody)
