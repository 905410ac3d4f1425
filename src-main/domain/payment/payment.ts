import type { AcceptedValues, RefusedValue } from '#domain/clarification/submission'
import type { ClarificationFields } from '#domain/clarification/fields'
import type { CallbackRule } from '#domain/project/switches'
import type { OutcomeStep } from '#domain/provider/outcome'
import { isFirstOperation, type OperationStatus, type OperationType, type PaymentStatus } from './statuses'
import type { OperationId, PaymentKey, ProjectId } from '#domain/ids'

/** Integer in minor units and its ISO 4217 currency (contract 3.1). */
export interface Money {
  readonly amount: number
  readonly currency: string
}

export interface Customer {
  readonly id: string
  readonly phone: string
}

/** Card as the platform may show it: the number is masked before it gets here (contract 3.2). */
export interface Account {
  readonly number: string
  readonly type: string
  readonly cardHolder: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly id: number
  readonly token: string
  /** The customer wants the card kept for next time, once it has paid; absent: no. */
  readonly toBeSaved?: boolean
}

/** What the provider said about one operation (contract 3.6). Times are epoch milliseconds. */
export interface ProviderAnswer {
  readonly paymentId: string
  readonly answeredAt: number
  readonly authCode: string
  readonly eci: string
}

/**
 * Settings that the request for an operation gives for its callbacks; what it leaves out is as for the payment
 * (contract 12 rows 3 and 19).
 */
export interface OperationCallbacks {
  /** Counts before every other target. */
  readonly url?: string
  readonly delayMs?: number
  readonly disabled?: boolean
}

/** One action inside a payment (contract 1). */
export interface Operation {
  readonly id: OperationId
  readonly type: OperationType
  readonly status: OperationStatus
  readonly sum: Money
  readonly createdAt: number
  readonly updatedAt: number
  readonly requestId: string
  readonly code: string
  /** Text of a code that the table of result codes lacks, as the tester gave it. */
  readonly message?: string
  readonly provider: ProviderAnswer | null
  /** Of a refund that was sent with one. */
  readonly merchantRefundId?: string
  readonly callbacks?: OperationCallbacks
  /**
   * Deadline of a capture, cancel or refund that the tester decides, epoch milliseconds; absent: the provider answers at
   * once.
   */
  readonly deadlineAt?: number
}

/** Where the callbacks of a payment go, as it stood at its first request (contract 9.3, 9.4). */
export interface CallbackPlan {
  readonly successUrl: string | null
  readonly declineUrl: string | null
  readonly paymentUrl: string | null
  readonly rules: readonly CallbackRule[]
  readonly projectUrl: string | null
  readonly delayMs: number
  readonly disabled: boolean
}

/** What a payment returns to once a later operation of it has the data that it awaits. */
export interface Resumption {
  readonly status: PaymentStatus
  readonly resultCode: string
  readonly resultMessage: string
}

/** The round of clarification that is open (contract 6). Times are epoch milliseconds. */
export interface Clarification {
  readonly operationId: OperationId
  /** Only of a capture, cancel or refund (contract 6.16): the payment itself has ended before. */
  readonly resumes?: Resumption
  readonly requested: ClarificationFields
  readonly remaining: ClarificationFields
  readonly expects: Readonly<Record<string, string>>
  readonly accepted: AcceptedValues
  readonly refused: readonly RefusedValue[]
  readonly detectedAt: number
  readonly expiresAt: number
  readonly cappedByDeadline: boolean
}

/** The 3-D Secure challenge that is open (contract 4.4). Times are epoch milliseconds. */
export interface Challenge {
  readonly operationId: OperationId
  readonly version: '1' | '2'
  /** True where the issuer fell back to version 1. */
  readonly fallback: boolean
  /** The code that passes; any other declines. */
  readonly valid: string
  /** Where the issuer's page sends the customer with its answer; absent where the form shows that page (contract 13.3). */
  readonly returnUrl?: string
  readonly requestedAt: number
  readonly expiresAt: number
  readonly cappedByDeadline: boolean
}

/** How often a customer may try on the form (contract 7.5). */
export interface RetryPolicy {
  /** Attempts in all, the first one included. */
  readonly limit: number
  /** Milliseconds for further attempts, counted from the first decline. */
  readonly windowMs: number
  /** End that counts instead of the window (`best_before`), epoch milliseconds. */
  readonly endsAt: number | null
}

/** Attempts that the customer has left while the payment awaits them. */
export interface Attempts {
  readonly left: number
  /** Epoch milliseconds. */
  readonly endsAt: number
}

/** Who causes the debits of a series (contract 13.1): the customer (C), the merchant (U), or a schedule of the platform (R). */
export type SeriesType = 'C' | 'U' | 'R'

/** A series of later debits that a payment asked to register (contract 12 row 1, 13.1). */
export interface Series {
  readonly id: number
  /** First moment after its last day in UTC, epoch milliseconds, as the merchant gave it; null: that of the card counts. */
  readonly endsAt: number | null
  /** Absent in what older versions wrote: `U`. */
  readonly type?: SeriesType
  /** Nothing can be charged any more. */
  readonly isCanceled?: true
  /** Of type `R` only. */
  readonly schedule?: SeriesSchedule
}

/** Days, weeks, months, quarters, years. */
export type SeriesPeriod = 'D' | 'W' | 'M' | 'Q' | 'Y'

/** When the payments of a scheduled series are due, and what each takes (contract 13.1). */
export interface SeriesSchedule {
  /** Minor units in the currency of the series. */
  readonly amount: number
  readonly period: SeriesPeriod
  /** Number of periods from one payment to the next. */
  readonly interval: number
  /** Time of day in UTC, `hh:mm:ss`; null: that of the moment from which the periods count. */
  readonly time: string | null
  /** From when the periods count, epoch milliseconds; null: from the success of the registration. */
  readonly from: number | null
  /** Payments that have come due since then, and in all. */
  readonly since: number
  readonly made: number
}

/** The series that a payment is a debit of; what its callbacks say of it is as it was at the debit. */
export interface SeriesDebit {
  readonly id: number
  readonly currency: string
  /** First moment after its last day in UTC, epoch milliseconds. */
  readonly endsAt: number
  /** The schedule of the series caused it. */
  readonly isScheduled?: true
}

/** A clarification request that completed a round, to answer its identical repeat (contract 5.2). */
export interface CompletingRequest {
  readonly fingerprint: string
  readonly requestId: string
}

/** What a payment is for, as `payment.type` names it (contract 3.6). */
export type PaymentKind = 'purchase' | 'account verification' | 'payout' | 'recurring'

export type PaymentOrigin = 'api' | 'form' | 'workbench'

/** A payment as its events have made it. Money is in minor units, times are epoch milliseconds. */
export interface Payment {
  readonly key: PaymentKey
  readonly projectId: ProjectId
  readonly paymentId: string
  readonly origin: PaymentOrigin
  readonly type: PaymentKind
  readonly method: string
  readonly status: PaymentStatus
  readonly requestId: string
  readonly requested: Money
  readonly real: Money
  readonly held: number
  readonly refunded: number
  readonly customer: Customer
  readonly account: Account | null
  readonly description: string
  readonly callbacks: CallbackPlan
  readonly operations: readonly Operation[]
  /** Steps of the provider still to come; empty means that the tester decides. */
  readonly plan: readonly OutcomeStep[]
  /** When the provider's next step is due; null while it waits for somebody. */
  readonly providerDueAt: number | null
  readonly clarification: Clarification | null
  /** Non-null exactly in `awaiting 3ds result`. */
  readonly challenge: Challenge | null
  /** Null: a decline is final (contract 7.5). */
  readonly retries: RetryPolicy | null
  /** End of all attempts, known from the first decline on that left some; epoch milliseconds. */
  readonly retriesEndAt: number | null
  /** Non-null exactly in `awaiting customer`. */
  readonly attempts: Attempts | null
  /** Every value that the merchant has supplied and the platform has accepted so far, by `key.name`. */
  readonly supplied: AcceptedValues
  readonly completingRequests: readonly CompletingRequest[]
  readonly merchantRefundIds: readonly string[]
  readonly avsResult: string | null
  readonly resultCode: string
  /** Text of a `resultCode` that the table of result codes lacks; empty or absent: the table has it. */
  readonly resultMessage?: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly deadlineAt: number
  readonly holdEndsAt: number | null
  readonly succeededAt: number | null
  /** The series that it registers once it has succeeded; absent: none. */
  readonly series?: Series
  /** The series that it is a debit of; absent: of none. */
  readonly debitOf?: SeriesDebit
}

/** The operation that is not finished yet, if any. There is never more than one. */
export function activeOperation(payment: Payment): Operation | null {
  return payment.operations.find((operation) => isOperationOpen(operation.status)) ?? null
}

/** The newest of the operations that a payment begins with: every attempt is one of its own. */
export function firstOperation(payment: Payment): Operation {
  const operation = payment.operations.findLast(({ type }) => isFirstOperation(type))
  if (operation === undefined) throw new Error(`Payment ${payment.key} has no operation`)
  return operation
}

/** Whether an operation still waits for something (contract 4.2). */
export function isOperationOpen(status: OperationStatus): boolean {
  return status === 'processing' || status.startsWith('awaiting ')
}

/**
 * The payment as its customer knows it. The data that a capture, cancel or refund awaits is the merchant's to give
 * (contract 6.16); no page asks the customer for it.
 */
export function asCustomerKnows(payment: Payment): Payment {
  const resumes = payment.clarification?.resumes
  return resumes === undefined ? payment : { ...payment, ...resumes, clarification: null }
}

/** The key under which a payment is unique in its project: letter case does not count (contract 3.1). */
export function foldPaymentId(paymentId: string): string {
  return paymentId.toLowerCase()
}

/** Whether money can be returned in this status (contract 5.6). */
export function isRefundableStatus(status: PaymentStatus): boolean {
  return status === 'success' || status === 'partially refunded' || status === 'partially reversed'
}

/** Whether the payment took money that can be returned: a purchase, or a debit of a series. */
export function isPurchase({ type }: Pick<Payment, 'type'>): boolean {
  return type === 'purchase' || type === 'recurring'
}

/** Minor units that refunds may still take. */
export function refundable(payment: Payment): number {
  return isRefundableStatus(payment.status) && isPurchase(payment)
    ? payment.real.amount - payment.refunded
    : 0
}
