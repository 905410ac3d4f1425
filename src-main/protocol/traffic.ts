import { z } from 'zod'
import { callbackSummary, exchangeDetail, exchangeListParams, exchangeSummary, reply } from './messages'
import { exchangeIdParam, headerPairs, pageOf, projectId } from './shapes'
import { LIMITS } from '#lib/limits/limit-table'
import { paymentSummary } from './payments'

/**
 * Exchanges of every source in one list; `sources` narrows it. With order `payment`, those of the newest payment
 * come first, those of no payment last, and `sort` is not allowed. Cursors are valid in one order only.
 */
export const trafficListParams = exchangeListParams.extend({
  sources: z.array(exchangeSummary.shape.source).min(1).max(4).optional(),
  order: z.enum(['newest', 'payment']).optional(),
})
export const trafficPage = pageOf(exchangeSummary)

/** `replays`: exchanges that repeat this one, oldest first. */
export const trafficDetail = exchangeDetail.extend({ replays: z.array(z.string()) })
export type TrafficDetail = z.infer<typeof trafficDetail>

/** What happens to the signature of a resent request. */
export const resendSigning = z.enum(['keep', 'resign', 'omit', 'corrupt'])
export type ResendSigning = z.infer<typeof resendSigning>

const MAX_BODY_CHARS = 16_777_216

/**
 * Sends the request of an exchange again, as a real HTTP request to its listener, at the listener's current
 * address. `edits` replace parts of it; `Content-Length` is adapted to the body. Stored card data is masked: test
 * cards are restored, other data comes from `card`, which is never stored. `to` names another
 * listener; an imported request needs it, because it arrived at no listener.
 */
export const resendParams = z.strictObject({
  id: exchangeIdParam,
  edits: z
    .strictObject({
      method: z.string().min(1).max(100).optional(),
      /** The request target, as in the start line. */
      path: z.string().min(1).max(65_536).optional(),
      headers: headerPairs.max(200).optional(),
      body: z.string().max(MAX_BODY_CHARS).optional(),
    })
    .optional(),
  card: z
    .strictObject({
      number: z.string().regex(/^\d{12,19}$/, 'must be 12 to 19 digits'),
      cvv: z
        .string()
        .regex(/^\d{3,4}$/, 'must be 3 or 4 digits')
        .optional(),
    })
    .optional(),
  signing: resendSigning,
  to: z.enum(['platform', 'platformTls', 'merchant', 'merchantTls']).optional(),
})

/**
 * `exchange` is the new one, linked by `replayOf`; null if nothing was recorded, as for static files of the
 * form and of the demo shop. `failure`: no complete response arrived.
 */
export const resendResult = z.object({
  exchange: exchangeSummary.nullable(),
  reply: reply.nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
})
export type ResendResult = z.infer<typeof resendResult>

/**
 * Exports an HTTP archive (HAR 1.2) part by part: the texts of all parts, joined, are the file. It has either the
 * messages named by `ids` (exchanges, captures, and callbacks with every attempt) or those of `list`, by default
 * `traffic`, narrowed by the other parameters. `callbacks` adds the attempts of all callbacks to the traffic. Pass
 * `next` as `cursor`, within ten minutes, until it is absent. A part ends after 2^20 characters, even within an entry.
 */
export const exportHarParams = z.strictObject({
  ids: z.array(z.string().min(1).max(100)).min(1).max(10_000).optional(),
  query: trafficListParams.shape.query,
  paymentKey: trafficListParams.shape.paymentKey,
  projectId: trafficListParams.shape.projectId,
  sources: trafficListParams.shape.sources,
  list: z.enum(['traffic', 'callbacks']).optional(),
  callbacks: z.boolean().optional(),
  cursor: z.string().max(200).optional(),
})

/**
 * `done` of `total` messages are in the parts so far; `total` counts callbacks, not their attempts. `entries`
 * counts the requests of this part: a callback has one for each attempt, and an attempt that our own listener
 * captured is written once, as the attempt.
 */
export const exportHarResult = z.object({
  text: z.string(),
  next: z.string().optional(),
  entries: z.int(),
  done: z.int(),
  total: z.int(),
})

/**
 * Imports an HTTP archive part by part. The first call has no `upload`; later calls pass the `upload` of the result.
 * `end` completes the file, which is then checked; if it is faulty, nothing is imported. After that each call with
 * only `upload` imports a few hundred more requests, until `done`.
 */
export const importHarParams = z.strictObject({
  upload: z.string().max(100).optional(),
  text: z.string().max(8_388_608).optional(),
  end: z.boolean().optional(),
  /** Discards the sent text; imported requests stay. */
  cancel: z.boolean().optional(),
})

/** `total` is known once the complete file has been checked; `skipped` entries were not HTTP requests. */
export const importHarResult = z.object({
  upload: z.string(),
  read: z.int(),
  imported: z.int(),
  skipped: z.int(),
  total: z.int().nullable(),
  done: z.boolean(),
})

/** `limit`: items of each list, 5 by default. */
export const searchAllParams = z.strictObject({
  query: z.string().max(LIMITS.filterChars),
  limit: z.int().min(1).max(50).optional(),
  projectId: projectId.optional(),
})

/**
 * The newest items of a list and their total; with `hasMore`, there are more than `total`, and the items are those
 * of the newest payments. A list that lacks a field of the query is not searched, and `reason` says why.
 */
function searchedList<Item extends z.ZodType>(item: Item) {
  return z.discriminatedUnion('searched', [
    z.object({
      searched: z.literal(true),
      items: z.array(item),
      total: z.int(),
      hasMore: z.boolean().optional(),
    }),
    z.object({ searched: z.literal(false), reason: z.string() }),
  ])
}

/** `exchanges` are those of `exchanges.list`: everything but captures. */
export const searchAllResult = z.object({
  payments: searchedList(paymentSummary),
  callbacks: searchedList(callbackSummary),
  captures: searchedList(exchangeSummary),
  exchanges: searchedList(exchangeSummary),
})
export type SearchAllResult = z.infer<typeof searchAllResult>
