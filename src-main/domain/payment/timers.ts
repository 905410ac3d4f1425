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
  const page = firstDuePage(payment)
  const times: readonly (readonly [name: TimerName, dueAt: number | null | undefined])[] = [
    ['provider', payment.providerDueAt],
    ['clarification', payment.clarification?.expiresAt],
    ['challenge', payment.challenge?.expiresAt],
    ['customer', page && pageDueAt(page)],
    ['attempts', payment.attempts?.endsAt],
    ['deadline', deadlineOf(payment)],
    ['hold', activeOperation(payment) === null ? holdActionAt(payment) : null],
    ['series', nextDebitAt(payment)],
  ]
  return times.flatMap(([name, dueAt]) => (dueAt === null || dueAt === undefined ? [] : [{ name, dueAt }]))
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
 * The deadline of the open operation (contract 6.3, 6.16), epoch milliseconds; null if there is none, or while the
 * customer may pay at the provider.
 */
export function deadlineOf(payment: Payment): number | null {
  const operation = activeOperation(payment)
  if (operation === null) return null
  if (!isFirstOperation(operation.type)) return operation.deadlineAt ?? null
  return isFinal(payment.status) || openProviderPage(payment) !== null ? null : payment.deadlineAt
}
