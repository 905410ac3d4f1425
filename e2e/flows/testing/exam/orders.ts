import type { MutationName } from './mutations'

export interface Order {
  readonly id: string
  /** In minor units. */
  readonly amount: number
  readonly currency: string
  /** The path of the payment method; empty for a card. */
  readonly method: string
  /** What the platform said about the customer: `redirect_data.url`, empty without one; null before it said anything. */
  provider: string | null
  state: 'open' | 'paid' | 'declined'
  deliveries: number
  paidAmount: number
  /** Operations that have taken effect, each with its status. */
  readonly known: Set<string>
  closed: boolean
}

/** What is known of a payment, from a callback or a status response. */
export interface PaymentReport {
  readonly operation: string
  readonly status: string
  /** The type of the operation. */
  readonly type: string
  readonly currency: string
  readonly amount: number
  /** The complete callback, for a merchant that recognises it by its bytes. */
  readonly text: string
  readonly attemptsLeft: boolean
}

const STATES: Readonly<Record<string, Order['state']>> = { success: 'paid', decline: 'declined' }
/** Known statuses that mean neither paid nor declined. */
const OTHER = new Set([
  ...['processing', 'awaiting customer', 'awaiting 3ds result', 'awaiting capture', ''],
  ...['partially refunded', 'refunded', 'partially reversed', 'reversed'],
])

/** What a mutated merchant wrongly treats as paid. */
const TAKEN: Partial<Record<MutationName, (report: PaymentReport) => boolean>> = {
  'treats an unknown status as paid': ({ status }) => STATES[status] === undefined && !OTHER.has(status),
  'treats a decline as paid': ({ status }) => status === 'decline',
  'treats a hold as paid': ({ status }) => status === 'awaiting capture',
}
const DELIVERED: Partial<Record<MutationName, (report: PaymentReport) => boolean>> = {
  'delivers on a declined card': ({ status }) => status === 'decline',
  'delivers on a hold': ({ status }) => status === 'awaiting capture',
  'delivers again for a refund': ({ type }) => type === 'refund',
  'delivers again for a partial refund': ({ status }) => status === 'partially refunded',
  'delivers again for a reversal': ({ type }) => type === 'reversal',
  // The status after a charge while another provider may still charge the customer.
  'delivers for each charge of an order': ({ status }) => status === 'external processing',
}
/** Applies a report to an order; a paid order is never declined, and every operation counts once. */
export function apply(order: Order, report: PaymentReport, mutation: MutationName | null): void {
  const { operation, status, amount, attemptsLeft, text } = report
  if (order.closed) return
  if (attemptsLeft) {
    if (mutation === 'treats a first attempt as final') {
      order.state = 'declined'
      order.closed = true
    }
    if (mutation === 'closes an order at its first decline' && status === 'decline') order.closed = true
    return
  }
  if (mutation !== null && DELIVERED[mutation]?.(report) === true) order.deliveries += 1
  const state = mutation !== null && TAKEN[mutation]?.(report) === true ? 'paid' : STATES[status]
  if (state === undefined) {
    if (mutation === 'undoes a final state') order.state = 'open'
    return
  }
  if (state === 'paid' && report.currency !== order.currency && mutation !== 'ignores the currency') return
  const key = mutation === 'recognises a duplicate by its bytes' ? text : `${operation} ${status}`
  if (order.known.has(key) && mutation !== 'counts a duplicate twice') return
  order.known.add(key)
  if (order.state === 'paid' && state === 'declined') return
  order.state = state
  if (state !== 'paid') return
  if (amount >= order.amount || mutation === 'delivers whatever was paid') order.deliveries += 1
  order.paidAmount = mutation === 'shows the requested amount' ? order.amount : amount
}

const DIGITS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 }

/** `4.650` KWD as 4650. */
export function minorUnits(amount: string, currency: string, mutation: MutationName | null): number {
  const digits = mutation === 'uses two decimals for every currency' ? 2 : (DIGITS[currency] ?? 2)
  return Math.round(Number(amount) * 10 ** digits)
}
