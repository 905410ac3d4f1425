import type { DecisionEnv } from './commands'
import type { OperationFinished } from './events'
import type { Attempts, Operation, Payment } from './payment'
import { isFirstOperation } from './statuses'
import { decline } from './wait'

/**
 * Declines an operation, and offers another attempt where attempts and time are left (contract 7.5). Offers none outside of
 * `processing`: a customer who let a wait run out is not there to try again.
 */
export function declineOrOffer(
  payment: Payment,
  operation: Operation,
  code: string,
  by: OperationFinished['by'],
  env: DecisionEnv,
): OperationFinished {
  return { ...decline(operation, code, by, env), attempts: attemptsAfter(payment, operation, env) }
}

/**
 * What is left after a decline now. The clock starts with the first decline, unless the policy has an end of its own,
 * and never runs beyond the processing deadline.
 */
function attemptsAfter(payment: Payment, operation: Operation, env: DecisionEnv): Attempts | null {
  const policy = payment.retries
  const retryable = operation.type === 'sale' || operation.type === 'auth'
  if (policy === null || !retryable || payment.status !== 'processing') return null
  const left = policy.limit - payment.operations.filter(({ type }) => isFirstOperation(type)).length
  const ownEnd = policy.endsAt ?? env.now + policy.windowMs
  const endsAt = payment.retriesEndAt ?? Math.min(ownEnd, payment.deadlineAt)
  return left > 0 && endsAt > env.now ? { left, endsAt } : null
}
