import { isFinal, isFirstOperation } from './statuses'
import type { TimerName } from './commands'
import { activeOperation } from './payment'
import type { Payment } from './payment'

/** The platform acts this long before a hold ends (contract 5.6). */
const HOLD_END_LEAD_MS = 30 * 60_000

export interface PaymentTimer {
  readonly name: TimerName
  /** Epoch milliseconds on the virtual clock. */
  readonly dueAt: number
}

/**
 * The timers that a payment needs as it stands. They follow from the state alone, so that none can be
 * forgotten or left behind: whoever stores a payment stores exactly these.
 */
export function timersOf(payment: Payment): readonly PaymentTimer[] {
  const timers: PaymentTimer[] = []
  if (payment.providerDueAt !== null) timers.push({ name: 'provider', dueAt: payment.providerDueAt })
  if (payment.clarification !== null) {
    timers.push({ name: 'clarification', dueAt: payment.clarification.expiresAt })
  }
  if (payment.challenge !== null) timers.push({ name: 'challenge', dueAt: payment.challenge.expiresAt })
  if (payment.attempts !== null) timers.push({ name: 'attempts', dueAt: payment.attempts.endsAt })
  if (isUnderDeadline(payment)) timers.push({ name: 'deadline', dueAt: payment.deadlineAt })
  if (
    payment.status === 'awaiting capture' &&
    payment.holdEndsAt !== null &&
    activeOperation(payment) === null
  ) {
    timers.push({ name: 'hold', dueAt: payment.holdEndsAt - HOLD_END_LEAD_MS })
  }
  return timers
}

/** The processing deadline binds a payment until the operation that it begins with has ended (contract 6.3). */
function isUnderDeadline(payment: Payment): boolean {
  const operation = activeOperation(payment)
  const first = operation !== null && isFirstOperation(operation.type)
  return first && !isFinal(payment.status)
}
