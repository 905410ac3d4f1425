import { filterFields, isEmptyFields } from '#domain/clarification/fields'
import { requestProblem } from '#domain/clarification/request'
import { type Assessment, assessSubmission, type RefusedValue } from '#domain/clarification/submission'
import { CODE_RESENDS, codeSentAt, hasExpired } from '#domain/clarification/timers'
import { METHOD_DECLINE_CODE } from '#domain/result-code/result-codes'
import { utcDay, wireTime } from '#lib/time/time'
import { nextProviderStep, clarificationRequested } from './decide-provider'
import type { PaymentEvent } from './events'
import { evolve } from './evolve'
import { activeOperation, type Clarification, openProviderPage, type Payment } from './payment'
import { declineOrOffer, endWait, waitFromNow } from './wait'
import {
  type Decision,
  type DecisionEnv,
  type RequestClarification,
  type ResendCode,
  type SubmitClarification,
  wrongState,
  accepted,
} from './commands'
import { fieldError } from '#domain/api/errors'

/** The one-time code with which the provider declines (contract 16.4). */
const DECLINING_CODE = '000000'

/** The tester requests data for any operation in `processing` (contract 4.4, 6.16). */
export function decideRequest(payment: Payment, command: RequestClarification, env: DecisionEnv): Decision {
  const operation = activeOperation(payment)
  if (operation?.status !== 'processing') {
    const needed = '"processing", or a capture, cancel or refund that is still in processing'
    return { ok: false, refusal: wrongState(payment, 'Requesting clarification', needed) }
  }
  const problem = requestProblem(command.fields)
  if (problem !== null) {
    return { ok: false, refusal: fieldError('502', problem.path, 'format', problem.message) }
  }
  return accepted([
    clarificationRequested(payment, operation.id, { by: 'tester', fields: command.fields, expects: {} }, env),
  ])
}

/** A clarification request (contract 5.2); an identical repeat of one that completed the data is acknowledged again. */
export function decideSubmission(payment: Payment, command: SubmitClarification, env: DecisionEnv): Decision {
  const open = payment.clarification
  if (open === null || hasExpired(open.expiresAt, env.now)) {
    const repeated = payment.completingRequests.find(({ fingerprint }) => fingerprint === command.fingerprint)
    return repeated === undefined
      ? { ok: false, refusal: wrongState(payment, 'A clarification request', '"awaiting clarification"') }
      : accepted([], repeated.requestId)
  }
  const valid = assessSubmission({
    requested: open.requested,
    accepted: open.accepted,
    supplied: payment.supplied,
    additionalData: command.additionalData,
    today: utcDay(env.now),
  })
  const unexpected = unexpectedPaths(open, valid, env.now)
  const assessment = withoutUnexpected(open, valid, unexpected, env.now)
  const complete = isEmptyFields(assessment.remaining)
  const { via, requestId, fingerprint } = command
  const submitted: PaymentEvent = {
    type: 'clarificationSubmitted',
    at: env.now,
    via,
    requestId,
    fingerprint,
    ...assessment,
    complete,
    // To request a code again, the provider sends a new one.
    ...(open.code === undefined || unexpected.size === 0
      ? {}
      : { code: codeSentAt(env.now, open.code.resendsLeft) }),
    ...waitFromNow(payment, env),
  }
  if (!complete) return { ok: true, events: [submitted], response: { kind: 'remaining' } }
  return accepted([submitted, ...afterData(evolve(payment, submitted), open, assessment, env)], requestId)
}

/** A new one-time code, once the time of the last one is over (contract 16.4). It does not restart the wait. */
export function decideResend(payment: Payment, { by, requestId }: ResendCode, env: DecisionEnv): Decision {
  const open = payment.clarification
  if (open?.code === undefined || hasExpired(open.expiresAt, env.now)) {
    const needed = '"awaiting clarification" of a one-time code that the platform sent'
    return { ok: false, refusal: wrongState(payment, 'Sending the code again', needed) }
  }
  const { newAttemptAt, resendsLeft } = open.code
  const isTooEarly = !hasExpired(newAttemptAt, env.now)
  if (resendsLeft === 0 || isTooEarly) {
    const message = isTooEarly
      ? `The code can be sent again from ${wireTime(newAttemptAt)} on, the new_attempt_time of the last callback.`
      : `The code was sent again ${String(CODE_RESENDS)} times; no attempt is left.`
    return { ok: false, refusal: fieldError('3060', 'general.payment_id', 'state', message) }
  }
  const code = codeSentAt(env.now, resendsLeft - 1)
  const { operationId } = open
  return accepted([{ type: 'codeResent', at: env.now, by, operationId, requestId, code }], requestId)
}

/** The tester ends the wait for data or for the customer at the provider immediately. */
export function decideExpiry(payment: Payment, env: DecisionEnv): Decision {
  if (payment.clarification === null && openProviderPage(payment) === null) {
    const needed = '"awaiting clarification", or a customer at the provider'
    return { ok: false, refusal: wrongState(payment, 'Letting the wait expire', needed) }
  }
  return accepted(endWait(payment, 'tester', env))
}

/** The provider's next step; or a decline, if the customer entered the code that declines (contract 16.4). */
function afterData(
  resumed: Payment,
  open: Clarification,
  { accepted: given }: Assessment,
  env: DecisionEnv,
): readonly PaymentEvent[] {
  const operation = activeOperation(resumed)
  const isDeclining = Object.keys(open.expects).some((path) => isDecliningCode(open, given[path]))
  return isDeclining && operation !== null
    ? [declineOrOffer(resumed, operation, METHOD_DECLINE_CODE, 'provider', env)]
    : nextProviderStep(resumed, env)
}

const isDecliningCode = ({ code }: Clarification, given: unknown): boolean =>
  code !== undefined && given === DECLINING_CODE

const isTooOld = ({ code }: Clarification, now: number): boolean =>
  code !== undefined && hasExpired(code.newAttemptAt, now)

/** Paths of the values that the provider does not expect (contract 7.9), or no longer accepts (contract 16.4). */
function unexpectedPaths(
  open: Clarification,
  { accepted: values }: Assessment,
  now: number,
): ReadonlySet<string> {
  const isUnexpected = ([path, expected]: readonly [string, string]): boolean => {
    const given = values[path]
    if (given === undefined || given === open.accepted[path]) return false
    return isTooOld(open, now) || (String(given) !== expected && !isDecliningCode(open, given))
  }
  return new Set(
    Object.entries(open.expects)
      .filter(isUnexpected)
      .map(([path]) => path),
  )
}

/** Refuses values that the provider does not expect; requests them again if none was accepted before. */
function withoutUnexpected(
  open: Clarification,
  assessment: Assessment,
  paths: ReadonlySet<string>,
  now: number,
): Assessment {
  if (paths.size === 0) return assessment
  const accepted = Object.fromEntries([
    ...Object.entries(assessment.accepted).filter(([path]) => !paths.has(path)),
    ...Object.entries(open.accepted).filter(([path]) => paths.has(path)),
  ])
  const remaining = filterFields(open.requested, ({ path }) => !Object.hasOwn(accepted, path))
  const message = isTooOld(open, now)
    ? 'The code is too old; the customer was sent a new one'
    : 'The code is not the one that was sent to the customer'
  const refused: readonly RefusedValue[] = [
    ...assessment.refused,
    ...[...paths].map((path) => ({
      path: `additional_data.${path}`,
      code: '502',
      message,
      constraint: 'pattern',
      asked: true,
    })),
  ]
  return { accepted, remaining, refused }
}
