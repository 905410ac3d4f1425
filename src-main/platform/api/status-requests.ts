import { apiError } from '../../domain/api/errors'
import { valueAt } from '../../domain/api/rules'
import { refused, responded } from './actions'
import type { ApiResult, Call, Services } from './actions'
import { findRefusedRequest } from './refused-requests'
import {
  noPaymentResponse,
  refusedRequestResponse,
  statusByRequestResponse,
  statusRequestResponse,
} from './responses'

/** Handles a status request by payment id (contract 5.3). */
export function status({ request: { project }, payment }: Call, services: Services): ApiResult {
  const { paymentService, crypto, now, acsUrl } = services
  if (payment === null) return responded(noPaymentResponse('3061', project, crypto), null)
  const current = paymentService.withDueTimersFired(payment)
  const context = { crypto, now: now(), acsUrl: acsUrl(current.key) }
  return responded(statusRequestResponse(current, project, context), current.key)
}

/** Handles a status request by the id of a request (contract 5.4). */
export function statusByRequest({ request: { body, project } }: Call, services: Services): ApiResult {
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
