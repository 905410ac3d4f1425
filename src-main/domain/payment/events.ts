import { z } from 'zod'
import { challenge, expects, fields, plan } from '#domain/provider/outcome-steps'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import {
  acceptedValues,
  account,
  attempts,
  callbackPlan,
  customer,
  customerOutcome,
  kind,
  money,
  operation,
  operationId,
  origin,
  paymentKey,
  projectId,
  providerAnswer,
  providerPage,
  refusedValues,
  requestId,
  retryPolicy,
  returnUrls,
  sentCode,
  series,
  seriesDebit,
  time,
} from './payment'

const actor = z.enum(['provider', 'platform', 'tester', 'merchant', 'customer'])

const wait = { expiresAt: time, cappedByDeadline: z.boolean() } as const

/** `at` is a time on the virtual clock. */
export const paymentEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('registered'),
    at: time,
    kind,
    key: paymentKey,
    projectId,
    paymentId: z.string(),
    origin,
    method: z.string(),
    methodPath: z.string().exactOptional(),
    returnUrls: returnUrls.exactOptional(),
    requestId,
    sum: money,
    customer,
    account: account.nullable(),
    description: z.string(),
    callbacks: callbackPlan,
    supplied: acceptedValues,
    plan,
    retries: retryPolicy.nullable(),
    series: series.exactOptional(),
    debitOf: seriesDebit.exactOptional(),
    deadlineAt: time,
    operation,
  }),
  /** The provider was asked. `dueAt`: when its result is due; null if the tester decides. */
  z.object({ type: z.literal('providerAsked'), at: time, operationId, dueAt: time.nullable() }),
  /** A step of the provider's plan was taken; `rest` remains. */
  z.object({ type: z.literal('planAdvanced'), at: time, rest: plan }),
  z.object({
    type: z.literal('clarificationRequested'),
    at: time,
    operationId,
    by: actor,
    fields,
    expects,
    code: sentCode.exactOptional(),
    ...wait,
  }),
  /** A clarification request arrived; each restarts the wait (contract 6.2). */
  z.object({
    type: z.literal('clarificationSubmitted'),
    at: time,
    via: z.enum(['api', 'form']),
    requestId,
    fingerprint: z.string(),
    accepted: acceptedValues,
    remaining: fields,
    refused: refusedValues,
    complete: z.boolean(),
    /** The new code that was sent because the submitted one was wrong or too old. */
    code: sentCode.exactOptional(),
    ...wait,
  }),
  /** A new one-time code was sent to the customer on request (contract 16.4). */
  z.object({ type: z.literal('codeResent'), at: time, by: actor, operationId, requestId, code: sentCode }),
  challenge.extend({ type: z.literal('challengeRequested'), at: time, operationId, ...wait }),
  /** The customer left the issuer's page; its consequence is a separate event. */
  z.object({
    type: z.literal('challengeFinished'),
    at: time,
    requestId,
    outcome: z.enum(['passed', 'wrong code', 'cancelled']),
  }),
  /** The customer is to pay at the provider (contract 16.4). */
  providerPage
    .omit({ askedAt: true, outcome: true, paidAmount: true, later: true })
    .extend({ type: z.literal('customerAsked'), at: time }),
  /** The customer decided at the provider; its consequence is a separate event. */
  z.object({
    type: z.literal('customerDecided'),
    at: time,
    by: actor,
    /** The attempt that was decided; older logs lack it, and mean the newest. */
    operationId: operationId.exactOptional(),
    outcome: customerOutcome,
    /** Minor units; null unless the customer paid another amount than requested. */
    amount: z.int().nullable(),
    later: providerPage.shape.later,
  }),
  /** The merchant requested another provider (contract 16.7). */
  z.object({ type: z.literal('providerRequested'), at: time, requestId, providerId: z.int() }),
  /** The customer tries again on the form (contract 7.5), or the merchant through another provider (contract 16.7). */
  z.object({
    type: z.literal('attemptStarted'),
    at: time,
    operation,
    account: account.nullable(),
    supplied: acceptedValues,
    plan,
  }),
  /** No further attempt will follow: the last decline, of this operation, is final. */
  z.object({
    type: z.literal('attemptsEnded'),
    at: time,
    operationId,
    cause: z.enum(['abandoned', 'time over']),
  }),
  /** The timeout, the processing deadline or the tester ended the wait; the decline is a separate event. */
  z.object({ type: z.literal('waitEnded'), at: time, cause: z.enum(['timeout', 'deadline', 'tester']) }),
  z.object({
    type: z.literal('operationStarted'),
    at: time,
    by: actor,
    operation,
    merchantRefundId: z.string().nullable(),
  }),
  z.object({
    type: z.literal('operationFinished'),
    at: time,
    operationId,
    by: actor,
    status: z.enum(['success', 'decline']),
    code: z.string(),
    /** Text for a code that the table of result codes lacks. */
    message: z.string().exactOptional(),
    provider: providerAnswer.nullable(),
    /** The approved amount if it differs from the operation's sum (partial approval). */
    approvedAmount: z.number().nullable(),
    avsResult: z.string().nullable(),
    holdEndsAt: time.nullable(),
    /** The attempts left after a decline; null if the result is final. */
    attempts: attempts.nullable(),
  }),
  /** The payment's registered series was changed or cancelled; `operation` has already ended (contract 13.1). */
  z.object({ type: z.literal('seriesChanged'), at: time, by: actor, operation, series }),
  /** Payment `n` (from 1) of a scheduled series is due; the same write registers it (contract 13.1). */
  z.object({ type: z.literal('seriesDue'), at: time, n: z.int().min(1) }),
])

/** The log of events is authoritative; the payment is derived from it. */
export type PaymentEvent = ReadonlyDeep<z.infer<typeof paymentEvent>>

export type EventOf<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { readonly type: Type }>
