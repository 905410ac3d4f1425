import { acsPart, realSum, statusObject, wireStatus } from '#domain/callback/status-object'
import { corruptedSignature } from '#domain/callback/signed-text'
import { wireTime } from '#lib/time/time'
import { resultMessage } from '#domain/result-code/result-codes'
import type { Decision } from '#domain/payment/commands'
import { firstOperation, type Payment } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import { PROVIDER } from '#domain/provider/outcome-steps'
import { signPlain } from '#domain/signature/sign'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { HttpResponse } from '#lib/http-message/message'
import { jsonResponse } from '#lib/http-message/response'
import { ackResponse, signedResponse } from '#platform/exchanges/recorder'
import type { RefusedRequest } from './read-request'

interface ResponseContext {
  readonly crypto: SignatureCrypto
  readonly now: number
  /** Undefined while the listeners have no address. */
  readonly platformUrl: string | undefined
}

/** An acknowledgement or, if fields are missing and responses report them too, the status object (contract 5.2). */
export function commandResponse(
  decision: Decision & { ok: true },
  payment: Payment,
  project: Project,
  context: ResponseContext,
): HttpResponse {
  const { response } = decision
  if (response.kind === 'ack') return ackResponse(response.requestId, payment.projectId, payment.paymentId)
  if (project.switches.clarificationAnswers === 'callbacks_only') {
    const submitted = decision.events.find((event) => event.type === 'clarificationSubmitted')
    const requestId = submitted?.type === 'clarificationSubmitted' ? submitted.requestId : payment.requestId
    return ackResponse(requestId, payment.projectId, payment.paymentId)
  }
  return statusResponse(payment, project, context)
}

/** The response to a status request (contract 5.3). */
export function statusRequestResponse(
  payment: Payment,
  project: Project,
  context: ResponseContext,
): HttpResponse {
  const { statusDetails, statusSignature } = project.switches
  if (statusDetails === 'unavailable') return noPaymentResponse('3062', project, context.crypto)
  if (statusSignature === 'valid') return statusResponse(payment, project, context)
  const { crypto, now, platformUrl } = context
  const status = statusObject(payment, 'response', project.switches, now, platformUrl)
  const signature = corruptedSignature(signPlain(status, project.secret, crypto))
  return jsonResponse(200, statusSignature === 'missing' ? status : { ...status, signature })
}

/** Responses that do not depend on the time. Merchants request the same status again and again. */
const knownResponses = new WeakMap<
  Payment,
  { readonly project: Project; readonly platformUrl: string | undefined; readonly response: HttpResponse }
>()

/** The signed status object (contract 5.3). */
export function statusResponse(payment: Payment, project: Project, context: ResponseContext): HttpResponse {
  const { crypto, now, platformUrl } = context
  const known = knownResponses.get(payment)
  if (known?.project === project && known.platformUrl === platformUrl) return known.response
  const status = statusObject(payment, 'response', project.switches, now, platformUrl)
  const response = signedResponse(status, project, crypto)
  // With attempts left, the response has the remaining time, so it cannot be cached.
  if (payment.attempts === null) knownResponses.set(payment, { project, platformUrl, response })
  return response
}

/** HTTP 200 without `payment`: the payment was never registered (3061) or cannot be read now (3062) (contract 5.3). */
export function noPaymentResponse(
  code: '3061' | '3062',
  project: Project,
  crypto: SignatureCrypto,
): HttpResponse {
  return signedResponse(
    { status: 'error', code, message: resultMessage(code), project_id: project.projectId },
    project,
    crypto,
  )
}

/** Has its own layout, with the signature inside `general` (contract 5.4). */
export function statusByRequestResponse(
  payment: Payment,
  requestId: string,
  project: Project,
  crypto: SignatureCrypto,
  more: {
    /** Undefined while the listeners have no address. */
    readonly platformUrl: string | undefined
    readonly errors: readonly unknown[]
  },
): HttpResponse {
  const { paymentId, method, resultCode, resultMessage: message, updatedAt } = payment
  const first = firstOperation(payment)
  const rest = {
    status: wireStatus(payment.status, project.switches),
    request_id: requestId,
    payment: paymentPart(paymentId, method, resultCode, updatedAt, message),
    customer: { id: payment.customer.id },
    transaction: { id: first.id, type: payment.type, date: wireTime(first.createdAt) },
    sum_request: payment.requested,
    sum_real: realSum(payment),
    ...(payment.refunded === 0
      ? {}
      : { sum_refund: { amount: payment.refunded, currency: payment.real.currency } }),
    description: payment.description,
    operations: payment.operations.map(({ id, type, status, updatedAt, sum }) => ({
      id,
      type,
      status,
      date: wireTime(updatedAt),
      sum,
    })),
    ...acsPart(payment, more.platformUrl),
    return_url: '',
    errors: more.errors,
  }
  return signedInGeneral(paymentId, rest, project, crypto)
}

/** The status of a request that was refused before there was a payment (contract 5.4, 12 row 20). */
export function refusedRequestResponse(
  refused: RefusedRequest,
  project: Project,
  crypto: SignatureCrypto,
): HttpResponse {
  const { requestId, paymentId, code, receivedAt, errors } = refused
  const rest = {
    status: 'error',
    request_id: requestId,
    payment: paymentPart(paymentId, 'card', code, receivedAt),
    description: '',
    operations: [],
    return_url: '',
    errors,
  }
  return signedInGeneral(paymentId, rest, project, crypto)
}

const paymentPart = (id: string, method: string, code: string, at: number, message?: string) => ({
  id,
  method,
  result_code: code,
  result_message: resultMessage(code, message),
  date: wireTime(at),
  endpoint_id: PROVIDER.endpointId,
  payment_system_id: PROVIDER.id,
})

function signedInGeneral(
  paymentId: string,
  rest: Readonly<Record<string, unknown>>,
  project: Project,
  crypto: SignatureCrypto,
): HttpResponse {
  const general = { project_id: project.projectId, payment_id: paymentId }
  const signature = signPlain({ general, ...rest }, project.secret, crypto)
  return jsonResponse(200, { general: { ...general, signature }, ...rest })
}
