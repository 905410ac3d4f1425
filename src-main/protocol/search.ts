import { z } from 'zod'
import { LIMITS } from '#lib/limits/limit-table'
import { callbackSummary, exchangeSummary } from './messages'
import { paymentSummary } from './payments'
import { projectId } from './shapes'

/** `limit`: items of each list, 5 unless said otherwise. */
export const searchAllParams = z.strictObject({
  query: z.string().max(LIMITS.filterChars),
  limit: z.int().min(1).max(50).optional(),
  projectId: projectId.optional(),
})

/**
 * What a list holds: its newest items, and how many there are. `thereMayBeMore`: so many messages hold the words that only
 * the newest were searched; the list's own method has the exact total. A list that cannot follow the query, because
 * it has no such field, is left out, and `reason` says why.
 */
function searchedList<Item extends z.ZodType>(item: Item) {
  return z.discriminatedUnion('searched', [
    z.object({
      searched: z.literal(true),
      items: z.array(item),
      total: z.int(),
      thereMayBeMore: z.boolean(),
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
