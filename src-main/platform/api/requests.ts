import type { ApiRequestKind } from '#domain/api/endpoints'
import { valueAt, wholeNumber } from '#domain/api/rules'
import { apiError, type FieldError, listError, fieldError } from '#domain/api/errors'
import { seriesDetails } from '#domain/callback/status-object'
import type { Payment } from '#domain/payment/payment'
import { checkDebit, registeredSeries } from '#domain/payment/series'
import { signedResponse } from '#platform/exchanges/recorder'
import { debitCommand } from '#platform/payments/registration'
import {
  type Action,
  type ApiResult,
  type Call,
  challengeCommand,
  challengeResultViolations,
  changeSeriesCommand,
  clarificationCommand,
  debitViolations,
  execute,
  fieldViolations,
  followsUp,
  offeredMethod,
  onPayment,
  refusalError,
  refused,
  registers,
  registersMethod,
  resendCommand,
  responded,
  seriesIdOf,
  type Services,
  stepsCascade,
  takenId,
} from './actions'
import type { AuthenticRequest, Body } from './authenticate'
import { bankInfo, methodInfo, operatorInfo } from './lists'
import { findRefusedRequest } from './read-request'
import {
  noPaymentResponse,
  refusedRequestResponse,
  statusByRequestResponse,
  statusRequestResponse,
} from './responses'

type SeriesAction = (registration: Payment, call: Call, services: Services) => ApiResult

/** Contract 13.1, 16.8. */
function registerDebit(call: Call, services: Services): ApiResult {
  const { paymentService, ids, reference } = services
  const { request, now } = call
  const { body, endpoint, project } = request
  const refusal = endpoint.method === undefined ? null : offeredMethod(call, 'recurring').refusal
  if (refusal !== null) return refused(refusalError(refusal, request))
  const taken = takenId(call)
  if (taken !== null) return taken
  const registration = paymentService.bySeries(project.projectId, seriesIdOf(body) ?? 0)
  const customerId = valueAt(body, ['customer', 'id'])
  const checked = checkDebit(registration, typeof customerId === 'string' ? customerId : '', now)
  if (!checked.ok) return refused(refusalError(checked.refusal, request))
  const { ok: _ok, ...series } = checked
  return execute(call, null, debitCommand({ body, project, ids, now, reference, ...series }), services)
}

/** `run` gets the payment that registered the series (contract 13.1). */
function onSeries(run: SeriesAction): Action {
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

function changeSeries(change: 'update' | 'cancel'): SeriesAction {
  const commandFor = changeSeriesCommand(change)
  return (registration, call, services) =>
    execute(call, registration.key, commandFor(call.request, registration, services), services)
}

function seriesResult(
  registration: Payment,
  { request: { project } }: Call,
  { crypto }: Services,
  more: Body = {},
): ApiResult {
  const body = { status: 'success', project_id: project.projectId, ...seriesDetails(registration), ...more }
  return responded(signedResponse(body, project, crypto), registration.key)
}

function stopRetries(registration: Payment, call: Call, services: Services): ApiResult {
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

const UNKNOWN_SERIES: FieldError = {
  code: '3181',
  field: 'recurring.id',
  constraint: 'state',
  message: 'The project has no series with this id, or the payment that registers it has not succeeded.',
}

const UNKNOWN_OPERATION: FieldError = {
  code: '3186',
  field: 'trigger_operation_id',
  constraint: 'state',
  message: 'No debit of this series has an operation with this id; use operation.id of its callback.',
}

/** Contract 5.3. */
function status({ request: { project }, payment }: Call, services: Services): ApiResult {
  const { paymentService, crypto, now, addresses } = services
  if (payment === null) return responded(noPaymentResponse('3061', project, crypto), null)
  const current = paymentService.withDueTimersFired(payment)
  const context = { crypto, now: now(), platformUrl: addresses()?.platform }
  return responded(statusRequestResponse(current, project, context), current.key)
}

/** Contract 5.4. */
function statusByRequest({ request: { body, project } }: Call, services: Services): ApiResult {
  const { store, paymentService, crypto, addresses } = services
  const given = valueAt(body, ['request_id'])
  const requestId = typeof given === 'string' ? given : ''
  const accepted = store.requestIds.paymentKey(requestId, project.projectId)
  const rejected = accepted === null ? findRefusedRequest(store, requestId, project.projectId) : null
  const key = accepted ?? rejected?.paymentKey ?? null
  const payment = key === null ? null : paymentService.upToDate(key)
  if (payment !== null) {
    const more = { platformUrl: addresses()?.platform, errors: rejected?.errors ?? [] }
    return responded(statusByRequestResponse(payment, requestId, project, crypto, more), payment.key)
  }
  if (rejected !== null) return responded(refusedRequestResponse(rejected, project, crypto), null)
  const message = 'No request of the project has this id, or its record was removed to make room.'
  return refused(apiError(404, '5.4', fieldError('3061', 'request_id', 'state', message)))
}

/** Steps 6 and 7 of the check order (contract 5.1) and the actions of the endpoints (contract 5.2 to 5.6, 13.1). */
export type ApiRequests = ReturnType<typeof createApiRequests>

const ACTIONS: Readonly<Record<ApiRequestKind, Action>> = {
  sale: registers('sale'),
  auth: registers('auth'),
  recurring: { violations: debitViolations, run: registerDebit },
  clarification: onPayment(clarificationCommand),
  codeResend: onPayment(resendCommand),
  cascadeStep: stepsCascade,
  capture: followsUp('capture'),
  cancel: followsUp('cancel'),
  refund: followsUp('refund'),
  methodSale: registersMethod('sale'),
  methodAuth: registersMethod('auth'),
  methodPayout: registersMethod('payout'),
  bankInfo,
  operatorInfo,
  methodInfo,
  challengeResult: {
    ...onPayment(challengeCommand),
    violations: (call) => [
      ...fieldViolations(call),
      ...challengeResultViolations(call.request.body, call.payment),
    ],
  },
  seriesUpdate: onSeries(changeSeries('update')),
  seriesCancel: onSeries(changeSeries('cancel')),
  seriesInfo: onSeries(seriesResult),
  retryStop: onSeries(stopRetries),
  status: { violations: fieldViolations, run: status },
  statusByRequest: { violations: fieldViolations, run: statusByRequest },
}

/** Each request runs in one write of the store. */
export function createApiRequests(services: Services) {
  const { store, paymentService, now } = services

  const act = (request: AuthenticRequest): ApiResult => {
    const { endpoint, project } = request
    const action = ACTIONS[endpoint.kind]
    const paymentId = valueAt(request.body, ['general', 'payment_id'])
    const payment =
      typeof paymentId === 'string' ? paymentService.byPaymentId(project.projectId, paymentId) : null
    const call: Call = { request, payment, now: now() }
    const error = listError(400, endpoint.contract, action.violations(call))
    return error === null ? action.run(call, services) : refused(error, payment?.key)
  }

  return {
    handle: (request: AuthenticRequest): ApiResult => store.write(() => act(request)),
  }
}
