import { z } from 'zod'
import { storedUrl } from '#core/self-address'
import type { Payment } from '#domain/payment/payment'
import { PAYMENT_STATUSES, type PaymentStatus } from '#domain/payment/statuses'
import {
  acceptedValues,
  account,
  attempts,
  callbackPlan,
  customer,
  expects,
  fields,
  kind,
  money,
  oneOf,
  operation,
  origin,
  plan,
  refusedValues,
  requestId,
  retryPolicy,
  series,
  seriesDebit,
  time,
} from './payment-parts'

const status = oneOf<PaymentStatus>(PAYMENT_STATUSES.map((row) => row.status))

/** The whole state of a payment, as a session file holds it. */
export const paymentState = z.object({
  key: z.string().max(100),
  projectId: z.int(),
  paymentId: z.string(),
  origin,
  type: kind,
  method: z.string(),
  status,
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
  plan,
  providerDueAt: time.nullable(),
  clarification: z
    .object({
      operationId: z.int(),
      resumes: z.object({ status, resultCode: z.string(), resultMessage: z.string() }).exactOptional(),
      requested: fields,
      remaining: fields,
      expects,
      accepted: acceptedValues,
      refused: refusedValues,
      detectedAt: time,
      expiresAt: time,
      cappedByDeadline: z.boolean(),
    })
    .nullable(),
  challenge: z
    .object({
      operationId: z.int(),
      version: z.enum(['1', '2']),
      fallback: z.boolean(),
      valid: z.string(),
      returnUrl: storedUrl.exactOptional(),
      requestedAt: time,
      expiresAt: time,
      cappedByDeadline: z.boolean(),
    })
    .nullable(),
  retries: retryPolicy.nullable(),
  retriesEndAt: time.nullable(),
  attempts: attempts.nullable(),
  supplied: acceptedValues,
  completingRequests: z.array(z.object({ fingerprint: z.string(), requestId })),
  merchantRefundIds: z.array(z.string()),
  avsResult: z.string().nullable(),
  resultCode: z.string(),
  resultMessage: z.string().exactOptional(),
  createdAt: time,
  updatedAt: time,
  deadlineAt: time,
  holdEndsAt: time.nullable(),
  succeededAt: time.nullable(),
  series: series.exactOptional(),
  debitOf: seriesDebit.exactOptional(),
}) satisfies z.ZodType<Payment>
