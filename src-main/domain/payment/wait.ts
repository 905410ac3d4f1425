import { clarificationExpiry } from '#domain/clarification/timers'
import type { DecisionEnv } from './commands'
import type { OperationFinished, PaymentEvent, WaitEnded } from './events'
import { activeOperation, type Operation, type Payment } from './payment'
import { NOT_RETURNED_CODE } from '#domain/result-code/result-codes'
import { deadlineOf } from './timers'

/** Expiry of a wait that (re)starts now: 30 minutes, never beyond the processing deadline (contract 6.2, 6.3). */
export function waitFromNow(
  payment: Payment,
  env: DecisionEnv,
): { expiresAt: number; cappedByDeadline: boolean } {
  return clarificationExpiry({ from: env.now, deadlineAt: deadlineOf(payment) ?? payment.deadlineAt })
}

/**
 * Ends a wait for data or for a 3-D Secure result without either: the events are the end of the wait and the decline that
 * follows (contract 4.4, 6.6).
 */
export function endWait(
  payment: Payment,
  cause: WaitEnded['cause'],
  env: DecisionEnv,
): readonly PaymentEvent[] {
  const operation = activeOperation(payment)
  if (operation === null) return []
  const { clarificationTimeoutCode, deadlineCode } = env.project.switches
  const timeoutCode = payment.challenge === null ? clarificationTimeoutCode : NOT_RETURNED_CODE
  return [
    { type: 'waitEnded', at: env.now, cause },
    decline(operation, cause === 'deadline' ? deadlineCode : timeoutCode, 'platform', env),
  ]
}

/** Declines an operation without a result of the provider. */
export function decline(
  operation: Operation,
  code: string,
  by: OperationFinished['by'],
  env: DecisionEnv,
): OperationFinished {
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
