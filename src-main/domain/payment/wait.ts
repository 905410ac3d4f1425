import { CLARIFICATION_WAIT_MS, waitExpiry } from '#domain/clarification/timers'
import type { DecisionEnv } from './commands'
import type { EventOf, PaymentEvent } from './events'
import { activeOperation, openProviderPage, type Attempts, type Operation, type Payment } from './payment'
import { NOT_PAID_CODE, NOT_RETURNED_CODE } from '#domain/result-code/result-codes'
import { deadlineOf } from './timers'
import { isFirstOperation } from './statuses'

/** End of a wait that (re)starts now: after 30 minutes, or an earlier deadline (contract 6.2, 6.3). */
export function waitFromNow(payment: Payment, { now }: DecisionEnv) {
  const deadlineAt = deadlineOf(payment) ?? payment.deadlineAt
  return waitExpiry({ from: now, waitMs: CLARIFICATION_WAIT_MS, deadlineAt })
}

/** Events of a wait without data, 3-D Secure result or payment: its end, then the decline (contract 4.4, 6.6). */
export function endWait(
  payment: Payment,
  cause: EventOf<'waitEnded'>['cause'],
  env: DecisionEnv,
): readonly PaymentEvent[] {
  const operation = activeOperation(payment)
  if (operation === null) return []
  const { clarificationTimeoutCode, deadlineCode } = env.project.switches
  const timeoutCode =
    openProviderPage(payment) !== null
      ? NOT_PAID_CODE
      : payment.challenge === null
        ? clarificationTimeoutCode
        : NOT_RETURNED_CODE
  return [
    { type: 'waitEnded', at: env.now, cause },
    decline(operation, cause === 'deadline' ? deadlineCode : timeoutCode, 'platform', env),
  ]
}

/** Declines an operation; there is no result from the provider. */
export function decline(
  operation: Operation,
  code: string,
  by: EventOf<'operationFinished'>['by'],
  env: DecisionEnv,
): EventOf<'operationFinished'> {
  return {
    type: 'operationFinished',
    at: env.now,
    operationId: operation.id,
    by,
    status: 'decline',
    code,
    provider: null,
    approvedAmount: null,
    avsResult: null,
    holdEndsAt: null,
    attempts: null,
  }
}

/** Declines an operation, and offers another attempt if any are left and no wait has expired (contract 7.5). */
export function declineOrOffer(
  payment: Payment,
  operation: Operation,
  code: string,
  by: EventOf<'operationFinished'>['by'],
  env: DecisionEnv,
): EventOf<'operationFinished'> {
  return { ...decline(operation, code, by, env), attempts: attemptsAfter(payment, operation, env) }
}

/** Attempts left if the payment is declined now; null if there are none. Their time counts from the first decline. */
function attemptsAfter(payment: Payment, operation: Operation, env: DecisionEnv): Attempts | null {
  const policy = payment.retries
  const retryable = operation.type === 'sale' || operation.type === 'auth'
  if (policy === null || !retryable || payment.status !== 'processing') return null
  const tried = payment.operations.filter(({ type }) => isFirstOperation(type))
  // An earlier attempt was charged in the meantime (contract 16.7).
  if (tried.some(({ status }) => status === 'success')) return null
  const left = policy.limit - tried.length
  const ownEnd = policy.endsAt ?? env.now + policy.windowMs
  const endsAt = payment.retriesEndAt ?? Math.min(ownEnd, payment.deadlineAt)
  return left > 0 && endsAt > env.now ? { left, endsAt } : null
}
