import { wireTime } from '#lib/time/time'
import { resultMessage } from '#domain/result-code/result-codes'
import type { OperationType, PaymentStatus } from '#domain/payment/statuses'
import { PROVIDER } from '#domain/provider/outcome-steps'
import { tokenBody, type TokenChange } from './token-body'
import { type JsonObject, wireStatus } from './status-object'
import type { ProjectSwitches } from '#domain/project/project'
import type { SigningPlace } from './signed-text'
import type { OperationId, ProjectId } from '#domain/ids'

/** Amount in minor units and currency of a subject. */
export const sumOf = ({ amount, currency }: TemplateSubject) => ({ amount, currency })

interface StatusChange {
  readonly more?: JsonObject
  /** The code of a failed attempt, and the seconds in which the customer may try again. */
  readonly failed?: { readonly code: string; readonly secondsLeft: number }
}

/** Payment status object (contract 3.2) at one status. */
export function statusBody(
  subject: TemplateSubject,
  status: PaymentStatus,
  { more, failed }: StatusChange = {},
): JsonObject {
  const { card } = subject
  const money = sumOf(subject)
  const code = failed?.code ?? '9999'
  const hasEnded = failed !== undefined
  const operationStatus = hasEnded ? 'decline' : status
  if (subject.switches.intermediateLayout === 'result') {
    return { ...resultOf(subject, { status, type: 'sale', code, operationStatus }), ...more }
  }
  return {
    sum_request: money,
    sum_real: money,
    request_id: subject.requestId,
    project_id: subject.projectId,
    payment: {
      id: subject.paymentId,
      method: subject.method,
      date: wireTime(subject.at),
      result_code: code,
      result_message: resultMessage(code),
      is_new_attempts_available: hasEnded,
      attempts_timeout: failed?.secondsLeft ?? 0,
      provider_id: PROVIDER.id,
    },
    status,
    customer: { id: subject.customer.id },
    account: {
      number: card.number,
      type: card.type,
      card_holder: card.holder,
      expiry_month: card.month,
      expiry_year: card.year,
    },
    ...more,
    description: subject.description,
    operations: [
      {
        id: subject.operationId,
        type: 'sale',
        status: operationStatus,
        date: wireTime(subject.at),
        processing_time: hasEnded ? wireTime(subject.at) : null,
        sum: money,
        code,
        message: resultMessage(code),
      },
    ],
  }
}

interface ResultEnd {
  readonly status: PaymentStatus
  readonly type: OperationType
  readonly code: string
  /** Minor units that the payment has left; absent: all of it. */
  readonly left?: number
  /** Status of an operation that has not ended with this message. */
  readonly operationStatus?: string
  /** Minor units that the operation moved; absent: all of it. */
  readonly moved?: number
}

/** Final result format (contract 3.6): after money went back the payment's sum is what is left of it. */
export function resultOf(subject: TemplateSubject, end: ResultEnd): JsonObject {
  const { card } = subject
  const money = sumOf(subject)
  const moved = { ...money, amount: end.moved ?? money.amount }
  return {
    account: {
      number: card.number,
      token: card.token,
      type: card.type,
      card_holder: card.holder,
      id: card.id,
      expiry_month: '**',
      expiry_year: '****',
    },
    customer: { id: subject.customer.id, phone: subject.customer.phone },
    payment: {
      date: wireTime(subject.at),
      id: subject.paymentId,
      method: subject.method,
      status: wireStatus(end.status, subject.switches),
      sum: { ...money, amount: end.left ?? money.amount },
      type: 'purchase',
      description: subject.description,
    },
    project_id: subject.projectId,
    processingDateTime: wireTime(subject.at),
    country: 'IE',
    product_name: 'CLASSIC',
    issuer_name: '',
    operation: {
      id: subject.operationId,
      type: end.type,
      status: end.operationStatus ?? (end.code === '0' ? 'success' : 'decline'),
      date: wireTime(subject.at),
      created_date: wireTime(subject.createdAt),
      request_id: subject.requestId,
      sum_initial: moved,
      sum_converted: moved,
      provider: {
        id: PROVIDER.id,
        payment_id: `p-${String(subject.operationId)}`,
        date: wireTime(subject.at),
        auth_code: end.code === '0' ? '440917' : '',
        endpoint_id: PROVIDER.endpointId,
      },
      code: end.code,
      message: resultMessage(end.code),
      eci: '05',
    },
  }
}

/** Callback about the token of a card (contract 3.9). */
export function tokenOf(
  { projectId, customer, requestId, card, createdAt }: TemplateSubject,
  { action, tokenStatus }: Pick<TokenChange, 'tokenStatus'> & Pick<TokenChange['request'], 'action'>,
): JsonObject {
  return tokenBody({
    projectId,
    customerId: customer.id,
    request: { id: requestId, action, status: 'success' },
    token: card.token,
    tokenStatus,
    tokenCreatedAt: createdAt,
    card: {
      number: card.number,
      month: Number(card.month),
      year: Number(card.year),
      holder: card.holder,
      country: 'IE',
    },
  })
}

/** `general` of layouts that name project and payment apart from the payment itself. */
export const generalOf = ({ projectId, paymentId }: TemplateSubject) => ({
  project_id: projectId,
  payment_id: paymentId,
})

/** What a template is filled with: a payment's own values, or those of {@link sampleSubject}. */
export interface TemplateSubject {
  readonly projectId: ProjectId
  readonly paymentId: string
  readonly method: string
  readonly amount: number
  readonly currency: string
  readonly description: string
  readonly customer: { readonly id: string; readonly phone: string }
  readonly card: {
    /** Masked. */
    readonly number: string
    readonly type: string
    readonly holder: string
    readonly month: string
    readonly year: string
    readonly id: number
    readonly token: string
  }
  readonly requestId: string
  readonly operationId: OperationId
  /** Epoch milliseconds, virtual. */
  readonly createdAt: number
  readonly at: number
  /** How the project writes bodies. */
  readonly switches: Pick<ProjectSwitches, 'cancelSpelling' | 'intermediateLayout'>
}

/** A kind of callback, or a layout that receivers meet in the wild, to begin a message with. */
export interface CallbackTemplate {
  readonly id: string
  readonly name: string
  /** When the platform sends it, or why a receiver should be able to read it. */
  readonly explanation: string
  readonly kind: 'clarification' | 'remaining' | 'intermediate' | 'result' | 'token' | 'other'
  /** Where this layout carries its signature. */
  readonly place: SigningPlace
  /** Unsigned. */
  readonly body: (subject: TemplateSubject) => JsonObject
}

/** Made-up values in the shapes of real ones, for a message that belongs to no payment. */
export function sampleSubject(given: {
  readonly projectId: ProjectId
  readonly requestId: string
  readonly operationId: OperationId
  readonly at: number
  readonly switches: TemplateSubject['switches']
}): TemplateSubject {
  const { projectId, requestId, operationId, at, switches } = given
  return {
    projectId,
    paymentId: 'composed-1',
    method: 'card',
    amount: 4650,
    currency: 'EUR',
    description: '',
    customer: { id: 'buyer-5', phone: '3538****11' },
    card: {
      number: '400000******0077',
      type: 'visa',
      holder: 'NORA VALE',
      month: '07',
      year: String(new Date(at).getUTCFullYear() + 3),
      id: 70_311,
      token: '9f'.repeat(32),
    },
    requestId,
    operationId,
    createdAt: at,
    at,
    switches,
  }
}
