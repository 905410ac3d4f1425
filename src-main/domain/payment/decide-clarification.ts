import { filterFields, isEmptyFields } from '#domain/clarification/fields'
import { requestProblem } from '#domain/clarification/request'
import { type Assessment, assessSubmission, type RefusedValue } from '#domain/clarification/submission'
import { hasExpired } from '#domain/clarification/timers'
import { utcDay } from '#lib/time/time'
import { nextProviderStep, clarificationRequested } from './decide-provider'
import type { PaymentEvent } from './events'
import { evolve } from './evolve'
import { activeOperation, type Clarification, type Payment } from './payment'
import { endWait, waitFromNow } from './wait'
import {
  type Decision,
  type DecisionEnv,
  type RequestClarification,
  type SubmitClarification,
  wrongState,
  accepted,
} from './commands'
import { fieldError } from '#domain/api/errors'

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
  const assessment = withExpectedValues(
    open,
    assessSubmission({
      requested: open.requested,
      accepted: open.accepted,
      supplied: payment.supplied,
      additionalData: command.additionalData,
      today: utcDay(env.now),
    }),
  )
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
    ...waitFromNow(payment, env),
  }
  if (!complete) return { ok: true, events: [submitted], response: { kind: 'remaining' } }
  return accepted([submitted, ...nextProviderStep(evolve(payment, submitted), env)], requestId)
}

/** The tester ends the wait immediately. */
export function decideExpiry(payment: Payment, env: DecisionEnv): Decision {
  if (payment.clarification === null) {
    return { ok: false, refusal: wrongState(payment, 'Letting the wait expire', '"awaiting clarification"') }
  }
  return accepted(endWait(payment, 'tester', env))
}

/** Refuses values that the provider does not expect (contract 7.9); requests them again if none was accepted before. */
function withExpectedValues(open: Clarification, assessment: Assessment): Assessment {
  const { requested, expects } = open
  const wrong = Object.entries(expects).filter(([path, value]) => {
    const given = assessment.accepted[path]
    return given !== undefined && String(given) !== value
  })
  if (wrong.length === 0) return assessment
  const paths = new Set(wrong.map(([path]) => path))
  const accepted = Object.fromEntries([
    ...Object.entries(assessment.accepted).filter(([path]) => !paths.has(path)),
    ...Object.entries(open.accepted).filter(([path]) => paths.has(path)),
  ])
  const remaining = filterFields(requested, ({ path }) => !Object.hasOwn(accepted, path))
  const refused: readonly RefusedValue[] = [
    ...assessment.refused,
    ...wrong.map(([path]) => ({
      path: `additional_data.${path}`,
      code: '502',
      message: 'The code is not the one that was sent to the customer',
      constraint: 'pattern',
      asked: true,
    })),
  ]
  return { accepted, remaining, refused }
}
