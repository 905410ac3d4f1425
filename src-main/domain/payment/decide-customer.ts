import { fieldError } from '#domain/api/errors'
import { hasExpired } from '#domain/clarification/timers'
import {
  CUSTOMER_CANCELLED_CODE,
  METHOD_DECLINE_CODE,
  WRONG_AMOUNT_CODE,
} from '#domain/result-code/result-codes'
import { accepted, type DecideAtProvider, type Decision, type DecisionEnv, wrongState } from './commands'
import { approve } from './decide-provider'
import type { PaymentEvent } from './events'
import { evolve } from './evolve'
import { activeOperation, openProviderPage, type Payment } from './payment'
import { declineOrOffer, endWait } from './wait'

/** The outcome at the provider: paid, possibly another amount, declined, cancelled, or left (contract 16.5, 16.6). */
export function decideAtProvider(payment: Payment, command: DecideAtProvider, env: DecisionEnv): Decision {
  const page = openProviderPage(payment)
  const operation = activeOperation(payment)
  if (page === null || operation === null || hasExpired(page.expiresAt, env.now)) {
    const needed = '"awaiting redirect result" or "awaiting customer action"'
    return { ok: false, refusal: wrongState(payment, 'A decision by the customer', needed) }
  }
  const { by, outcome, amount, later } = command
  if (amount !== null && (outcome !== 'paid' || amount < 1)) {
    const message =
      outcome === 'paid'
        ? 'Give an amount of at least 1.'
        : 'Leave out the amount unless the outcome is paid.'
    return { ok: false, refusal: fieldError('502', 'amount', 'minimum', message) }
  }
  const otherAmount = amount === operation.sum.amount ? null : amount
  const decided: PaymentEvent = {
    type: 'customerDecided',
    at: env.now,
    by,
    outcome,
    amount: otherAmount,
    later: later === null ? null : { dueAt: env.now + later.afterMs, outcome: later.outcome },
  }
  const resumed = evolve(payment, decided)
  const declined = (code: string) =>
    declineOrOffer(resumed, operation, code, outcome === 'cancelled' ? 'customer' : 'provider', env)
  const { changedAmount } = env.project.switches
  switch (outcome) {
    case 'left':
      return accepted([decided])
    case 'declined':
      return accepted([decided, declined(METHOD_DECLINE_CODE)])
    case 'cancelled':
      return accepted([decided, declined(CUSTOMER_CANCELLED_CODE)])
    case 'paid':
      if (otherAmount !== null && changedAmount === 'decline')
        return accepted([decided, declined(WRONG_AMOUNT_CODE)])
      // Without a plan, the payment stays in processing until the tester decides.
      if (otherAmount !== null && changedAmount === 'hold')
        return accepted([decided, { type: 'planAdvanced', at: env.now, rest: [] }])
      return accepted([decided, approve(resumed, operation, 'provider', env, otherAmount)])
  }
}

/** Ends the wait at the provider: the time to pay is over, or the result after the customer left is due. */
export function endProviderPage(payment: Payment, env: DecisionEnv): readonly PaymentEvent[] {
  const page = openProviderPage(payment)
  if (page === null) return []
  if (page.later === null || page.later.dueAt > env.now || hasExpired(page.expiresAt, env.now)) {
    return endWait(payment, page.cappedByDeadline ? 'deadline' : 'timeout', env)
  }
  const outcome = page.later.outcome === 'success' ? 'paid' : 'declined'
  const unchanged = { amount: null, later: null } as const
  const decision = decideAtProvider(
    payment,
    { type: 'decideAtProvider', by: 'provider', outcome, ...unchanged },
    env,
  )
  return decision.ok ? decision.events : []
}
