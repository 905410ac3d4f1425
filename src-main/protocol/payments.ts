import { z } from 'zod'
import type { CallbackCount } from '#domain/payment/callbacks'
import { MAX_RESULT_MESSAGE_CHARS } from '#domain/result-code/result-codes'
import { customerOutcome, kind, origin, refusedValues } from '#domain/payment/payment'
import { customerWay, displayItem } from '#domain/project/method-shape'
import { PAYMENT_STATUSES } from '#domain/payment/statuses'
import { PAYMENT_SORT_FIELDS } from '#domain/query/sorting'
import { DAY_MS } from '#lib/time/time'
import { annotation } from './annotations'
import { messageMark } from './messages'
import {
  clarificationFields,
  exchangeId,
  isoTime,
  listParams,
  pageOf,
  paymentKey,
  paymentKeyParam,
  projectId,
  sortedBy,
} from './shapes'

const paymentStatus = z.enum(PAYMENT_STATUSES)

const amount = z.int().min(1).max(10_000_000_000_000)
const currency = z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters, for example EUR')

/** Present while a payment awaits clarification. `requested`: in this round; `remaining`: still missing. */
const clarificationView = z.object({
  requested: clarificationFields,
  remaining: clarificationFields,
  expiresAt: isoTime,
  deadlineAt: isoTime,
})

const callbackCounts = z.object({
  delivered: z.int(),
  dropped: z.int(),
  failed: z.int(),
  held: z.int(),
  pending: z.int(),
} satisfies Record<CallbackCount, z.ZodInt>)

export const paymentSummary = z.object({
  key: paymentKey,
  projectId,
  paymentId: z.string(),
  status: paymentStatus,
  amount: z.int(),
  /** Minor units; present if it is another amount than requested (contract 16.6). */
  chargedAmount: z.int().optional(),
  currency: z.string(),
  method: z.string(),
  customerId: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
  /** Present while the payment waits for data, a 3-D Secure result, or the customer at a provider. */
  waitEndsAt: isoTime.optional(),
  clarification: clarificationView.optional(),
  account: z.object({ number: z.string(), type: z.string() }).optional(),
  resultCode: z.string(),
  resultMessage: z.string(),
  callbacks: callbackCounts,
  annotation: annotation.optional(),
})
export type PaymentSummary = z.infer<typeof paymentSummary>

type Means = Pick<PaymentSummary, 'method' | 'account'>

/** What a payment was made with: the brand of a card, or else the method. `tail`: the end of the account number. */
export function meansOf({ method, account }: Means): { readonly name: string; readonly tail: string | null } {
  if (account === undefined) return { name: method, tail: null }
  // The mask of a short number leaves fewer than four characters.
  const tail = account.number.slice(-4).replace(/^\*+/, '')
  return { name: method === 'card' ? account.type : method, tail }
}

/** Such as `visa ··7006`, `easypaisa-wallet ··67`, or `ideal`. */
export function meansText(means: Means): string {
  const { name, tail } = meansOf(means)
  return tail === null ? name : `${name} ··${tail}`
}

/** Such as `visa 400000******7006`, `easypaisa-wallet 03*******67`, or `ideal`. */
export function meansInFull(means: Means): string {
  const { name } = meansOf(means)
  return means.account === undefined ? name : `${name} ${means.account.number}`
}

export const party = z.enum(['customer', 'form', 'platform', 'provider', 'merchant', 'tester'])
export type Party = z.infer<typeof party>

export const messageReference = z.object({
  type: z.enum(['callback', 'exchange', 'capture']),
  id: z.string(),
})

/** A step in a payment's timeline: an event of its log, a message sent or received, or (`planned`) a future step. */
export const timelineStep = z.object({
  id: z.string(),
  at: isoTime,
  wallAt: isoTime.optional(),
  from: party,
  to: party,
  title: z.string(),
  detail: z.string().optional(),
  kind: z.enum(['event', 'message', 'planned']),
  /** Payment status after the step, if it changed. */
  status: paymentStatus.optional(),
  /** HTTP status of the response; `none` if there was no response. */
  answer: z.string().optional(),
  failed: z.boolean().optional(),
  /** `held` and `dropped`: what happened to the callback. `replay`: a replay, a rule's copy or a message of a check. */
  delivery: z.enum(['held', 'dropped', 'replay']).optional(),
  sizeBytes: z.int().optional(),
  /** From the request to its response. */
  durationMs: z.number().optional(),
  reference: messageReference.optional(),
  /** What fault rules did to the callback, and whether the tester released it. */
  marks: z.array(messageMark).optional(),
  /** The response rule that determined the response. */
  responseMarks: z.array(messageMark).optional(),
})
export type TimelineStep = z.infer<typeof timelineStep>

const operationView = z.object({
  id: z.int(),
  type: z.string(),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  code: z.string(),
  message: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
  requestId: z.string(),
})

/** Commands that the workbench may offer in the payment's state. The wait that expires may be that for a customer. */
export const paymentAction = z.enum([
  'requestClarification',
  'answerClarification',
  'expireClarification',
  'resendCode',
  'approve',
  'decline',
  'capture',
  'cancel',
  'refund',
  'chargeAgain',
  'cancelSeries',
  'openProvider',
  'payAsCustomer',
  'payOtherAsCustomer',
  'leaveAsCustomer',
  'declineAsCustomer',
  'cancelAsCustomer',
])
export type PaymentAction = z.infer<typeof paymentAction>

export const paymentDetail = paymentSummary.extend({
  statusObject: z.record(z.string(), z.unknown()),
  timeline: z.array(timelineStep),
  /** Number of steps that `maxSteps` left out. */
  earlierSteps: z.int().optional(),
  /** Number of all callbacks of this payment; `callbacks` leaves out those whose only attempt failed. */
  callbackCount: z.int(),
  requestCount: z.int(),
  operations: z.array(operationView),
  actions: z.array(paymentAction),
  deadlineAt: isoTime,
  description: z.string(),
  /** Path of the method, whose name several methods may have; absent for cards (contract 16.1). */
  methodPath: z.string().optional(),
  origin,
  type: kind,
  callbackTarget: z.string().nullable(),
  /** What the merchant has supplied in this round, by `key.name`, and what was refused in the last submission. */
  submission: z.object({ accepted: z.array(z.string()), refused: refusedValues }).optional(),
  /** Present while the customer is on the issuer's page. `valid`: the code that passes. */
  challenge: z
    .object({
      version: z.enum(['1', '2']),
      fallback: z.boolean(),
      valid: z.string(),
      expiresAt: isoTime,
    })
    .optional(),
  /** Address of the provider's page; present while the customer may decide there (contract 16.5). */
  providerUrl: z.string().optional(),
  /** Present while the customer is to pay at the provider (contract 16.4). `display`: what the shop shows. */
  atProvider: z
    .object({
      way: customerWay,
      display: z.array(displayItem.extend({ data: z.string() })),
      expiresAt: isoTime,
      /** Whether the customer left without a decision. */
      hasLeft: z.boolean(),
      /** The result that follows without the customer. */
      later: z.object({ outcome: z.enum(['success', 'decline']), dueAt: isoTime }).optional(),
    })
    .optional(),
  /** Present while the payment awaits a one-time code. `valid`: the correct one; too old from `newAttemptAt` on. */
  code: z.object({ valid: z.string(), newAttemptAt: isoTime, resendsLeft: z.int() }).optional(),
  /** The series that the payment registered, or to which it belongs as a debit (contract 13.1). */
  series: z
    .object({
      id: z.int(),
      validThru: isoTime,
      isDebit: z.boolean(),
      /** Type R: the platform charges on a schedule, and nobody can charge by hand (contract 13.1). */
      isScheduled: z.boolean(),
    })
    .optional(),
  /** Present while the customer may try again on the form. */
  attempts: z.object({ left: z.int(), endsAt: isoTime }).optional(),
  /** Amounts that can still be captured or refunded. */
  available: z.object({ capture: z.int(), refund: z.int() }),
})
export type PaymentDetail = z.infer<typeof paymentDetail>

export const paymentsListParams = listParams.extend({
  projectId: projectId.optional(),
  sort: sortedBy(PAYMENT_SORT_FIELDS),
})
export const paymentsPage = pageOf(paymentSummary)

/**
 * `outcome`: with `hold` (default), the tester decides the result; with `card`, the test card does.
 *
 * `method`: the path of a method of the catalogue or of the project, with which the payment is made like its `operation`
 * over the API (contract 16.2, 16.8). `data`: values of the parameters of that operation, by path, such as
 * `account.number`.
 */
export const createParams = z.strictObject({
  projectId: projectId.optional(),
  paymentId: z.string().min(1).max(255).optional(),
  amount,
  currency,
  customerId: z.string().min(1).max(255).optional(),
  card: z.string().min(12).max(32).optional(),
  description: z.string().max(255).optional(),
  /** A payout needs a method other than a card. */
  operation: z.enum(['sale', 'auth', 'payout']).optional(),
  outcome: z.enum(['hold', 'card']).optional(),
  /** Registers a series. Its debits are started by the customer (C), the merchant (U) or, monthly, the platform (R). */
  series: z.enum(['C', 'U', 'R']).optional(),
  method: z.string().min(1).max(100).optional(),
  data: z
    .record(z.string().max(100), z.union([z.string().max(1000), z.int(), z.boolean()]))
    .refine((data) => Object.keys(data).length <= 100, 'has more than 100 values')
    .optional(),
})

export const keyParams = z.strictObject({ key: paymentKeyParam })
/** `maxSteps`: limits the timeline to its newest steps (default: all). Planned steps are always included. */
export const getParams = keyParams.extend({
  maxSteps: z.int().min(1).max(100_000).optional(),
})
export const requestClarificationParams = z.strictObject({
  key: paymentKeyParam,
  fields: clarificationFields,
})
export const completeParams = z.strictObject({
  key: paymentKeyParam,
  outcome: z.enum(['success', 'decline']),
  code: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a result code of 1 to 6 digits')
    .optional(),
  /** The message for a code that the tester made up; the platform's codes have their own messages. */
  message: z.string().trim().min(1).max(MAX_RESULT_MESSAGE_CHARS).optional(),
})
/** What the customer decides at the provider; `later`: the result that follows if they leave (contract 16.4). */
export const decideAtProviderParams = z.strictObject({
  key: paymentKeyParam,
  outcome: customerOutcome,
  /** Minor units; default: the requested amount. */
  amount: amount.optional(),
  later: z
    .strictObject({
      afterMs: z
        .int()
        .min(0)
        .max(365 * DAY_MS),
      outcome: z.enum(['success', 'decline']),
    })
    .optional(),
})

/** `outcome`: with `project` (default), the project's switch decides the operation; with `hold`, the tester. */
export const amountParams = z.strictObject({
  key: paymentKeyParam,
  amount: amount.optional(),
  outcome: z.enum(['hold', 'project']).optional(),
})

/** Another debit of this payment's series; by default with the payment's amount and a generated id. */
export const chargeAgainParams = amountParams.extend({ paymentId: z.string().min(1).max(255).optional() })

/** What a clarification request would send and what the merchant would have to answer. */
export const clarificationPreview = z.object({
  target: z.string().nullable(),
  body: z.string(),
  expiresAt: isoTime,
  /** Time that the merchant would have, in milliseconds of the virtual clock. */
  waitMs: z.number().int(),
  curl: z.string(),
})

/** `additionalData` is sent in a signed request to the platform's own API, as a merchant would send it. */
export const answerClarificationParams = z.strictObject({
  key: paymentKeyParam,
  additionalData: z.record(z.string(), z.unknown()),
})
export const answerClarificationResult = z.object({
  status: z.int(),
  body: z.string(),
  exchangeId: exchangeId.optional(),
})

export const curlParams = z.strictObject({
  key: paymentKeyParam,
  request: z.enum(['status', 'clarification']),
})
export const curlResult = z.object({ curl: z.string() })
