import { formatError } from '#domain/api/check'
import type { ApiRequestKind } from '#domain/api/endpoints'
import { valueAt } from '#domain/api/rules'
import type { SignatureCrypto } from '#domain/signature/crypto'
import { quotedText } from '#lib/limits/bounded-text'
import { UnreadableValue } from '#store/unreadable-value'
import type { UnreadableRows } from '#core/unreadable'
import {
  fieldViolations,
  onPayment,
  refused,
  registers,
  responded,
  type Action,
  type ApiResult,
  type Call,
  type Services,
} from './actions'
import type { AuthenticRequest } from './authenticate'
import { challengeCommand, clarificationCommand, followUpCommand } from './commands'
import { challengeResultViolations } from './challenge-result'
import { plainError } from './read-request'
import { debitViolations } from './registration-violations'
import {
  noPaymentResponse,
  refusedRequestResponse,
  statusByRequestResponse,
  statusRequestResponse,
} from './responses'
import { changeSeries, onSeries, registerDebit, seriesResult, stopRetries } from './series-requests'
import { apiError } from '#domain/api/errors'
import { findRefusedRequest } from './refused-requests'

/** Handles a status request by payment id (contract 5.3). */
function status({ request: { project }, payment }: Call, services: Services): ApiResult {
  const { paymentService, crypto, now, acsUrl } = services
  if (payment === null) return responded(noPaymentResponse('3061', project, crypto), null)
  const current = paymentService.withDueTimersFired(payment)
  const context = { crypto, now: now(), acsUrl: acsUrl(current.key) }
  return responded(statusRequestResponse(current, project, context), current.key)
}

/** Handles a status request by the id of a request (contract 5.4). */
function statusByRequest({ request: { body, project } }: Call, services: Services): ApiResult {
  const { store, paymentService, crypto, acsUrl } = services
  const given = valueAt(body, ['request_id'])
  const requestId = typeof given === 'string' ? given : ''
  const accepted = store.requestIds.paymentKey(requestId, project.projectId)
  const rejected = accepted === null ? findRefusedRequest(store, requestId, project.projectId) : null
  const key = accepted ?? rejected?.paymentKey ?? null
  const payment = key === null ? null : paymentService.upToDate(key)
  if (payment !== null) {
    const more = { acsUrl: acsUrl(payment.key), errors: rejected?.errors ?? [] }
    return responded(statusByRequestResponse(payment, requestId, project, crypto, more), payment.key)
  }
  if (rejected !== null) return responded(refusedRequestResponse(rejected, project, crypto), null)
  return refused(
    apiError(404, '5.4', {
      code: '3061',
      field: 'request_id',
      constraint: 'state',
      message: 'No request of the project has this id, or its record was removed to make room.',
    }),
  )
}

/**
 * Carries out steps 6 and 7 of the check order (contract 5.1) and the actions of the endpoints (contract 5.2 to 5.6,
 * 13.1).
 */
export interface ApiRequests {
  handle(request: AuthenticRequest): ApiResult
}

/** The action of each kind of request. */
const ACTIONS: Readonly<Record<ApiRequestKind, Action>> = {
  sale: registers('sale'),
  auth: registers('auth'),
  recurring: {
    violations: ({ request, now }) => debitViolations(request.body, now),
    run: registerDebit,
  },
  clarification: onPayment(clarificationCommand),
  capture: onPayment(followUpCommand('capture')),
  cancel: onPayment(followUpCommand('cancel')),
  refund: onPayment(followUpCommand('refund')),
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

/** Creates the handler of authentic requests. Each runs in one write of the store. */
export function createApiRequests(
  services: Services & { readonly unreadableRows: UnreadableRows },
): ApiRequests {
  const { store, paymentService, now, crypto, unreadableRows } = services

  const act = (request: AuthenticRequest): ApiResult => {
    const { endpoint, project } = request
    const action = ACTIONS[endpoint.kind]
    const paymentId = paymentIdOf(request)
    const payment = paymentId === null ? null : paymentService.byPaymentId(project.projectId, paymentId)
    const call: Call = { request, payment, now: now() }
    const error = formatError(action.violations(call), endpoint.contract)
    return error === null ? action.run(call, services) : refused(error, payment?.key)
  }

  return {
    handle(request) {
      try {
        return store.write(() => act(request))
      } catch (error) {
        if (!(error instanceof UnreadableValue)) throw error
        const paymentId = paymentIdOf(request)
        unreadableRows.report(
          paymentId === null ? 'A stored payment' : `The stored payment "${quotedText(paymentId)}"`,
          error,
        )
        return unreadablePayment(request, crypto)
      }
    },
  }
}

function paymentIdOf({ body }: AuthenticRequest): string | null {
  const paymentId = valueAt(body, ['general', 'payment_id'])
  return typeof paymentId === 'string' ? paymentId : null
}

/**
 * Builds the result for an unreadable payment: code 3062 for a status request (contract 5.3), otherwise a failure
 * (5.1).
 */
function unreadablePayment({ endpoint, project }: AuthenticRequest, crypto: SignatureCrypto): ApiResult {
  return endpoint.kind === 'status'
    ? responded(noPaymentResponse('3062', project, crypto), null)
    : refused(
        plainError(
          500,
          '501',
          '5.1',
          'What is stored about this payment cannot be read. This request changed nothing.',
        ),
      )
}
