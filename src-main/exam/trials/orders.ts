import { cardNumber } from '#scenarios/vocabulary/fields'
import type { Merchant, OrderPart, OrderView } from '#exam/setup/exam-setup'
import { noOrder, type StepText, type TrialStep } from './trial'

/** What the customer orders unless a trial needs something else. */
const DEFAULT_ORDER = { amount: '46.50', currency: 'EUR' } as const

interface Ordering {
  /** Its name in the scenario; `order` unless given. */
  readonly as?: string
  readonly card?: string
  readonly amount?: string
  readonly currency?: string
}

/** What the customer types where the form asks for it, because the opening does not say it. */
const ASKED = { customer: { email: 'nora@mail.test' } } as const

/** Real time that a merchant gets to act on a callback. */
const EFFECT_LIMIT = '6 s'

const WHY_NO_ORDER = 'The merchant started no order at the platform. Check its checkout.'

/** Starts an order and pays for it as its customer. Without a checkout the exam creates the payment itself. */
export function orderPaid(merchant: Merchant, ordering: Ordering = {}): readonly TrialStep[] {
  const { as = 'order', card = 'success' } = ordering
  const { amount = DEFAULT_ORDER.amount, currency = DEFAULT_ORDER.currency } = ordering
  if (merchant.style === 'none') {
    return [{ step: { sale: { as, amount: `${amount} ${currency}`, card } }, needs: noOrder(merchant) }]
  }
  const start = orderStart(merchant, ordering)
  return merchant.style === 'form'
    ? [
        ...start,
        {
          step: { customer: { as, opens: openingOf(merchant, ordering), pays: { card, fields: ASKED } } },
          needs: WHY_NO_ORDER,
        },
      ]
    : [
        ...start,
        {
          step: { 'expect received': { as, path: '/card\\/(sale|auth)/', within: '10 s' } },
          needs: WHY_NO_ORDER,
        },
      ]
}

const checkoutOf = ({ as = 'order' }: Ordering): string => `${as}Checkout`

/** Refers to the part of the checkout's response that opens the form. */
export const openingOf = ({ opens }: Merchant, ordering: Ordering = {}): string =>
  `\${${checkoutOf(ordering)}.${opens}}`

/** Sends the request of a customer to the checkout. No steps where there is no checkout. */
export function orderStart(merchant: Merchant, ordering: Ordering = {}): readonly TrialStep[] {
  return merchant.checkout === null
    ? []
    : [
        {
          step: { request: { as: checkoutOf(ordering), ...checkoutRequest(merchant, ordering) } },
          needs: WHY_NO_ORDER,
        },
      ]
}

/** Builds the request that starts an order. It always has a card, which a checkout that opens the form ignores. */
export function checkoutRequest(
  { checkout }: Pick<Merchant, 'checkout'>,
  { card = 'success', amount = DEFAULT_ORDER.amount, currency = DEFAULT_ORDER.currency }: Ordering,
): { readonly url: string; readonly method: string; readonly body?: StepText } {
  const pan = cardNumber(card)
  const values: ReadonlyMap<string, string> = new Map([
    ['amount', amount],
    ['currency', currency],
    ['card', pan],
  ])
  const url = (checkout?.url ?? '').replace(/\{(amount|currency|card)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  )
  if (checkout?.method === 'GET') return { url, method: 'GET' }
  const holder = { year: 2035, month: 7, cvv: '123', card_holder: 'NORA VALE' }
  return { url, method: 'POST', body: { amount, currency, card: { pan, ...holder } } }
}

const at = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)

/**
 * Returns the patterns of the values that mean one of the words: the text itself, and a boolean or number of the same
 * spelling.
 */
const stateWords = (words: readonly string[]): readonly unknown[] =>
  words.flatMap((word): readonly unknown[] => {
    if (word === 'true' || word === 'false') return [{ is: word }, word === 'true']
    return /^-?\d{1,9}$/.test(word) ? [{ is: word }, Number(word)] : [{ is: word }]
  })

const isIn = ({ state }: OrderView, words: readonly string[]): unknown =>
  at(state, { 'one-of': stateWords(words) })
const urlOf = ({ url }: OrderView, order = 'order'): string =>
  url.replaceAll('{payment_id}', `\${${order}.id}`)

/** Requests the order until its body matches. */
function orderGets(url: string, body: unknown): StepText {
  return { request: { url, within: EFFECT_LIMIT }, expect: { http: 200, body } }
}

/** Waits until the order is paid, at most {@link EFFECT_LIMIT}. No steps where orders cannot be seen. */
export function becomesPaid(
  { orders }: Merchant,
  rest: Omit<TrialStep, 'step' | 'reads'>,
  order = 'order',
): readonly TrialStep[] {
  if (orders === null) return []
  return [{ step: orderGets(urlOf(orders, order), isIn(orders, orders.paid)), reads: 'state', ...rest }]
}

/**
 * Waits until the order shows this amount, at most {@link EFFECT_LIMIT}. No steps where its amount cannot be seen.
 * @param amount in minor units
 */
export function showsAmount({ orders }: Merchant, amount: number, fails: string): readonly TrialStep[] {
  const path = orders?.amount ?? null
  if (orders === null || path === null) return []
  return [{ step: orderGets(urlOf(orders), at(path, amount)), reads: 'amount', fails }]
}

/** Expects that the order is still paid after `quietMs`. No steps where orders cannot be seen. */
export function staysPaid(merchant: Merchant, fails: string): readonly TrialStep[] {
  const { orders } = merchant
  return orders === null
    ? []
    : [stays(merchant, 'state', { http: 200, body: isIn(orders, orders.paid) }, fails)]
}

/** Expects that the order is not in the state after `quietMs`. No steps where orders cannot be seen. */
export function staysOut(
  merchant: Merchant,
  state: 'paid' | 'declined',
  fails: string,
): readonly TrialStep[] {
  const { orders } = merchant
  return orders === null
    ? []
    : [stays(merchant, 'state', { body: { not: isIn(orders, orders[state]) } }, fails)]
}

/** Expects exactly one delivery after `quietMs`. No steps where deliveries cannot be seen. */
export function deliveredOnce(merchant: Merchant, fails: string): readonly TrialStep[] {
  const { orders } = merchant
  const path = orders?.deliveries ?? null
  if (path === null) return []
  const once = at(path, { 'one-of': [1, ['any']] })
  return [stays(merchant, 'deliveries', { http: 200, body: once }, fails)]
}

/** Expects no delivery; follows a step that waited for `quietMs`. No steps where deliveries cannot be seen. */
export function deliveredNothing(merchant: Merchant, fails: string): readonly TrialStep[] {
  const path = merchant.orders?.deliveries ?? null
  if (path === null) return []
  return [stays(merchant, 'deliveries', { http: 200, body: at(path, { 'one-of': [0, [], null] }) }, fails, 0)]
}

function stays(
  merchant: Merchant,
  reads: OrderPart,
  expect: StepText,
  fails: string,
  quietMs = merchant.quietMs,
): TrialStep {
  const url = merchant.orders === null ? '' : urlOf(merchant.orders)
  return { step: { request: { url, after: `${quietMs} ms` }, expect }, reads, fails }
}
