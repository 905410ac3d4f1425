/** The state of an order in the shop. */
export type OrderState =
  | 'pending'
  | 'more information requested'
  | 'held'
  | 'declined'
  | 'paid'
  | 'amount differs'
  | 'returned in part'
  | 'returned'

/**
 * The step of each state. Callbacks can be repeated and out of order (contract 9.5), so an order never moves to an
 * earlier step: a late intermediate callback cannot undo a result, and a decline cannot undo a payment.
 */
const STEPS: Readonly<Record<OrderState, number>> = {
  pending: 0,
  'more information requested': 0,
  held: 1,
  declined: 2,
  paid: 3,
  'amount differs': 3,
  'returned in part': 4,
  returned: 5,
}

/** States that are not replaced by another state of the same step. */
const RESULTS: ReadonlySet<OrderState> = new Set(['declined', 'paid', 'amount differs', 'returned'])

/**
 * Whether a callback may change the state of an order.
 * @param isNewer whether the callback is not older than the last one that counted
 */
export function mayFollow(from: OrderState, to: OrderState, isNewer: boolean): boolean {
  if (STEPS[to] === STEPS[from]) return isNewer && !RESULTS.has(from)
  return STEPS[to] > STEPS[from]
}

/** Whether the order was paid, even if the money was returned later. */
export function hasMoney(state: OrderState): boolean {
  return STEPS[state] >= STEPS.paid
}

/** Whether the page has nothing to wait for. A held amount counts as settled, because it can stay held for days. */
export function isSettled(state: OrderState): boolean {
  return STEPS[state] >= STEPS.held
}

/**
 * Returns the state for a payment status (contract 4.1). An unknown status leaves the order pending.
 */
export function stateOf(status: string): OrderState {
  switch (status) {
    case 'success':
      return 'paid'
    case 'decline':
    case 'error':
    case 'expired':
    case 'canceled':
    case 'cancelled':
      return 'declined'
    case 'awaiting capture':
      return 'held'
    case 'awaiting clarification':
      return 'more information requested'
    case 'partially refunded':
    case 'partially reversed':
      return 'returned in part'
    case 'refunded':
    case 'reversed':
      return 'returned'
    default:
      return 'pending'
  }
}
