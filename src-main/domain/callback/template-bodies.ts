import type { OperationId, ProjectId } from '#domain/ids'
import { evolve } from '#domain/payment/evolve'
import type { MessageKind } from '#domain/payment/callbacks'
import { newOperation } from '#domain/payment/new-operation'
import type { Account, Clarification, Payment } from '#domain/payment/payment'
import type { OperationStatus, OperationType, PaymentStatus } from '#domain/payment/statuses'
import type { ProjectSwitches } from '#domain/project/project'
import { SUCCESS_CODE } from '#domain/result-code/result-codes'
import { callbackBody } from './body'
import type { JsonObject } from './status-object'
import { NO_TARGETS } from './target'
import { tokenBody, type TokenChange } from './token-body'

/** The payment that fills a template, and the switches that shape its body. */
export interface TemplateSubject {
  /** Still processing, with one operation: {@link samplePayment}, perhaps with another payment's values. */
  readonly payment: Payment & { readonly account: Account }
  readonly switches: ProjectSwitches
}

/** A kind of callback, or another known layout, to start a message from. */
export interface CallbackTemplate {
  readonly id: string
  readonly name: string
  /** When the platform sends it, or why a receiver should be able to read it. */
  readonly explanation: string
  readonly kind: MessageKind
  readonly body: (subject: TemplateSubject) => JsonObject
}

const BLANK = { refused: [], accepted: {}, expects: {}, cappedByDeadline: false } as const

/** What a clarification requests; `refused`: values of the last answer; `code`: the one-time code that was sent. */
type Asked = Pick<Clarification, 'requested'> & Partial<Pick<Clarification, 'refused' | 'code'>>

type WaitingStatus = PaymentStatus & OperationStatus

export const waitingIn = (payment: Payment, status: WaitingStatus): Payment => ({
  ...payment,
  status,
  operations: payment.operations.map((operation) => ({ ...operation, status })),
})

/** A callback about a payment whose sale waits for something (contract 3.2). */
export function waitingBody(
  { payment, switches }: TemplateSubject,
  status: WaitingStatus,
  asked: Asked | null = null,
): JsonObject {
  const { updatedAt: at } = payment
  const operationId = idOf(payment)
  const clarification =
    asked === null
      ? null
      : { ...BLANK, ...asked, operationId, remaining: asked.requested, detectedAt: at, expiresAt: at }
  return callbackBody('intermediate', { ...waitingIn(payment, status), clarification }, operationId, switches)
}

/** A callback about a declined attempt while the customer may try again (contract 7.5). */
export function retryBody(
  { payment, switches }: TemplateSubject,
  resultCode: string,
  secondsLeft: number,
): JsonObject {
  const attempts = { left: 1, endsAt: payment.updatedAt + secondsLeft * 1000 }
  const operations = payment.operations.map((operation) => ({
    ...operation,
    status: 'decline' as const,
    code: resultCode,
  }))
  const shown = { ...payment, status: 'awaiting customer' as const, attempts, resultCode, operations }
  return callbackBody('intermediate', shown, idOf(payment), switches)
}

export interface ResultEnd {
  readonly status: PaymentStatus
  readonly type: OperationType
  /** Default: that of a success. */
  readonly code?: string
  /** Minor units that remain of the payment; default: all. */
  readonly left?: number
  /** Minor units that the operation moved; default: all. */
  readonly moved?: number
}

/** Final result format (contract 3.6): after a refund, the payment's sum is what is left. */
export function resultOf(
  { payment, switches }: TemplateSubject,
  { status, type, code = SUCCESS_CODE, left, moved }: ResultEnd,
): JsonObject {
  const { amount, currency } = payment.real
  const hasSucceeded = code === SUCCESS_CODE
  const operations = payment.operations.map((operation) => ({
    ...operation,
    type,
    status: hasSucceeded ? ('success' as const) : ('decline' as const),
    sum: { amount: moved ?? amount, currency },
    code,
    provider: {
      paymentId: `p-${String(operation.id)}`,
      answeredAt: payment.updatedAt,
      authCode: hasSucceeded ? '440917' : '',
      eci: payment.methodPath === undefined ? '05' : '',
    },
  }))
  const refunded = amount - (left ?? amount)
  return callbackBody('result', { ...payment, status, refunded, operations }, idOf(payment), switches)
}

export type TokenEnd = Pick<TokenChange, 'tokenStatus'> & Pick<TokenChange['request'], 'action'>

/** Contract 3.9. */
export function tokenOf(
  { payment: { projectId, customer, requestId, account, createdAt } }: TemplateSubject,
  { action, tokenStatus }: TokenEnd,
): JsonObject {
  return tokenBody({
    projectId,
    customerId: customer.id,
    request: { id: requestId, action, status: 'success' },
    token: account.token,
    tokenStatus,
    tokenCreatedAt: createdAt,
    card: {
      number: account.number,
      month: Number(account.expiryMonth),
      year: Number(account.expiryYear),
      holder: account.cardHolder,
      country: 'IE',
    },
  })
}

/** The object `general` of layouts that put the project and payment ids into it. */
export const generalOf = ({ payment }: TemplateSubject) => ({
  project_id: payment.projectId,
  payment_id: payment.paymentId,
})

export function idOf({ operations: [operation] }: Payment): OperationId {
  if (operation === undefined) throw new Error('A template needs an operation')
  return operation.id
}

/** A sample payment, for a message that belongs to no payment. `at`: virtual time in epoch milliseconds. */
export function samplePayment(given: {
  readonly projectId: ProjectId
  readonly requestId: string
  readonly operationId: OperationId
  readonly at: number
}): TemplateSubject['payment'] {
  const { projectId, requestId, operationId, at } = given
  const sum = { amount: 4650, currency: 'EUR' }
  const account = {
    number: '400000******0077',
    type: 'visa',
    cardHolder: 'NORA VALE',
    expiryMonth: '07',
    expiryYear: String(new Date(at).getUTCFullYear() + 3),
    id: 70_311,
    token: '9f'.repeat(32),
  }
  const payment = evolve(null, {
    type: 'registered',
    at,
    kind: 'purchase',
    key: 'composed-1',
    projectId,
    paymentId: 'composed-1',
    origin: 'workbench',
    method: 'card',
    requestId,
    sum,
    customer: { id: 'buyer-5', phone: '3538123411' },
    account,
    description: '',
    callbacks: NO_TARGETS,
    supplied: { 'customer.billing.country': 'IE' },
    plan: [],
    retries: null,
    deadlineAt: at,
    operation: newOperation({ type: 'sale', sum, requestId }, { now: at, newOperationId: () => operationId }),
  })
  return { ...payment, account }
}
