/** How far an order is, in the shop's own words. */
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
 * How far each state is. Callbacks come twice and out of order (contract 9.5), so an order only ever moves to a step
 * that is as far or further: a late intermediate callback cannot undo a result, and a decline cannot take back money.
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

/** Steps that no callback replaces by another one of the same step. */
const RESULTS: ReadonlySet<OrderState> = new Set(['declined', 'paid', 'amount differs', 'returned'])

/** Whether a callback may bring an order from one state to another. `isNewer`: it is of the same time or a later one. */
export function mayFollow(from: OrderState, to: OrderState, isNewer: boolean): boolean {
  if (STEPS[to] === STEPS[from]) return isNewer && !RESULTS.has(from)
  return STEPS[to] > STEPS[from]
}

/** Whether money came, whatever became of it. */
export function hasMoney(state: OrderState): boolean {
  return STEPS[state] >= STEPS.paid
}

/** Whether the page has nothing to wait for; a hold can stay for days. */
export function isSettled(state: OrderState): boolean {
  return STEPS[state] >= STEPS.held
}

/**
 * The state that a payment status means (contract 4.1). Statuses that the shop does not know, also new ones, leave the
 * order pending.
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
