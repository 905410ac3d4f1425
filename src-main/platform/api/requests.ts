import { assertNever } from '../../lib/assert-never'
import { formatError, violations } from '../../domain/api/check'
import type { ApiRequestKind } from '../../domain/api/endpoints'
import { apiError } from '../../domain/api/errors'
import type { ApiError, FieldError } from '../../domain/api/errors'
import { isRecord, valueAt, wholeNumber } from '../../domain/api/rules'
import { seriesDetails } from '../../domain/callback/series-part'
import type { Decision, PaymentCommand, Refusal } from '../../domain/payment/commands'
import type { OperationCallbacks, Payment } from '../../domain/payment/payment'
import { checkDebit, registeredSeries } from '../../domain/payment/series'
import type { Project } from '../../domain/project/project'
import type { SignatureCrypto } from '../../domain/signature/crypto'
import type { Store } from '../../store/store'
import type { Ledger } from '../payments/ledger'
import type { PlatformIds } from '../../bench/ids'
import type { OutgoingReply } from '../../bench/ports'
import { ackResponse, signedResponse } from '../exchanges/json-reply'
import { challengeCode, challengeResultViolations } from './challenge-result'
import {
  debitCommand,
  debitViolations,
  registerCommand,
  saleViolations,
  seriesIdOf,
} from '../payments/registration'
import { findRefusedRequest } from './refused-requests'
import { noPaymentAnswer, refusedRequestAnswer, statusAnswer, statusByRequestAnswer } from './status-answers'

type Body = Readonly<Record<string, unknown>>

/** A request whose body, project and signature are good. */
export interface AuthenticRequest {
  readonly kind: ApiRequestKind
  readonly body: Body
  readonly project: Project
  /** Digest of the exact bytes: the same for an identical repeat. */
  readonly fingerprint: string
}

/** `reply` null: the refusal answers, once it has its request id. */
export type ApiAnswer = { readonly paymentKey: string | null } & (
  { readonly reply: OutgoingReply; readonly fault: null } | { readonly reply: null; readonly fault: ApiError }
)

/** Steps 5 and 6 of the check order, and what the endpoints do (contract 5.2 to 5.6). */
export interface ApiRequests {
  answer(request: AuthenticRequest): ApiAnswer
}

const CONTRACT: Readonly<Record<ApiRequestKind, string>> = {
  clarification: '5.2',
  status: '5.3',
  statusByRequest: '5.4',
  sale: '5.5',
  auth: '5.5',
  capture: '5.6',
  cancel: '5.6',
  refund: '5.6',
  challengeResult: '5.6',
  recurring: '13.1',
  seriesUpdate: '13.1',
  seriesCancel: '13.1',
  seriesInfo: '13.1',
  retryStop: '13.1',
}

export function createApiRequests(options: {
  readonly store: Store
  readonly ledger: Ledger
  readonly ids: PlatformIds
  readonly crypto: SignatureCrypto
  readonly now: () => number
  readonly reference: (url: string) => string
  /** Address of the issuer's page of a payment. */
  readonly acsUrl: (paymentKey: string) => string | null
}): ApiRequests {
  const { store, ledger, ids, crypto, now, reference, acsUrl } = options

  const refuse = (fault: ApiError, paymentKey: string | null = null): ApiAnswer => ({
    reply: null,
    fault,
    paymentKey,
  })

  const refuseFormat = (request: AuthenticRequest, errors: readonly FieldError[]): ApiAnswer | null => {
    const fault = formatError(errors, CONTRACT[request.kind])
    if (fault === null) return null
    const payment = findPayment(request)
    return refuse(fault, payment?.key ?? null)
  }

  const findPayment = ({ body, project }: AuthenticRequest): Payment | null => {
    const paymentId = valueAt(body, ['general', 'payment_id'])
    return typeof paymentId === 'string' ? ledger.byPaymentId(project.projectId, paymentId) : null
  }

  /** Every payment has an id of its own in the project (contract 5.7). */
  const refuseTaken = (request: AuthenticRequest): ApiAnswer | null => {
    const existing = findPayment(request)
    if (existing === null || existing.status === 'error') return null
    return refuse(
      apiError(400, '5.7', {
        code: '3041',
        field: 'general.payment_id',
        constraint: 'unique',
        message: `The payment ${existing.paymentId} is registered already; letter case does not count. Use a new id.`,
      }),
      existing.key,
    )
  }

  /** A later debit of a series (contract 13.1). */
  const debit = (request: AuthenticRequest): ApiAnswer => {
    const { body, project } = request
    const refused = refuseFormat(request, debitViolations(body, now())) ?? refuseTaken(request)
    if (refused !== null) return refused
    const registration = ledger.bySeries(project.projectId, seriesIdOf(body) ?? 0)
    const customerId = valueAt(body, ['customer', 'id'])
    const checked = checkDebit(registration, typeof customerId === 'string' ? customerId : '', now())
    if (!checked.ok) return refuse(refusalError(checked.refusal, request.kind), null)
    const { ok: _ok, ...series } = checked
    return acknowledge(request, null, debitCommand({ body, project, ids, now: now(), reference, ...series }))
  }

  /** Requests about a series: it is there, or they are refused (contract 13.1). */
  const onSeries = (request: AuthenticRequest, answer: (registration: Payment) => ApiAnswer): ApiAnswer => {
    const { body, project, kind } = request
    const refused = refuseFormat(request, violations(kind, body))
    if (refused !== null) return refused
    const registration = ledger.bySeries(project.projectId, seriesIdOf(body) ?? 0)
    return registration === null || registeredSeries(registration) === null
      ? refuse(refusalError(UNKNOWN_SERIES, kind))
      : answer(registration)
  }

  const changeSeries = (
    request: AuthenticRequest,
    { key }: Payment,
    change: 'update' | 'cancel',
  ): ApiAnswer => {
    const fields = valueAt(request.body, ['recurring'])
    return acknowledge(request, key, {
      type: 'changeSeries',
      change,
      by: 'merchant',
      requestId: ids.requestId(request.project.projectId),
      fields: isRecord(fields) ? fields : {},
      callbacks: operationCallbacks(request.body),
    })
  }

  const seriesAnswer = ({ project }: AuthenticRequest, registration: Payment, more: Body = {}): ApiAnswer => {
    const body = { status: 'success', project_id: project.projectId, ...seriesDetails(registration), ...more }
    return { reply: signedResponse(body, project, crypto), fault: null, paymentKey: registration.key }
  }

  /** The bench does not repeat a declined debit by itself, so there is nothing to stop once the request is right. */
  const stopRetries = (request: AuthenticRequest, registration: Payment): ApiAnswer => {
    const { body, project } = request
    const operationId = wholeNumber(valueAt(body, ['trigger_operation_id'])) ?? 0
    const key = store.requestIds.debitPaymentKey(operationId, project.projectId)
    const triggered = key === null ? null : ledger.byKey(key)
    if (triggered?.debitOf === undefined || triggered.debitOf.id !== registration.series?.id) {
      return refuse(
        apiError(400, '13.1', {
          code: '3186',
          field: 'trigger_operation_id',
          constraint: 'state',
          message:
            'No payment of this series has an operation with this id; take operation.id of its callback.',
        }),
      )
    }
    return seriesAnswer(request, registration, { trigger_operation_id: operationId })
  }

  const register = (request: AuthenticRequest, operation: 'sale' | 'auth'): ApiAnswer => {
    const { body, project } = request
    const refused = refuseFormat(request, saleViolations(operation, body, now())) ?? refuseTaken(request)
    if (refused !== null) return refused
    const command = registerCommand({ operation, body, project, ids, now: now(), reference })
    return acknowledge(request, null, command)
  }

  /** Runs a command; the acknowledgement, the status object or the refusal answers. */
  const acknowledge = (
    { kind, project }: AuthenticRequest,
    key: string | null,
    command: PaymentCommand,
  ): ApiAnswer => {
    const { decision, payment } = ledger.execute(key, command, project)
    if (!decision.ok) return refuse(refusalError(decision.refusal, kind), payment?.key ?? null)
    if (payment === null) throw new Error('An accepted command left no payment')
    const more = { crypto, now: now(), acsUrl: acsUrl(payment.key) }
    return { reply: commandAnswer(decision, payment, project, more), fault: null, paymentKey: payment.key }
  }

  /** `further` says what the fields alone do not tell. */
  const onPayment = (
    request: AuthenticRequest,
    commandFor: (payment: Payment) => PaymentCommand,
    further: (payment: Payment | null) => readonly FieldError[] = () => [],
  ): ApiAnswer => {
    const payment = findPayment(request)
    const violation = refuseFormat(request, [...violations(request.kind, request.body), ...further(payment)])
    if (violation !== null) return violation
    if (payment === null) return refuse(unknownPayment(request.kind))
    return acknowledge(request, payment.key, commandFor(payment))
  }

  const clarify = (request: AuthenticRequest): ApiAnswer =>
    onPayment(request, () => {
      const additionalData = valueAt(request.body, ['additional_data'])
      return {
        type: 'submitClarification',
        via: 'api',
        requestId: ids.requestId(request.project.projectId),
        fingerprint: request.fingerprint,
        additionalData: isRecord(additionalData) ? additionalData : {},
      }
    })

  const followUp = (request: AuthenticRequest, type: 'capture' | 'cancel' | 'refund'): ApiAnswer =>
    onPayment(request, () => {
      const text = (name: string): string | null => {
        const value = valueAt(request.body, ['payment', name])
        return typeof value === 'string' ? value : null
      }
      return {
        type,
        by: 'merchant',
        requestId: ids.requestId(request.project.projectId),
        amount: wholeNumber(valueAt(request.body, ['payment', 'amount'])),
        currency: text('currency'),
        merchantRefundId: text('merchant_refund_id'),
        callbacks: operationCallbacks(request.body),
      }
    })

  /** The merchant hands on what the issuer's page told the customer's browser (contract 13.3). */
  const challengeResult = (request: AuthenticRequest): ApiAnswer =>
    onPayment(
      request,
      (payment) => ({
        type: 'submitChallenge',
        requestId: ids.requestId(request.project.projectId),
        code: challengeCode(request.body, payment),
      }),
      (payment) => challengeResultViolations(request.body, payment),
    )

  const operationCallbacks = (body: Body): OperationCallbacks => {
    const url = valueAt(body, ['general', 'merchant_callback_url'])
    const delay = wholeNumber(valueAt(body, ['callback', 'delay']))
    const disabled = valueAt(body, ['callback', 'force_disable'])
    return {
      ...(typeof url === 'string' ? { url: reference(url) } : {}),
      ...(delay === null ? {} : { delayMs: delay * 1000 }),
      ...(typeof disabled === 'boolean' ? { disabled } : {}),
    }
  }

  const status = (request: AuthenticRequest): ApiAnswer => {
    const violation = refuseFormat(request, violations(request.kind, request.body))
    if (violation !== null) return violation
    const { project } = request
    const stored = findPayment(request)
    if (stored === null)
      return { reply: noPaymentAnswer('3061', project, crypto), fault: null, paymentKey: null }
    const payment = ledger.upToDate(stored.key) ?? stored
    const more = { crypto, now: now(), acsUrl: acsUrl(payment.key) }
    return {
      reply: statusRequestAnswer(payment, project, more),
      fault: null,
      paymentKey: payment.key,
    }
  }

  const statusByRequest = (request: AuthenticRequest): ApiAnswer => {
    const violation = refuseFormat(request, violations(request.kind, request.body))
    if (violation !== null) return violation
    const { project } = request
    const given = valueAt(request.body, ['request_id'])
    const requestId = typeof given === 'string' ? given : ''
    const accepted = store.requestIds.paymentKey(requestId, project.projectId)
    const refused = accepted === null ? findRefusedRequest(store, requestId, project.projectId) : null
    const key = accepted ?? refused?.paymentKey ?? null
    const payment = key === null ? null : ledger.upToDate(key)
    if (payment !== null) {
      const more = { acsUrl: acsUrl(payment.key), errors: refused?.errors ?? [] }
      const reply = statusByRequestAnswer(payment, requestId, project, crypto, more)
      return { reply, fault: null, paymentKey: payment.key }
    }
    if (refused !== null) {
      return { reply: refusedRequestAnswer(refused, project, crypto), fault: null, paymentKey: null }
    }
    return refuse(
      apiError(404, '5.4', {
        code: '3061',
        field: 'request_id',
        constraint: 'state',
        message: 'No request of the project has this id, or its record was removed to make room.',
      }),
    )
  }

  return {
    answer(request) {
      switch (request.kind) {
        case 'clarification':
          return clarify(request)
        case 'status':
          return status(request)
        case 'statusByRequest':
          return statusByRequest(request)
        case 'sale':
        case 'auth':
          return register(request, request.kind)
        case 'capture':
        case 'cancel':
        case 'refund':
          return followUp(request, request.kind)
        case 'challengeResult':
          return challengeResult(request)
        case 'recurring':
          return debit(request)
        case 'seriesUpdate':
          return onSeries(request, (registration) => changeSeries(request, registration, 'update'))
        case 'seriesCancel':
          return onSeries(request, (registration) => changeSeries(request, registration, 'cancel'))
        case 'seriesInfo':
          return onSeries(request, (registration) => seriesAnswer(request, registration))
        case 'retryStop':
          return onSeries(request, (registration) => stopRetries(request, registration))
        default:
          return assertNever(request.kind)
      }
    },
  }
}

/** What an answer needs besides the payment and its project. */
interface AnswerNeeds {
  readonly crypto: SignatureCrypto
  /** Epoch milliseconds on the virtual clock. */
  readonly now: number
  readonly acsUrl: string | null
}

/** The answer to an accepted command: the acknowledgement, or the status object where fields remain (contract 5.2). */
export function commandAnswer(
  decision: Decision & { ok: true },
  payment: Payment,
  project: Project,
  { crypto, now, acsUrl }: AnswerNeeds,
): OutgoingReply {
  const { reply } = decision
  if (reply.kind === 'ack') return ackResponse(reply.requestId, payment.projectId, payment.paymentId)
  if (project.switches.clarificationAnswers === 'callbacks_only') {
    const submitted = decision.events.find((event) => event.type === 'clarificationSubmitted')
    const requestId = submitted?.type === 'clarificationSubmitted' ? submitted.requestId : payment.requestId
    return ackResponse(requestId, payment.projectId, payment.paymentId)
  }
  return statusAnswer(payment, project, crypto, now, acsUrl)
}

/** The answer to a status request for a payment that there is (contract 5.3). */
export function statusRequestAnswer(
  payment: Payment,
  project: Project,
  { crypto, now, acsUrl }: AnswerNeeds,
): OutgoingReply {
  return project.switches.statusDetails === 'available'
    ? statusAnswer(payment, project, crypto, now, acsUrl)
    : noPaymentAnswer('3062', project, crypto)
}

const UNKNOWN_SERIES: Refusal = {
  code: '3181',
  field: 'recurring.id',
  constraint: 'state',
  message: 'The project has no series with this id, or the payment that registers it has not succeeded.',
}

function refusalError(refusal: Refusal, kind: ApiRequestKind): ApiError {
  return apiError(400, CONTRACT[kind], refusal)
}

function unknownPayment(kind: ApiRequestKind): ApiError {
  return apiError(400, CONTRACT[kind], {
    code: '3061',
    field: 'general.payment_id',
    constraint: 'state',
    message: 'The project has no payment with this id; letter case does not count.',
  })
}
