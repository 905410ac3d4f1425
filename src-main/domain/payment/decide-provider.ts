import { filterFields, isEmptyFields } from '#domain/clarification/fields'
import { codeSentAt } from '#domain/clarification/timers'
import { AVS_DECLINE_CODE, avsResultFor } from '#domain/provider/outcome'
import type { OutcomeStep } from '#domain/provider/outcome-steps'
import type { OperationId } from '#domain/ids'
import { decline, declineOrOffer, waitFromNow } from './wait'
import type { DecisionEnv } from './commands'
import type { EventOf, PaymentEvent } from './events'
import { evolve } from './evolve'
import {
  activeOperation,
  openProviderPage,
  type Operation,
  paidAmount,
  type Payment,
  type ProviderAnswer,
  type ProviderPage,
} from './payment'
import { declineCodeOf, SUCCESS_CODE } from '#domain/result-code/result-codes'
import { isFirstOperation } from './statuses'

/** Asks the provider for the plan's next step; without a plan the tester decides. */
export function nextProviderStep(payment: Payment, env: DecisionEnv): readonly PaymentEvent[] {
  const operation = activeOperation(payment)
  if (operation === null) return []
  return [askProvider(operation.id, payment.plan, env)]
}

/** Asks the provider for the first step of a plan. */
export function askProvider(
  operationId: OperationId,
  [step]: readonly OutcomeStep[],
  { now }: DecisionEnv,
): EventOf<'providerAsked'> {
  const dueAt = step === undefined ? null : now + (step.kind === 'result' ? step.delayMs : 0)
  return { type: 'providerAsked', at: now, operationId, dueAt }
}

/** The next step: the provider requests data, the issuer challenges, or the operation ends (contract 4.4, 6.13). */
export function decideProviderAnswer(payment: Payment, env: DecisionEnv): readonly PaymentEvent[] {
  const operation = activeOperation(payment)
  if (operation === null || isWaiting(payment)) return []
  if (!isFirstOperation(operation.type)) return [finishFollowUp(payment, operation, env)]
  const step = payment.plan[0]
  if (step === undefined) return []
  if (step.kind === 'result') return [finishByPlan(payment, operation, step, env)]
  const advanced: PaymentEvent = { type: 'planAdvanced', at: env.now, rest: payment.plan.slice(1) }
  if (step.kind === 'customer') {
    const { kind: _kind, lifetimeMs, ...asked } = step
    const expiresAt = env.now + lifetimeMs
    const page = { ...asked, expiresAt, ...plannedPart(operation, env), token: env.newHex(32) }
    return [advanced, { type: 'customerAsked', at: env.now, operationId: operation.id, ...page }]
  }
  if (step.kind === 'challenge') {
    const { kind: _kind, ...challenge } = step
    const asked = { at: env.now, operationId: operation.id, ...challenge }
    return [advanced, { type: 'challengeRequested', ...asked, ...waitFromNow(payment, env) }]
  }
  // Values that were supplied are not requested again (contract 6.14), except one-time codes.
  const isCode = (name: string): boolean => step.sendsCode === true || name === 'security_code'
  const fields = filterFields(
    step.fields,
    ({ path, name }) => isCode(name) || !Object.hasOwn(payment.supplied, path),
  )
  if (isEmptyFields(fields)) return [advanced, ...nextProviderStep(evolve(payment, advanced), env)]
  const asked = { by: 'provider', fields, expects: step.expects ?? {} } as const
  const requested = clarificationRequested(payment, operation.id, asked, env)
  return [advanced, step.sendsCode === true ? { ...requested, code: codeSentAt(env.now) } : requested]
}

/** What the project's customers do if nobody decides first (contract 16.4). */
function plannedPart({ sum }: Operation, { now, project }: DecisionEnv): Pick<ProviderPage, 'planned'> {
  const { customers } = project.switches
  if (customers.mode === 'wait') return {}
  const dueAt = now + customers.afterMs
  switch (customers.mode) {
    case 'pay': {
      const amount = Math.max(1, Math.round((sum.amount * customers.percent) / 100))
      return { planned: { dueAt, outcome: 'paid', amount } }
    }
    case 'decline':
      return { planned: { dueAt, outcome: 'declined', code: customers.code } }
    case 'leave':
      return { planned: { dueAt, outcome: 'left' } }
  }
}

const isWaiting = (payment: Payment): boolean =>
  payment.clarification !== null || payment.challenge !== null || openProviderPage(payment) !== null

/** Begins a wait for data (contract 6.2). */
export function clarificationRequested(
  payment: Payment,
  operationId: OperationId,
  asked: Pick<EventOf<'clarificationRequested'>, 'by' | 'fields' | 'expects'>,
  env: DecisionEnv,
): EventOf<'clarificationRequested'> {
  const wait = waitFromNow(payment, env)
  return { type: 'clarificationRequested', at: env.now, operationId, ...asked, ...wait }
}

/** Ends an operation successfully, with everything that the provider reports about it. */
export function approve(
  payment: Payment,
  operation: Operation,
  by: EventOf<'operationFinished'>['by'],
  env: DecisionEnv,
  approvedAmount = paidAmount(payment, operation),
): EventOf<'operationFinished'> {
  return {
    type: 'operationFinished',
    at: env.now,
    operationId: operation.id,
    by,
    status: 'success',
    code: SUCCESS_CODE,
    provider: newProviderAnswer(payment, operation, env),
    approvedAmount,
    avsResult: isFirstOperation(operation.type) ? avsOf(payment, true).result : null,
    holdEndsAt: operation.type === 'auth' ? env.now + env.project.switches.holdTimeMs : null,
    attempts: null,
  }
}

/** Only cards have an address check (contract 16.2). */
function avsOf({ supplied, methodPath }: Payment, stated: boolean): ReturnType<typeof avsResultFor> {
  return avsResultFor(methodPath === undefined ? supplied : {}, stated)
}

function finishByPlan(
  payment: Payment,
  operation: Operation,
  step: OutcomeStep & { kind: 'result' },
  env: DecisionEnv,
): EventOf<'operationFinished'> {
  const avs = avsOf(payment, step.stated)
  if (avs.declines) {
    return { ...declineOrOffer(payment, operation, AVS_DECLINE_CODE, 'provider', env), avsResult: avs.result }
  }
  if (step.outcome === 'decline') {
    return {
      ...declineOrOffer(payment, operation, step.code, 'provider', env),
      provider: newProviderAnswer(payment, operation, env),
      avsResult: avs.result,
    }
  }
  const limit = env.project.switches.partialApproval ? step.partialApproval : undefined
  const partial = limit?.currency === operation.sum.currency && operation.sum.amount > limit.above
  return approve(payment, operation, 'provider', env, partial ? limit.above : undefined)
}

function finishFollowUp(
  payment: Payment,
  operation: Operation,
  env: DecisionEnv,
): EventOf<'operationFinished'> {
  if (env.project.switches.followUps === 'decline')
    return decline(operation, declineCodeOf(payment), 'provider', env)
  return approve(payment, operation, 'provider', env)
}

/** Electronic commerce indicator of an authenticated payment; Mastercard brands differ (contract 3.6). */
function eciOf(brand: string | null): string {
  return brand === 'mastercard' || brand === 'maestro' ? '02' : '05'
}

function newProviderAnswer(payment: Payment, operation: Operation, env: DecisionEnv): ProviderAnswer {
  return {
    paymentId: `p-${String(operation.id)}`,
    answeredAt: env.now,
    authCode: String(parseInt(env.newHex(8), 16) % 1_000_000).padStart(6, '0'),
    eci: payment.methodPath === undefined ? eciOf(payment.account?.type ?? null) : '',
  }
}
