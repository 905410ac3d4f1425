import { hasExpired } from '../clarification/timers'
import type { Decision, DecisionEnv, StartAttempt } from './commands'
import { askProvider } from './decide-provider'
import type { AttemptsEnded, PaymentEvent } from './events'
import { newOperation } from './new-operation'
import { firstOperation } from './payment'
import type { Payment } from './payment'
import { wrongState } from './refusals'

/** The customer tries again: a new operation like the declined one, and the provider is asked (contract 7.5). */
export function decideAttempt(payment: Payment, command: StartAttempt, env: DecisionEnv): Decision {
  const { attempts } = payment
  if (attempts === null || hasExpired(attempts.endsAt, env.now)) {
    return { ok: false, refusal: wrongState(payment, 'Another attempt', '"awaiting customer"') }
  }
  const { requestId } = command
  const { type } = firstOperation(payment)
  const operation = newOperation({ type, sum: payment.requested, requestId }, env)
  const events: readonly PaymentEvent[] = [
    {
      type: 'attemptStarted',
      at: env.now,
      operation,
      account: command.account,
      supplied: command.supplied,
      plan: command.plan,
    },
    askProvider(operation.id, command.plan, env),
  ]
  return { ok: true, events, response: { kind: 'ack', requestId } }
}

/** The customer declines another attempt: the last decline becomes final (contract 7.5). */
export function decideGivingUp(payment: Payment, env: DecisionEnv): Decision {
  if (payment.attempts === null) {
    return { ok: false, refusal: wrongState(payment, 'Giving up', '"awaiting customer"') }
  }
  return { ok: true, events: endAttempts(payment, 'abandoned', env), response: { kind: 'none' } }
}

/** Ends all attempts of a payment, so that its last decline is final (contract 7.5). */
export function endAttempts(
  payment: Payment,
  cause: AttemptsEnded['cause'],
  env: DecisionEnv,
): readonly PaymentEvent[] {
  return [{ type: 'attemptsEnded', at: env.now, operationId: firstOperation(payment).id, cause }]
}
