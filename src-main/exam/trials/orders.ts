import { cardNumber } from '#scenarios/vocabulary/fields'
import type { Merchant, OrderPart, OrderView } from '#exam/setup/exam-setup'
import { failing, type IfNot, noOrder, type StepText, type TrialPart, type TrialStep } from './trial'

const DEFAULT_ORDER = { amount: '46.50', currency: 'EUR' } as const

interface Ordering {
  /** Its name in the scenario; default: `order`. */
  readonly as?: string
  readonly card?: string
  readonly amount?: string
  readonly currency?: string
  /** The path of a payment method, for a merchant that sells by methods other than cards. */
  readonly method?: string
}

/** What the customer types if the opening lacks it and the form requires it. */
const ASKED = { customer: { email: 'nora@mail.test' } } as const

/** Wall time within which a merchant must act on a callback. */
const EFFECT_LIMIT = '6 s'

const WHY_NO_ORDER = 'The merchant started no order at the platform. Check its checkout.'

/**
 * Starts an order as its customer and, unless it names a method, pays it. Without a checkout the exam creates the
 * payment itself.
 */
export const order =
  (ordering: Ordering = {}): TrialPart =>
  (merchant) => {
    const { as = 'order', card = 'success', method } = ordering
    const path = method === undefined ? '/card\\/(sale|auth)/' : `/v2/payment/${method}/sale`
    const { amount = DEFAULT_ORDER.amount, currency = DEFAULT_ORDER.currency } = ordering
    if (merchant.style === 'none')
      return [{ step: { sale: { as, amount: `${amount} ${currency}`, card } }, needs: noOrder(merchant) }]
    const step =
      merchant.style === 'form'
        ? { customer: { as, opens: openingOf(merchant, as), pays: { card, fields: ASKED } } }
        : { 'expect received': { as, path, within: '10 s' } }
    return [...orderStart(merchant, ordering), { step, needs: WHY_NO_ORDER }]
  }

/** Refers to the part of the checkout's response that opens the form. */
export const openingOf = ({ opens }: Merchant, as = 'order'): string => `\${${as}Checkout.${opens}}`

/** A customer's request to the checkout; empty without a checkout. */
export function orderStart(merchant: Merchant, ordering: Ordering = {}): readonly TrialStep[] {
  if (merchant.checkout === null) return []
  const request = { as: `${ordering.as ?? 'order'}Checkout`, ...checkoutRequest(merchant, ordering) }
  return [{ step: { request }, needs: WHY_NO_ORDER }]
}

/** A POST body always has a card, which a checkout that opens the form or sells by another method ignores. */
export function checkoutRequest(
  { checkout }: Pick<Merchant, 'checkout'>,
  { card = 'success', amount = DEFAULT_ORDER.amount, currency = DEFAULT_ORDER.currency, method }: Ordering,
): { readonly url: string; readonly method: string; readonly body?: StepText } {
  const pan = cardNumber(card)
  const values = Object.entries({ amount, currency, card: pan, method: method ?? 'card' })
  const url = values.reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, encodeURIComponent(value)),
    checkout?.url ?? '',
  )
  if (checkout?.method === 'GET') return { url, method: 'GET' }
  const holder = { year: 2035, month: 7, cvv: '123', card_holder: 'NORA VALE' }
  const body = { amount, currency, card: { pan, ...holder }, ...(method === undefined ? {} : { method }) }
  return { url, method: 'POST', body }
}

const nestedAt = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)

/** Matches one of the words: the text itself, and a boolean or number with the same spelling. */
const oneOfWords = ({ state }: OrderView, words: readonly string[]): unknown => {
  const alike = (word: string): readonly unknown[] =>
    /^-?\d{1,9}$/.test(word) ? [Number(word)] : /^(true|false)$/.test(word) ? [word === 'true'] : []
  return nestedAt(state, { 'one-of': words.flatMap((word) => [{ is: word }, ...alike(word)]) })
}

/** Steps that look at orders; empty if the orders, or the part to read, cannot be seen. */
const orderStep =
  (stepAt: (orders: OrderView, merchant: Merchant) => TrialStep | null): TrialPart =>
  (merchant) => {
    const step = merchant.orders === null ? null : stepAt(merchant.orders, merchant)
    return step === null ? [] : [step]
  }

const urlOf = ({ url }: OrderView, name = 'order'): string => url.replaceAll('{payment_id}', `\${${name}.id}`)

const becomesStep = (url: string, body: unknown): StepText => ({
  request: { url, within: EFFECT_LIMIT },
  expect: { http: 200, body },
})

export const becomesPaid = (ifNot: IfNot | string, name = 'order'): TrialPart =>
  orderStep((orders) => ({
    step: becomesStep(urlOf(orders, name), oneOfWords(orders, orders.paid)),
    reads: 'state',
    ...failing(ifNot),
  }))

/** Waits for this amount in minor units, for at most {@link EFFECT_LIMIT}. */
export const showsAmount = (amount: number, fails: string): TrialPart =>
  orderStep((orders) =>
    orders.amount === null
      ? null
      : { step: becomesStep(urlOf(orders), nestedAt(orders.amount, amount)), reads: 'amount', fails },
  )

/** Expects something of the order after a wait of `afterMs`, or of `quietMs` if that is absent. */
const stays = (
  reads: OrderPart,
  fails: string,
  expectedOf: (orders: OrderView) => StepText | null,
  afterMs?: number,
): TrialPart =>
  orderStep((orders, { quietMs }) => {
    const expect = expectedOf(orders)
    const request = { url: urlOf(orders), after: `${afterMs ?? quietMs} ms` }
    return expect === null ? null : { step: { request, expect }, reads, fails }
  })

export const staysPaid = (fails: string): TrialPart =>
  stays('state', fails, (orders) => ({ http: 200, body: oneOfWords(orders, orders.paid) }))

export const staysOut = (state: 'paid' | 'declined', fails: string): TrialPart =>
  stays('state', fails, (orders) => ({ body: { not: oneOfWords(orders, orders[state]) } }))

const delivered = (pattern: StepText, fails: string, afterMs?: number): TrialPart =>
  stays(
    'deliveries',
    fails,
    ({ deliveries }) => (deliveries === null ? null : { http: 200, body: nestedAt(deliveries, pattern) }),
    afterMs,
  )

export const deliveredOnce = (fails: string): TrialPart => delivered({ 'one-of': [1, ['any']] }, fails)

const NOTHING: StepText = { 'one-of': [0, [], null] }

/** Expects no delivery; follows a step that has already waited. */
export const deliveredNothing = (fails: string): TrialPart => delivered(NOTHING, fails, 0)

export const staysUndelivered = (fails: string): TrialPart => delivered(NOTHING, fails)
