import { hasExpired } from '#domain/clarification/timers'
import { WRONG_CHALLENGE_CODE } from '#domain/provider/test-cards'
import { declineOrOffer } from './wait'
import { nextProviderStep } from './decide-provider'
import type { EventOf, PaymentEvent } from './events'
import { evolve } from './evolve'
import { activeOperation, type Operation, type Payment } from './payment'
import { type Decision, type DecisionEnv, type SubmitChallenge, wrongState } from './commands'
import { CANCELLED_CODE } from '#domain/result-code/result-codes'

/** The right code on the issuer's page resumes processing, anything else declines (contract 4.4). */
export function decideChallenge(payment: Payment, command: SubmitChallenge, env: DecisionEnv): Decision {
  const open = payment.challenge
  const operation = activeOperation(payment)
  if (open === null || operation === null || hasExpired(open.expiresAt, env.now)) {
    return { ok: false, refusal: wrongState(payment, 'A 3-D Secure result', '"awaiting 3ds result"') }
  }
  const finished: EventOf<'challengeFinished'> = {
    type: 'challengeFinished',
    at: env.now,
    requestId: command.requestId,
    outcome: outcomeOf(command.code, open.valid),
  }
  const resumed = evolve(payment, finished)
  return {
    ok: true,
    events: [finished, ...consequence(resumed, operation, finished.outcome, env)],
    response: { kind: 'ack', requestId: command.requestId },
  }
}

function outcomeOf(code: string | null, valid: string): EventOf<'challengeFinished'>['outcome'] {
  if (code === null) return 'cancelled'
  return code.trim() === valid ? 'passed' : 'wrong code'
}

function consequence(
  payment: Payment,
  operation: Operation,
  outcome: EventOf<'challengeFinished'>['outcome'],
  env: DecisionEnv,
): readonly PaymentEvent[] {
  switch (outcome) {
    case 'passed':
      return nextProviderStep(payment, env)
    case 'wrong code':
      return [declineOrOffer(payment, operation, WRONG_CHALLENGE_CODE, 'provider', env)]
    case 'cancelled':
      return [declineOrOffer(payment, operation, CANCELLED_CODE, 'customer', env)]
  }
}
