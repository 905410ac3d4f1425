import { type FieldError, fieldError } from '#domain/api/errors'
import { assertNever } from '#lib/error-text'
import { decideAtProvider, endProviderPage } from './decide-customer'
import { decideExpiry, decideRequest, decideResend, decideSubmission } from './decide-clarification'
import { timersOf } from './timers'
import { declineOrOffer, endWait } from './wait'
import { decideFollowUp } from './decide-follow-up'
import { approve, askProvider, decideProviderAnswer, nextProviderStep } from './decide-provider'
import type { EventOf, PaymentEvent } from './events'
import { evolve } from './evolve'
import { newOperation } from './new-operation'
import {
  activeOperation,
  firstOperation,
  openProviderPage,
  type Operation,
  type Payment,
  type Series,
} from './payment'
import {
  type ChangeSeries,
  type Complete,
  type Decision,
  type DecisionEnv,
  type PaymentCommand,
  type Register,
  type RequestProvider,
  type StartAttempt,
  type SubmitChallenge,
  type TimerName,
  wrongState,
  accepted,
} from './commands'
import { CANCELLED_CODE, declineCodeOf, findResultCode, SUCCESS_CODE } from '#domain/result-code/result-codes'
import { hasExpired } from '#domain/clarification/timers'
import { PROVIDER } from '#domain/provider/outcome-steps'
import { WRONG_CHALLENGE_CODE } from '#domain/provider/test-cards'
import { isFinal, isFirstOperation } from './statuses'
import { changedSchedule, givenSeriesEnd, registeredSeries } from './series'
import { nextDebitAt } from './series-schedule'

/** The events of a command, or why it is refused. Pure. The caller checks that payment ids are unique. */
export function decide(payment: Payment | null, command: PaymentCommand, env: DecisionEnv): Decision {
  if (command.type === 'register') return decideRegistration(command, env)
  if (payment === null) {
    const message = 'There is no payment with this id in the project.'
    return { ok: false, refusal: fieldError('3061', 'general.payment_id', 'state', message) }
  }
  switch (command.type) {
    case 'requestClarification':
      return decideRequest(payment, command, env)
    case 'submitClarification':
      return decideSubmission(payment, command, env)
    case 'expireClarification':
      return decideExpiry(payment, env)
    case 'resendCode':
      return decideResend(payment, command, env)
    case 'submitChallenge':
      return decideChallenge(payment, command, env)
    case 'decideAtProvider':
      return decideAtProvider(payment, command, env)
    case 'requestProvider':
      return decideNextProvider(payment, command, env)
    case 'startAttempt':
      return decideAttempt(payment, command, env)
    case 'giveUp':
      return decideGivingUp(payment, env)
    case 'complete':
      return decideCompletion(payment, command, env)
    case 'capture':
    case 'cancel':
    case 'refund':
      return decideFollowUp(payment, command, env)
    case 'changeSeries':
      return decideSeriesChange(payment, command, env)
    case 'timerFired':
      return accepted(decideTimer(payment, command.timer, env))
    default:
      return assertNever(command)
  }
}

function decideRegistration(command: Register, env: DecisionEnv): Decision {
  const { sum, requestId } = command
  const operation = newOperation({ type: command.operation, sum, requestId }, env)
  const registered: PaymentEvent = {
    ...command,
    type: 'registered',
    at: env.now,
    projectId: env.project.projectId,
    deadlineAt: env.now + env.project.switches.processingDeadlineMs,
    operation,
  }
  return accepted([registered, askProvider(operation.id, command.plan, env)], requestId)
}

function decideCompletion(payment: Payment, command: Complete, env: DecisionEnv): Decision {
  const operation = activeOperation(payment)
  if (operation === null) {
    return { ok: false, refusal: wrongState(payment, 'Completing', neededToComplete(payment)) }
  }
  if (command.outcome === 'success') {
    return accepted([approve(payment, operation, 'tester', env)])
  }
  const code = command.code ?? declineCodeOf(payment)
  const refusal = declineRefusal(code, command.message ?? '')
  if (refusal !== null) return { ok: false, refusal }
  const declined = declineOrOffer(payment, operation, code, 'tester', env)
  return accepted([command.message === undefined ? declined : { ...declined, message: command.message }])
}

/** A listed code must be a decline code and always has its own message; any other code needs a message. */
function declineRefusal(code: string, message: string): FieldError | null {
  const listed = findResultCode(code)
  if (listed?.kind === 'success' || listed?.kind === 'pending') {
    const problem = `A decline requires a decline code; ${code} is not one.`
    return fieldError('502', 'code', 'enum', problem)
  }
  if (listed !== null && message !== '') {
    const problem = `Leave the message out: code ${code} always has the message "${listed.message}".`
    return fieldError('502', 'message', 'enum', problem)
  }
  if (listed === null && message.trim() === '') {
    const problem = `The platform has no code ${code}; give the message that belongs to it.`
    return fieldError('2004', 'message', 'required', problem)
  }
  return null
}

function neededToComplete({ status }: Payment): string {
  if (status === 'awaiting capture') return 'a capture or a cancel'
  if (status === 'awaiting customer') return "the customer's next attempt, or the end of the attempts"
  return 'an operation in processing or in a waiting state'
}

/** Ignores a timer that the payment no longer has, or has for a later time. */
function decideTimer(payment: Payment, name: TimerName, env: DecisionEnv): readonly PaymentEvent[] {
  const timer = timersOf(payment).find((candidate) => candidate.name === name)
  if (timer === undefined || timer.dueAt > env.now) return []
  switch (name) {
    case 'provider':
      return decideProviderAnswer(payment, env)
    case 'clarification':
    case 'challenge':
      return endWait(payment, payment[name]?.cappedByDeadline === true ? 'deadline' : 'timeout', env)
    case 'customer':
      return endProviderPage(payment, env)
    case 'attempts':
      return endAttempts(payment, 'time over', env)
    case 'deadline':
      return endWait(payment, 'deadline', env)
    case 'hold':
      return endHold(payment, env)
    case 'series':
      return decideSeriesDue(payment, env)
    default:
      return assertNever(name)
  }
}

/** The platform captures or cancels a hold before it ends, always successfully (contract 5.6). */
function endHold(payment: Payment, env: DecisionEnv): readonly PaymentEvent[] {
  const decision = decideFollowUp(
    payment,
    {
      type: env.project.switches.holdEnd,
      by: 'platform',
      requestId: payment.requestId,
      amount: null,
      currency: null,
      merchantRefundId: null,
    },
    env,
  )
  const started = decision.ok ? decision.events[0] : undefined
  if (started?.type !== 'operationStarted') return []
  return [started, approve(payment, started.operation, 'platform', env)]
}

/** Whether another attempt is possible after a decline now (contract 7.5). */
const mayTryAgain = ({ attempts }: Payment, now: number): boolean =>
  attempts !== null && !hasExpired(attempts.endsAt, now)

/** Chooses the next provider, unless the payment has a result or has tried every provider (contract 16.7). */
function decideNextProvider(payment: Payment, { requestId }: RequestProvider, env: DecisionEnv): Decision {
  const { retries, origin, methodPath, operations, status } = payment
  const isPossible = retries !== null && origin !== 'form' && methodPath !== undefined
  const tried = operations.filter(({ type }) => isFirstOperation(type)).length
  if (isPossible && (isFinal(status) || tried >= retries.limit)) return accepted([])
  if (!isPossible || (openProviderPage(payment) === null && !mayTryAgain(payment, env.now))) {
    const needed =
      'the project switch "Several providers" when the sale is sent, and a customer at the provider or a decline'
    return { ok: false, refusal: wrongState(payment, 'Another provider', needed) }
  }
  const providerId = PROVIDER.id + tried
  return accepted([{ type: 'providerRequested', at: env.now, requestId, providerId }])
}

/** Starts another attempt, with a new operation like the declined or the waiting one (contract 7.5, 16.7). */
function decideAttempt(payment: Payment, command: StartAttempt, env: DecisionEnv): Decision {
  const { nextProvider } = payment
  const isReplacing = nextProvider !== undefined && openProviderPage(payment) !== null
  if (!isReplacing && !mayTryAgain(payment, env.now)) {
    return { ok: false, refusal: wrongState(payment, 'Another attempt', '"awaiting customer"') }
  }
  const { requestId, account, supplied, plan } = command
  const { type } = firstOperation(payment)
  const operation: Operation = {
    ...newOperation({ type, sum: payment.requested, requestId }, env),
    ...(nextProvider === undefined ? {} : { providerId: nextProvider }),
  }
  const started = { type: 'attemptStarted', at: env.now, operation, account, supplied, plan } as const
  return accepted([started, askProvider(operation.id, plan, env)], requestId)
}

function decideGivingUp(payment: Payment, env: DecisionEnv): Decision {
  if (payment.attempts === null) {
    return { ok: false, refusal: wrongState(payment, 'Giving up', '"awaiting customer"') }
  }
  return accepted(endAttempts(payment, 'abandoned', env))
}

function endAttempts(
  payment: Payment,
  cause: EventOf<'attemptsEnded'>['cause'],
  env: DecisionEnv,
): readonly PaymentEvent[] {
  return [{ type: 'attemptsEnded', at: env.now, operationId: firstOperation(payment).id, cause }]
}

/** Changes or cancels a series. The response is an acknowledgement; a callback follows (contract 13.1). */
function decideSeriesChange(payment: Payment, command: ChangeSeries, env: DecisionEnv): Decision {
  const registered = registeredSeries(payment)
  const { series } = payment
  if (registered === null || series === undefined) {
    return refuse('3181', 'The payment that registers this series has not succeeded.')
  }
  if (series.isCanceled === true)
    return refuse('3184', 'The series is already cancelled; register a new one.')
  const { requestId } = command
  const type = command.change === 'update' ? 'recurring update' : 'recurring cancel'
  const operation: Operation = {
    ...newOperation({ type, sum: { amount: 0, currency: registered.currency }, requestId }, env),
    status: 'success',
    code: SUCCESS_CODE,
    ...(command.callbacks === undefined ? {} : { callbacks: command.callbacks }),
  }
  const changed: Series =
    command.change === 'cancel' ? { ...series, isCanceled: true } : update(series, command.fields, env.now)
  return accepted(
    [{ type: 'seriesChanged', at: env.now, by: command.by, operation, series: changed }],
    requestId,
  )
}

function decideSeriesDue(payment: Payment, env: DecisionEnv): readonly PaymentEvent[] {
  const schedule = payment.series?.schedule
  if (schedule === undefined || nextDebitAt(payment) === null) return []
  return [{ type: 'seriesDue', at: env.now, n: schedule.made + 1 }]
}

function update(series: Series, fields: ChangeSeries['fields'], now: number): Series {
  const { schedule } = series
  return {
    ...series,
    endsAt: givenSeriesEnd(fields) ?? series.endsAt,
    ...(schedule === undefined ? {} : { schedule: changedSchedule(schedule, fields, now) }),
  }
}

function refuse(code: string, message: string): Decision {
  return { ok: false, refusal: fieldError(code, 'recurring.id', 'state', message) }
}

/** The right code on the issuer's page resumes processing; anything else is a decline (contract 4.4, 7.5). */
function decideChallenge(payment: Payment, { code, requestId }: SubmitChallenge, env: DecisionEnv): Decision {
  const open = payment.challenge
  const operation = activeOperation(payment)
  if (open === null || operation === null || hasExpired(open.expiresAt, env.now)) {
    return { ok: false, refusal: wrongState(payment, 'A 3-D Secure result', '"awaiting 3ds result"') }
  }
  const outcome = code === null ? 'cancelled' : code.trim() === open.valid ? 'passed' : 'wrong code'
  const finished: PaymentEvent = { type: 'challengeFinished', at: env.now, requestId, outcome }
  const resumed = evolve(payment, finished)
  const consequences = {
    passed: () => nextProviderStep(resumed, env),
    'wrong code': () => [declineOrOffer(resumed, operation, WRONG_CHALLENGE_CODE, 'provider', env)],
    cancelled: () => [declineOrOffer(resumed, operation, CANCELLED_CODE, 'customer', env)],
  }
  return accepted([finished, ...consequences[outcome]()], requestId)
}
