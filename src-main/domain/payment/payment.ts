import { z } from 'zod'
import type { OperationId, PaymentKey, ProjectId } from '#domain/ids'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import { customerWay, displayItem } from '#domain/project/method-shape'
import { challenge, expects, fields, plan } from '#domain/provider/outcome-steps'
import { TIME_RANGE } from '#lib/time/time'
import {
  isFirstOperation,
  OPERATION_STATUSES,
  OPERATION_TYPES,
  type OperationStatus,
  PAYMENT_STATUSES,
} from './statuses'

/** How a payment is stored. Times are epoch milliseconds on the virtual clock, amounts minor units. */

export const time = z.int().min(TIME_RANGE.first).max(TIME_RANGE.last)
export const requestId = z.string().max(1000)
export const paymentKey = z.string().max(100) as z.ZodType<PaymentKey>
export const projectId = z.int() as z.ZodType<ProjectId>
export const operationId = z.int() as z.ZodType<OperationId>
const line = z.string().max(10_000)

const oneOf = <Word extends string>(words: readonly Word[]): z.ZodType<Word> =>
  z.custom<Word>((value) => words.some((word) => word === value), 'is not in the contract')

/** Minor units and ISO 4217 currency (contract 3.1). */
export const money = z.object({ amount: z.int(), currency: line })
export type Money = ReadonlyDeep<z.infer<typeof money>>

export const customer = z.object({ id: line, phone: line })

/** A masked number has at most ten digits in a row. */
export const maskedNumber = z
  .string()
  .max(100)
  .refine((number) => !/\d{11}/.test(number.replaceAll(/[\s-]/g, '')), 'shows a complete card number')

/** Always with a masked number (contract 3.2). */
export const account = z.object({
  number: maskedNumber,
  type: line,
  cardHolder: line,
  expiryMonth: line,
  expiryYear: line,
  id: z.int(),
  token: line,
  /** Whether the customer wants the card saved on success; default: no. */
  toBeSaved: z.boolean().exactOptional(),
})
export type Account = ReadonlyDeep<z.infer<typeof account>>

/** The provider's data about one operation (contract 3.6). */
export const providerAnswer = z.object({ paymentId: line, answeredAt: time, authCode: line, eci: line })
export type ProviderAnswer = ReadonlyDeep<z.infer<typeof providerAnswer>>

/** Callback settings of an operation's request; omitted ones are those of the payment (contract 12 rows 3 and 19). */
const operationCallbacks = z.object({
  /** Overrides every other target. */
  url: line.exactOptional(),
  delayMs: z.number().exactOptional(),
  disabled: z.boolean().exactOptional(),
})
export type OperationCallbacks = ReadonlyDeep<z.infer<typeof operationCallbacks>>

/** Contract 1. */
export const operation = z.object({
  id: operationId,
  type: oneOf(OPERATION_TYPES),
  status: oneOf(OPERATION_STATUSES),
  sum: money,
  createdAt: time,
  updatedAt: time,
  requestId,
  code: line,
  /** The tester's text for a code that the table of result codes lacks. */
  message: line.exactOptional(),
  provider: providerAnswer.nullable(),
  /** The merchant's own id of a refund; absent if none was sent. */
  merchantRefundId: z.string().exactOptional(),
  callbacks: operationCallbacks.exactOptional(),
  /** The provider of a further attempt through another one (contract 16.7); absent for the first. */
  providerId: z.int().exactOptional(),
  /** Deadline of a capture, cancel or refund that can be decided by the tester; absent if it ends immediately. */
  deadlineAt: time.exactOptional(),
})
export type Operation = ReadonlyDeep<z.infer<typeof operation>>

const url = line.nullable()

/** Callback targets of a payment, from its first request (contract 9.3, 9.4). */
export const callbackPlan = z.object({
  successUrl: url,
  declineUrl: url,
  paymentUrl: url,
  rules: z.array(
    z.object({
      paymentType: line.optional(),
      result: z.enum(['success', 'decline']).optional(),
      method: line.optional(),
      url: line,
    }),
  ),
  projectUrl: url,
  delayMs: z.number(),
  disabled: z.boolean(),
})
export type CallbackPlan = ReadonlyDeep<z.infer<typeof callbackPlan>>

export const acceptedValues = z.record(line, z.union([z.string(), z.number(), z.boolean()]))
export const refusedValues = z.array(
  z.object({ path: z.string(), code: line, message: z.string(), constraint: line, asked: z.boolean() }),
)

/** A one-time code that a method's provider has sent to the customer (contract 16.4). */
export const sentCode = z.object({
  /** From then on, the code is too old and can be sent again. */
  newAttemptAt: time,
  resendsLeft: z.int().min(0),
})
export type SentCode = ReadonlyDeep<z.infer<typeof sentCode>>

const clarification = z.object({
  operationId,
  /** Restored once a capture, cancel or refund has its data (contract 6.16); absent if the payment itself waits. */
  resumes: z
    .object({
      status: oneOf(PAYMENT_STATUSES),
      resultCode: z.string(),
      resultMessage: z.string(),
    })
    .exactOptional(),
  requested: fields,
  remaining: fields,
  expects,
  /** Absent unless the payment waits for such a code. */
  code: sentCode.exactOptional(),
  accepted: acceptedValues,
  refused: refusedValues,
  detectedAt: time,
  expiresAt: time,
  cappedByDeadline: z.boolean(),
})
export type Clarification = ReadonlyDeep<z.infer<typeof clarification>>

const openChallenge = challenge.extend({
  operationId,
  requestedAt: time,
  expiresAt: time,
  cappedByDeadline: z.boolean(),
})

const place = z.string().max(2000).nullable()
/** Where the provider's page sends the customer after the decision (contract 16.5). */
export const returnUrls = z.object({ success: place, decline: place, return: place })

/** What the customer decided on the provider's page, or the tester for the customer (contract 16.4). */
export const customerOutcome = z.enum(['paid', 'declined', 'cancelled', 'left'])
export type CustomerOutcome = z.infer<typeof customerOutcome>

/** The provider's page of an operation (contract 16.5). It stays after the decision, to show what was decided. */
export const providerPage = z.object({
  operationId,
  way: customerWay,
  display: z.array(displayItem),
  /** Unguessable part of its address. */
  token: line,
  askedAt: time,
  expiresAt: time,
  outcome: customerOutcome.nullable(),
  /** Minor units; absent unless the customer paid another amount than requested. */
  paidAmount: z.int().exactOptional(),
  /** What the project's customers do if nobody decides first (contract 16.4); absent if nothing, or once it is decided. */
  planned: z
    .object({
      dueAt: time,
      outcome: customerOutcome,
      /** Minor units; absent unless the customer pays. */
      amount: z.int().exactOptional(),
      /** Absent unless the provider declines. */
      code: line.exactOptional(),
    })
    .exactOptional(),
  /** The result that follows without the customer, if they left; null otherwise. */
  later: z.object({ dueAt: time, outcome: z.enum(['success', 'decline']) }).nullable(),
})
export type ProviderPage = ReadonlyDeep<z.infer<typeof providerPage>>

/** How often a customer may try to pay on the form (contract 7.5). */
export const retryPolicy = z.object({
  /** All attempts, including the first. */
  limit: z.int(),
  /** Milliseconds for further attempts, from the first decline. */
  windowMs: z.number(),
  /** End that replaces the window (`best_before`). */
  endsAt: time.nullable(),
})

/** The attempts left while the payment awaits another, and their end. */
export const attempts = z.object({ left: z.int(), endsAt: time })
export type Attempts = ReadonlyDeep<z.infer<typeof attempts>>

/** Due times and amounts of a scheduled series (contract 13.1). */
const seriesSchedule = z.object({
  /** In the currency of the series. */
  amount: z.int(),
  /** Days, weeks, months, quarters, years. */
  period: z.enum(['D', 'W', 'M', 'Q', 'Y']),
  /** Number of periods from one payment to the next. */
  interval: z.int().min(1).max(100),
  /** Time of day in UTC, `hh:mm:ss`; null for that of the moment from which the periods count. */
  time: z
    .string()
    .regex(/^\d\d:\d\d:\d\d$/)
    .nullable(),
  /** Start of the periods; null for the success of the registration. */
  from: time.nullable(),
  /** `since`: payments due since `from`; `made`: payments due in total. */
  since: z.int().min(0),
  made: z.int().min(0),
})
export type SeriesSchedule = ReadonlyDeep<z.infer<typeof seriesSchedule>>

/** The members of a series that the opening of a form sets. */
export const seriesKind = z.object({
  /** Who starts the debits: the customer (C), the merchant (U or absent), or a schedule of the platform (R). */
  type: z.enum(['C', 'U', 'R']).exactOptional(),
  schedule: seriesSchedule.exactOptional(),
})
export type SeriesType = NonNullable<z.infer<typeof seriesKind>['type']>

/** A series of later debits that a payment registers (contract 12 row 1, 13.1). */
export const series = seriesKind.extend({
  id: z.int(),
  /** First moment after its last day in UTC, as given; null for the card's expiry. */
  endsAt: time.nullable(),
  /** Nothing more can be charged. */
  isCanceled: z.literal(true).exactOptional(),
})
export type Series = ReadonlyDeep<z.infer<typeof series>>

/** The series of a debit, as it was at the time of that debit. */
export const seriesDebit = z.object({
  id: z.int(),
  currency: line,
  /** First moment after its last day in UTC. */
  endsAt: time,
  isScheduled: z.literal(true).exactOptional(),
})
export type SeriesDebit = ReadonlyDeep<z.infer<typeof seriesDebit>>

/** `payment.type` (contract 3.6). */
export const kind = z.enum(['purchase', 'account verification', 'payout', 'recurring'])

export const origin = z.enum(['api', 'form', 'workbench'])
export type PaymentOrigin = z.infer<typeof origin>

export const payment = z.object({
  key: paymentKey,
  projectId,
  paymentId: z.string(),
  origin,
  type: kind,
  method: z.string(),
  /** Path of a method of the catalogue; absent for a card (contract 16.1). */
  methodPath: z.string().exactOptional(),
  returnUrls: returnUrls.exactOptional(),
  status: oneOf(PAYMENT_STATUSES),
  requestId,
  requested: money,
  real: money,
  held: z.number(),
  refunded: z.number(),
  customer,
  account: account.nullable(),
  description: z.string(),
  callbacks: callbackPlan,
  operations: z.array(operation).min(1),
  /** Remaining steps of the provider; empty if the tester decides. */
  plan,
  /** Due time of the provider's next step; null while the payment waits for somebody else. */
  providerDueAt: time.nullable(),
  clarification: clarification.nullable(),
  /** Non-null exactly in `awaiting 3ds result`. */
  challenge: openChallenge.nullable(),
  /** The newest provider's page of the payment; absent if there was none. */
  providerPage: providerPage.exactOptional(),
  /** Pages of earlier attempts (contract 7.5, 16.7); absent if there were none. */
  setAside: z.array(providerPage).exactOptional(),
  /** The provider of the next attempt, after the merchant requested another one; otherwise absent. */
  nextProvider: z.int().exactOptional(),
  /** Null if a decline is final (contract 7.5). */
  retries: retryPolicy.nullable(),
  /** End of all attempts, known from the first decline that allowed another. */
  retriesEndAt: time.nullable(),
  /** Non-null exactly in `awaiting customer`. */
  attempts: attempts.nullable(),
  /** Values accepted so far, by `key.name`. */
  supplied: acceptedValues,
  /** Clarification requests that completed a round, to acknowledge identical repeats (contract 5.2). */
  completingRequests: z.array(z.object({ fingerprint: z.string(), requestId })),
  merchantRefundIds: z.array(z.string()),
  avsResult: z.string().nullable(),
  resultCode: z.string(),
  /** Text for a `resultCode` that the table of result codes lacks; otherwise empty or absent. */
  resultMessage: z.string().exactOptional(),
  createdAt: time,
  updatedAt: time,
  deadlineAt: time,
  holdEndsAt: time.nullable(),
  succeededAt: time.nullable(),
  /** The series that the payment registers once it has succeeded; absent if it registers none. */
  series: series.exactOptional(),
  /** The series that the payment is a debit of; absent if it is not a debit. */
  debitOf: seriesDebit.exactOptional(),
})
export type Payment = ReadonlyDeep<z.infer<typeof payment>>

/** The unfinished operation. There is never more than one. */
export function activeOperation(payment: Payment): Operation | null {
  return payment.operations.find((operation) => isOperationOpen(operation.status)) ?? null
}

/** The provider's page while the payment waits for a result from it, even if the customer has left; null otherwise. */
export function openProviderPage({ providerPage, status }: Payment): ProviderPage | null {
  const waits = status === 'awaiting redirect result' || status === 'awaiting customer action'
  return waits ? (providerPage ?? null) : null
}

/** The status of an attempt that is set aside, and of a payment that waits only for such attempts (contract 16.7). */
export const SET_ASIDE = 'external processing'

/** The operation of an attempt that is set aside, whose customer may still pay (contract 16.7); null if it is not. */
export function operationSetAside({ operations }: Payment, id: OperationId): Operation | null {
  return operations.find((operation) => operation.id === id && operation.status === SET_ASIDE) ?? null
}

/** The pages on which the customer may still pay, those of earlier attempts first (contract 16.5, 16.7). */
export function waitingPages(payment: Payment): readonly ProviderPage[] {
  const earlier = (payment.setAside ?? []).filter(
    ({ operationId }) => operationSetAside(payment, operationId) !== null,
  )
  const open = openProviderPage(payment)
  return open === null ? earlier : [...earlier, open]
}

const pagesOf = ({ providerPage, setAside = [] }: Payment): readonly ProviderPage[] =>
  providerPage === undefined ? setAside : [...setAside, providerPage]

/** The page with this token, even after its decision. */
export function findPage(payment: Payment, token: string): ProviderPage | undefined {
  return pagesOf(payment).find((page) => page.token === token)
}

/** What the customer paid for the operation, in minor units; null unless it is another amount (contract 16.6). */
export function paidAmount(payment: Payment, { id }: Operation): number | null {
  return pagesOf(payment).find(({ operationId }) => operationId === id)?.paidAmount ?? null
}

/** The newest of the initial operations, of which every attempt has one. */
export function firstOperation(payment: Payment): Operation {
  const operation = payment.operations.findLast(({ type }) => isFirstOperation(type))
  if (operation === undefined) throw new Error(`Payment ${payment.key} has no operation`)
  return operation
}

/** Whether the operation is an attempt that has charged, held or paid out its amount. */
export const isCharged = ({ type, status }: Operation): boolean =>
  isFirstOperation(type) && status === 'success'

/** Whether an operation still waits for something (contract 4.2). */
export function isOperationOpen(status: OperationStatus): boolean {
  return status === 'processing' || status.startsWith('awaiting ')
}

/** Hides that a capture, cancel or refund awaits data, which only the merchant supplies (contract 6.16). */
export function asCustomerKnows(payment: Payment): Payment {
  const resumes = payment.clarification?.resumes
  return resumes === undefined ? payment : { ...payment, ...resumes, clarification: null }
}

/** Ids are unique in a project, ignoring case (contract 3.1). */
export function foldPaymentId(paymentId: string): string {
  return paymentId.toLowerCase()
}

/** Contract 5.6. */
export function isRefundableStatus(status: Payment['status']): boolean {
  return status === 'success' || status === 'partially refunded' || status === 'partially reversed'
}

/** Whether the payment took money that can be returned: a purchase, or a debit of a series. */
export function isPurchase({ type }: Pick<Payment, 'type'>): boolean {
  return type === 'purchase' || type === 'recurring'
}

/** Minor units still available for refunds. */
export function refundable(payment: Payment): number {
  return isRefundableStatus(payment.status) && isPurchase(payment)
    ? payment.real.amount - payment.refunded
    : 0
}
