import { isFinal, isFirstOperation } from './statuses'
import type { TimerName } from './commands'
import { activeOperation, openProviderPage, type Payment, type ProviderPage, waitingPages } from './payment'
import { nextDebitAt } from './series-schedule'

/** The platform acts this long before a hold ends (contract 5.6). */
const HOLD_END_LEAD_MS = 30 * 60_000

export interface PaymentTimer {
  readonly name: TimerName
  /** Epoch milliseconds on the virtual clock. */
  readonly dueAt: number
}

/** The timers of a payment's state. Code that stores a payment stores exactly these, so none is forgotten. */
export function timersOf(payment: Payment): readonly PaymentTimer[] {
  const timers: PaymentTimer[] = []
  if (payment.providerDueAt !== null) timers.push({ name: 'provider', dueAt: payment.providerDueAt })
  if (payment.clarification !== null) {
    timers.push({ name: 'clarification', dueAt: payment.clarification.expiresAt })
  }
  if (payment.challenge !== null) timers.push({ name: 'challenge', dueAt: payment.challenge.expiresAt })
  const page = firstDuePage(payment)
  if (page !== undefined) timers.push({ name: 'customer', dueAt: pageDueAt(page) })
  if (payment.attempts !== null) timers.push({ name: 'attempts', dueAt: payment.attempts.endsAt })
  const deadline = deadlineOf(payment)
  if (deadline !== null) timers.push({ name: 'deadline', dueAt: deadline })
  const hold = holdActionAt(payment)
  if (hold !== null && activeOperation(payment) === null) timers.push({ name: 'hold', dueAt: hold })
  const debit = nextDebitAt(payment)
  if (debit !== null) timers.push({ name: 'series', dueAt: debit })
  return timers
}

/** The first page on which a planned decision or a later result is due, or whose time is over. */
export function firstDuePage(payment: Payment): ProviderPage | undefined {
  return waitingPages(payment).toSorted((a, b) => pageDueAt(a) - pageDueAt(b))[0]
}

/** Epoch milliseconds. A later result that the provider knows comes even after the time to pay (contract 16.5). */
function pageDueAt({ expiresAt, planned, later }: ProviderPage): number {
  return later?.dueAt ?? Math.min(expiresAt, planned?.dueAt ?? Infinity)
}

/** When the platform cancels or captures a held amount; null if nothing is held. Epoch milliseconds. */
export function holdActionAt({ status, holdEndsAt }: Payment): number | null {
  return status === 'awaiting capture' && holdEndsAt !== null ? holdEndsAt - HOLD_END_LEAD_MS : null
}

/**
 * The deadline of the open operation (contract 6.3, 6.16), epoch milliseconds; null if there is none, or if a later
 * result ends the operation.
 */
export function deadlineOf(payment: Payment): number | null {
  const operation = activeOperation(payment)
  if (operation === null) return null
  if (!isFirstOperation(operation.type)) return operation.deadlineAt ?? null
  const endsLater = (openProviderPage(payment)?.later ?? null) !== null
  return isFinal(payment.status) || endsLater ? null : payment.deadlineAt
}
