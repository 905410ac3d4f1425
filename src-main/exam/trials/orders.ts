import { cardNumber } from '../../scenarios/vocabulary/cards'
import type { Merchant, OrderView } from '../setup/exam-setup'
import { noOrder, type StepText, type TrialStep } from './trial'

/** What the customer orders, unless a trial needs something else. */
const USUAL = { amount: '46.50', currency: 'EUR', minor: 4650 } as const

interface Ordering {
  /** Its name in the scenario; `order` unless given. */
  readonly as?: string
  readonly card?: string
  readonly amount?: string
  readonly currency?: string
}

/** Real time that a merchant gets to act on what it received. */
const PATIENCE = '6 s'

const WHY_NO_ORDER = 'The merchant started no order at the platform. Check its checkout.'

/** Begins an order and pays for it as its customer. */
export function orderPaid(merchant: Merchant, ordering: Ordering = {}): readonly TrialStep[] {
  const { as = 'order', card = 'success', amount = USUAL.amount, currency = USUAL.currency } = ordering
  if (merchant.style === 'none') {
    return [{ step: { sale: { as, amount: `${amount} ${currency}`, card } }, needs: noOrder(merchant) }]
  }
  const start = orderStart(merchant, ordering)
  return merchant.style === 'form'
    ? [
        ...start,
        {
          step: { customer: { as, opens: openingOf(merchant, ordering), pays: { card } } },
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

/** What the form is opened with: a part of what the checkout answered. */
export const openingOf = ({ opens }: Merchant, ordering: Ordering = {}): string =>
  `\${${checkoutOf(ordering)}.${opens}}`

/** The request of a customer to the checkout. */
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

/** The request that begins an order: a form is opened or not, so every checkout may ignore the card. */
export function checkoutRequest(
  { checkout }: Pick<Merchant, 'checkout'>,
  { card = 'success', amount = USUAL.amount, currency = USUAL.currency }: Ordering,
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

/** A state as it may stand in JSON: a text, and what the text may be besides. */
const stateWords = (words: readonly string[]): readonly unknown[] =>
  words.flatMap((word): readonly unknown[] => {
    if (word === 'true' || word === 'false') return [{ is: word }, word === 'true']
    return /^-?\d{1,9}$/.test(word) ? [{ is: word }, Number(word)] : [{ is: word }]
  })

const isIn = ({ state }: OrderView, words: readonly string[]): unknown =>
  at(state, { 'one-of': stateWords(words) })
const urlOf = ({ url }: OrderView, order = 'order'): string =>
  url.replaceAll('{payment_id}', `\${${order}.id}`)

/** Looks at the order until its body is so. */
function orderGets(url: string, body: unknown): StepText {
  return { request: { url, within: PATIENCE }, expect: { http: 200, body } }
}

/** The order is paid before long; nothing where orders cannot be seen. */
export function becomesPaid(
  { orders }: Merchant,
  rest: Omit<TrialStep, 'step'>,
  order = 'order',
): readonly TrialStep[] {
  if (orders === null) return []
  return [{ step: orderGets(urlOf(orders, order), isIn(orders, orders.paid)), ...rest }]
}

/** The order has a member that is so before long. */
export function becomes(
  { orders }: Merchant,
  path: readonly string[],
  value: unknown,
  fails: string,
): readonly TrialStep[] {
  return orders === null ? [] : [{ step: orderGets(urlOf(orders), at(path, value)), fails }]
}

/** After the time that this merchant needs, the order is still paid. */
export function staysPaid(merchant: Merchant, fails: string): readonly TrialStep[] {
  const { orders } = merchant
  return orders === null ? [] : [stays(merchant, { http: 200, body: isIn(orders, orders.paid) }, fails)]
}

/** After the time that this merchant needs, the order is not in such a state. */
export function staysOut(
  merchant: Merchant,
  state: 'paid' | 'declined',
  fails: string,
): readonly TrialStep[] {
  const { orders } = merchant
  return orders === null ? [] : [stays(merchant, { body: { not: isIn(orders, orders[state]) } }, fails)]
}

/** After the time that this merchant needs, exactly one delivery was made. */
export function deliveredOnce(merchant: Merchant, fails: string): readonly TrialStep[] {
  const { orders } = merchant
  const path = orders?.deliveries ?? null
  if (path === null) return []
  const once = at(path, { 'one-of': [1, ['any']] })
  return [stays(merchant, { http: 200, body: once }, fails)]
}

function stays(merchant: Merchant, expect: StepText, fails: string): TrialStep {
  const url = merchant.orders === null ? '' : urlOf(merchant.orders)
  return { step: { request: { url, after: `${merchant.quietMs} ms` }, expect }, fails }
}
