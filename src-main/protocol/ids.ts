import { z } from 'zod'
import type { CallbackId, ExchangeId, MessageId, PaymentKey, ProjectId } from '#domain/ids'
import { MAX_PROJECT_ID } from '#domain/project/project'

export const projectId: z.ZodType<ProjectId, ProjectId> = z.int().min(1).max(MAX_PROJECT_ID)

// In results: as the store has them.
export const paymentKey: z.ZodType<PaymentKey, PaymentKey> = z.string()
export const callbackId: z.ZodType<CallbackId, CallbackId> = z.string()
export const exchangeId: z.ZodType<ExchangeId, ExchangeId> = z.string()
/** A callback (`cb_…`) or an exchange (`ex_…`). */
export const messageId: z.ZodType<MessageId, MessageId> = z.string()

// In params: bounded.
const given = z.string().min(1).max(100)
export const paymentKeyParam: z.ZodType<PaymentKey, PaymentKey> = given
export const callbackIdParam: z.ZodType<CallbackId, CallbackId> = given
export const exchangeIdParam: z.ZodType<ExchangeId, ExchangeId> = given
export const messageIdParam: z.ZodType<MessageId, MessageId> = given
/** Narrows a list to one payment. */
export const paymentKeyFilter: z.ZodType<PaymentKey, PaymentKey> = z.string().max(100)
