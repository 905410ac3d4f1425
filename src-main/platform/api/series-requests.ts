import { valueAt, wholeNumber } from '#domain/api/rules'
import { seriesDetails } from '#domain/callback/series-part'
import type { Refusal } from '#domain/payment/commands'
import type { Payment } from '#domain/payment/payment'
import { checkDebit, registeredSeries } from '#domain/payment/series'
import { signedResponse } from '#platform/exchanges/json-response'
import { debitCommand } from '#platform/payments/registration'
import {
  type Action,
  type ApiResult,
  type Call,
  execute,
  fieldViolations,
  refusalError,
  refused,
  responded,
  type Services,
  takenId,
} from './actions'
import type { Body } from './authenticate'
import { changeSeriesCommand } from './commands'
import { seriesIdOf } from './registration-violations'

type SeriesAction = (registration: Payment, call: Call, services: Services) => ApiResult

/** Registers a later debit of a series (contract 13.1). */
export function registerDebit(call: Call, services: Services): ApiResult {
  const { paymentService, ids, reference } = services
  const { request, now } = call
  const { body, project } = request
  const taken = takenId(call)
  if (taken !== null) return taken
  const registration = paymentService.bySeries(project.projectId, seriesIdOf(body) ?? 0)
  const customerId = valueAt(body, ['customer', 'id'])
  const checked = checkDebit(registration, typeof customerId === 'string' ? customerId : '', now)
  if (!checked.ok) return refused(refusalError(checked.refusal, request))
  const { ok: _ok, ...series } = checked
  return execute(call, null, debitCommand({ body, project, ids, now, reference, ...series }), services)
}

/** Returns the action of requests about a series (contract 13.1). `run` gets the payment that registered the series. */
export function onSeries(run: SeriesAction): Action {
  return {
    violations: fieldViolations,
    run(call, services) {
      const { body, project } = call.request
      const registration = services.paymentService.bySeries(project.projectId, seriesIdOf(body) ?? 0)
      return registration === null || registeredSeries(registration) === null
        ? refused(refusalError(UNKNOWN_SERIES, call.request))
        : run(registration, call, services)
    },
  }
}

/** Changes or ends a series (contract 13.1). */
export function changeSeries(change: 'update' | 'cancel'): SeriesAction {
  const commandFor = changeSeriesCommand(change)
  return (registration, call, services) =>
    execute(call, registration.key, commandFor(call.request, registration, services), services)
}

/** Responds with the signed details of a series (contract 13.1). `more` adds fields. */
export function seriesResult(
  registration: Payment,
  { request: { project } }: Call,
  { crypto }: Services,
  more: Body = {},
): ApiResult {
  const body = { status: 'success', project_id: project.projectId, ...seriesDetails(registration), ...more }
  return responded(signedResponse(body, project, crypto), registration.key)
}

/**
 * Responds to a request to stop retries of a debit. The bench never retries a declined debit, so there is nothing to
 * stop.
 */
export function stopRetries(registration: Payment, call: Call, services: Services): ApiResult {
  const { store, paymentService } = services
  const { body, project } = call.request
  const operationId = wholeNumber(valueAt(body, ['trigger_operation_id'])) ?? 0
  const key = store.requestIds.debitPaymentKey(operationId, project.projectId)
  const triggered = key === null ? null : paymentService.byKey(key)
  if (triggered?.debitOf === undefined || triggered.debitOf.id !== registration.series?.id) {
    return refused(refusalError(UNKNOWN_OPERATION, call.request))
  }
  return seriesResult(registration, call, services, { trigger_operation_id: operationId })
}

const UNKNOWN_SERIES: Refusal = {
  code: '3181',
  field: 'recurring.id',
  constraint: 'state',
  message: 'The project has no series with this id, or the payment that registers it has not succeeded.',
}

const UNKNOWN_OPERATION: Refusal = {
  code: '3186',
  field: 'trigger_operation_id',
  constraint: 'state',
  message: 'No payment of this series has an operation with this id; take operation.id of its callback.',
}
