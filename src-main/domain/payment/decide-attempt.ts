import { hasExpired } from '../clarification/timers'
import type { Decision, DecisionEnv, StartAttempt } from './commands'
import { providerDueAt } from './decide-provider'
import type { AttemptsEnded, PaymentEvent } from './events'
import { firstOperation } from './payment'
import type { Operation, Payment } from './payment'
import { wrongState } from './refusals'
import { PENDING_CODE } from '../result-code/result-codes'

/** The customer tries again: a new operation like the declined one, and the provider is asked (contract 7.5). */
export function decideAttempt(payment: Payment, command: StartAttempt, env: DecisionEnv): Decision {
  const { attempts } = payment
  if (attempts === null || hasExpired(attempts.endsAt, env.now)) {
    return { ok: false, refusal: wrongState(payment, 'Another attempt', '"awaiting customer"') }
  }
  const operation: Operation = {
    id: env.newOperationId(),
    type: firstOperation(payment).type,
    status: 'processing',
    sum: payment.requested,
    createdAt: env.now,
    updatedAt: env.now,
    requestId: command.requestId,
    code: PENDING_CODE,
    provider: null,
  }
  const events: readonly PaymentEvent[] = [
    {
      type: 'attemptStarted',
      at: env.now,
      operation,
      account: command.account,
      supplied: command.supplied,
      plan: command.plan,
    },
    {
      type: 'providerAsked',
      at: env.now,
      operationId: operation.id,
      dueAt: providerDueAt(command.plan, env.now),
    },
  ]
  return { ok: true, events, response: { kind: 'ack', requestId: command.requestId } }
}

/** The customer declines another attempt: the last decline becomes final (contract 7.5). */
export function decideGivingUp(payment: Payment, env: DecisionEnv): Decision {
  if (payment.attempts === null) {
    return { ok: false, refusal: wrongState(payment, 'Giving up', '"awaiting customer"') }
  }
  return { ok: true, events: endAttempts(payment, 'gave up', env), response: { kind: 'none' } }
}

export function endAttempts(
  payment: Payment,
  cause: AttemptsEnded['cause'],
  env: DecisionEnv,
): readonly PaymentEvent[] {
  return [{ type: 'attemptsEnded', at: env.now, operationId: firstOperation(payment).id, cause }]
}
