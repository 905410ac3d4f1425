import type { MutationName } from './mutations'

export interface Order {
  readonly id: string
  /** Minor units. */
  readonly amount: number
  readonly currency: string
  state: 'open' | 'paid' | 'declined'
  deliveries: number
  paidAmount: number
  /** Operations with their statuses that had their effect. */
  readonly known: Set<string>
  closed: boolean
}

/** What is known of a payment, from a callback or a status answer. */
export interface PaymentReport {
  readonly operation: string
  readonly status: string
  readonly amount: number
  readonly attemptsLeft: boolean
}

const STATES: Readonly<Record<string, Order['state']>> = { success: 'paid', decline: 'declined' }
const INTERMEDIATE = new Set(['processing', 'awaiting customer', 'awaiting 3ds result', ''])

/** Changes an order by what came; a final state stays, and every operation counts once. */
export function apply(order: Order, report: PaymentReport, mutation: MutationName | null): void {
  const { operation, status, amount, attemptsLeft } = report
  if (order.closed) return
  if (attemptsLeft) {
    if (mutation === 'takes a first attempt for final') {
      order.state = 'declined'
      order.closed = true
    }
    return
  }
  const seldom = STATES[status] === undefined && !INTERMEDIATE.has(status)
  const state = mutation === 'takes an unknown status for paid' && seldom ? 'paid' : STATES[status]
  if (state === undefined) {
    if (mutation === 'undoes a final state') order.state = 'open'
    return
  }
  const key = `${operation} ${status}`
  if (order.known.has(key) && mutation !== 'counts a duplicate twice') return
  order.known.add(key)
  if (order.state === 'paid' && state === 'declined') return
  order.state = state
  if (state !== 'paid') return
  order.deliveries += 1
  order.paidAmount = mutation === 'shows the amount that was asked for' ? order.amount : amount
}

const DIGITS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 }

/** `4.650` KWD as 4650. */
export function minorUnits(amount: string, currency: string, mutation: MutationName | null): number {
  const digits = mutation === 'takes two decimals for every currency' ? 2 : (DIGITS[currency] ?? 2)
  return Math.round(Number(amount) * 10 ** digits)
}
