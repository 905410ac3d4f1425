import { z } from 'zod'
import { LIMITS } from '#lib/limits/limit-table'
import { SORT_DIRECTIONS } from '#domain/query/sorting'
import {
  type CallbackId,
  type ExchangeId,
  MAX_PROJECT_ID,
  type MessageId,
  type PaymentKey,
  type ProjectId,
} from '#domain/ids'
import { TIME_RANGE } from '#lib/time/time'

/** ISO 8601 UTC with milliseconds, on the virtual clock unless the name says `wall`. */
export const isoTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)

/** Raw header fields as received: original case, order and duplicates. */
export const headerPairs = z.array(z.tuple([z.string(), z.string()]))

/** A field with an unexpected value; `actual` is `nothing` if there is no such field. */
export const fieldDifference = z.object({ field: z.string(), expected: z.string(), actual: z.string() })

/** Longer than any cursor of a list, even one with the longest id. */
const MAX_CURSOR_CHARS = 3000

/**
 * Parameters of every list, which is newest first unless sorted. `cursor`: the `next` of the preceding page. `skip`:
 * rows to skip, from the cursor or the beginning; a page that begins after the last row is empty.
 */
export const listParams = z.strictObject({
  query: z.string().max(LIMITS.filterChars).optional(),
  cursor: z.string().max(MAX_CURSOR_CHARS).optional(),
  limit: z.int().min(1).max(500).optional(),
  skip: z.int().min(0).max(10_000_000).optional(),
})

/** Lists can be sorted by these fields, then by creation in the same direction. */
export function sortedBy<const Field extends string>(fields: readonly [Field, ...Field[]]) {
  return z.strictObject({ by: z.enum(fields), direction: z.enum(SORT_DIRECTIONS) }).optional()
}

/** A page of a list. `total` counts every item that the query matches. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().optional(), total: z.int() })
}

export const clarificationFields = z.record(z.string().min(1).max(100), z.array(z.string().min(1).max(200)))

export const errorIssue = z.object({ field: z.string(), message: z.string() })

/** An error as data: what happened and what to do next. */
export const errorShape = z.object({
  code: z.enum([
    'invalid_params',
    'unknown_method',
    'unauthorized',
    'not_found',
    'wrong_state',
    'conflict',
    'unavailable',
    'disk_full',
    'read_only',
    'cancelled',
    'internal',
  ]),
  message: z.string(),
  issues: z.array(errorIssue).optional(),
})
export type ErrorShape = z.infer<typeof errorShape>
export type ErrorCode = ErrorShape['code']
export type ErrorIssue = z.infer<typeof errorIssue>

export const projectId: z.ZodType<ProjectId, ProjectId> = z.int().min(1).max(MAX_PROJECT_ID)

// In results: as stored.
export const paymentKey: z.ZodType<PaymentKey, PaymentKey> = z.string()
export const callbackId: z.ZodType<CallbackId, CallbackId> = z.string()
export const exchangeId: z.ZodType<ExchangeId, ExchangeId> = z.string()
/** A callback (`cb_…`) or an exchange (`ex_…`). */
export const messageId: z.ZodType<MessageId, MessageId> = z.string()

// In params: bounded.
const idParam = z.string().min(1).max(100)
export const paymentKeyParam: z.ZodType<PaymentKey, PaymentKey> = idParam
export const callbackIdParam: z.ZodType<CallbackId, CallbackId> = idParam
export const exchangeIdParam: z.ZodType<ExchangeId, ExchangeId> = idParam
export const messageIdParam: z.ZodType<MessageId, MessageId> = idParam
/** Limits a list to one payment. */
export const paymentKeyFilter: z.ZodType<PaymentKey, PaymentKey> = z.string().max(100)

/** Epoch milliseconds that can be shown. */
export const epochTime = z.number().min(TIME_RANGE.first).max(TIME_RANGE.last)
