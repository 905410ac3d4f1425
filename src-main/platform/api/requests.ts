import { formatError } from '../../domain/api/check'
import type { ApiRequestKind } from '../../domain/api/endpoints'
import { valueAt } from '../../domain/api/rules'
import { fieldViolations, onPayment, refused, registers } from './actions'
import type { Action, ApiResult, Call, Services } from './actions'
import type { AuthenticRequest } from './authenticate'
import { challengeCommand, clarificationCommand, followUpCommand } from './commands'
import { challengeResultViolations } from './challenge-result'
import { debitViolations } from './registration-violations'
import { changeSeries, onSeries, registerDebit, seriesResult, stopRetries } from './series-requests'
import { status, statusByRequest } from './status-requests'

/** Steps 6 and 7 of the check order (contract 5.1), and what the endpoints do (contract 5.2 to 5.6, 13.1). */
export interface ApiRequests {
  handle(request: AuthenticRequest): ApiResult
}

/** What each kind of request does. */
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

export function createApiRequests(services: Services): ApiRequests {
  const { paymentService, now } = services
  return {
    handle(request) {
      const { endpoint, body, project } = request
      const action = ACTIONS[endpoint.kind]
      const paymentId = valueAt(body, ['general', 'payment_id'])
      const payment =
        typeof paymentId === 'string' ? paymentService.byPaymentId(project.projectId, paymentId) : null
      const call: Call = { request, payment, now: now() }
      const error = formatError(action.violations(call), endpoint.contract)
      return error === null ? action.run(call, services) : refused(error, payment?.key)
    },
  }
}
