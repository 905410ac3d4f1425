import { fieldError } from '#domain/api/errors'
import { hasExpired } from '#domain/clarification/timers'
import {
  CUSTOMER_CANCELLED_CODE,
  METHOD_DECLINE_CODE,
  NOT_PAID_CODE,
  WRONG_AMOUNT_CODE,
} from '#domain/result-code/result-codes'
import { accepted, type DecideAtProvider, type Decision, type DecisionEnv, wrongState } from './commands'
import { approve, nextProviderStep } from './decide-provider'
import type { PaymentEvent } from './events'
import { evolve } from './evolve'
import { operationSetAside, type Payment, type ProviderPage, waitingPages } from './payment'
import { firstDuePage } from './timers'
import { decline, declineOrOffer, endWait } from './wait'

/** The outcome at the provider: paid, possibly another amount, declined, cancelled, or left (contract 16.5, 16.6). */
export function decideAtProvider(payment: Payment, command: DecideAtProvider, env: DecisionEnv): Decision {
  const pages = waitingPages(payment)
  const page = pages.findLast(
    ({ operationId }) => command.operationId === undefined || operationId === command.operationId,
  )
  const operation = payment.operations.find(({ id }) => id === page?.operationId)
  if (page === undefined || operation === undefined || isOver(page, env.now)) {
    const needed = '"awaiting redirect result" or "awaiting customer action"'
    return { ok: false, refusal: wrongState(payment, 'A decision by the customer', needed) }
  }
  const { by, outcome, amount, code = METHOD_DECLINE_CODE, later } = command
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
    operationId: operation.id,
    outcome,
    amount: otherAmount,
    later: later === null ? null : { dueAt: env.now + later.afterMs, outcome: later.outcome },
  }
  const resumed = evolve(payment, decided)
  const isSetAside = operationSetAside(payment, operation.id) !== null
  const declined = (code: string) => {
    const who = outcome === 'cancelled' ? 'customer' : 'provider'
    return isSetAside
      ? decline(operation, code, who, env)
      : declineOrOffer(resumed, operation, code, who, env)
  }
  const { changedAmount } = env.project.switches
  switch (outcome) {
    case 'left':
      return accepted([decided])
    case 'declined':
      return accepted([decided, declined(code)])
    case 'cancelled':
      return accepted([decided, declined(CUSTOMER_CANCELLED_CODE)])
    case 'paid':
      if (otherAmount !== null && changedAmount === 'decline')
        return accepted([decided, declined(WRONG_AMOUNT_CODE)])
      // Without a plan, which is that of the newest attempt, the payment stays in processing until the tester decides.
      if (!isSetAside && otherAmount !== null && changedAmount === 'hold')
        return accepted([decided, { type: 'planAdvanced', at: env.now, rest: [] }])
      // The provider also needs the reference of the transfer (contract 16.4).
      if (!isSetAside && resumed.plan[0]?.kind === 'clarify')
        return accepted([decided, ...nextProviderStep(resumed, env)])
      return accepted([decided, approve(resumed, operation, 'provider', env)])
  }
}

/** Whether the time to pay is over; after the customer left, a later result ends the wait instead. */
const isOver = ({ later, expiresAt }: ProviderPage, now: number): boolean =>
  later === null && hasExpired(expiresAt, now)

/** Ends the wait at the provider: a planned decision or a later result is due, or the time is over. */
export function endProviderPage(payment: Payment, env: DecisionEnv): readonly PaymentEvent[] {
  const page = firstDuePage(payment)
  if (page === undefined) return []
  const command = isOver(page, env.now) ? null : commandDue(page, env.now)
  if (command === null) {
    const earlier = operationSetAside(payment, page.operationId)
    return earlier === null
      ? endWait(payment, 'timeout', env)
      : [decline(earlier, NOT_PAID_CODE, 'platform', env)]
  }
  const decision = decideAtProvider(payment, command, env)
  return decision.ok ? decision.events : []
}

/** What is due by now: what the project's customers do, or the result after the customer left. Null if nothing is. */
function commandDue({ operationId, planned, later }: ProviderPage, now: number): DecideAtProvider | null {
  const shared = { type: 'decideAtProvider', operationId, amount: null, later: null } as const
  if (planned !== undefined) {
    const { dueAt, ...decision } = planned
    return dueAt > now ? null : { ...shared, by: 'customer', ...decision }
  }
  if (later === null || later.dueAt > now) return null
  return { ...shared, by: 'provider', outcome: later.outcome === 'success' ? 'paid' : 'declined' }
}
