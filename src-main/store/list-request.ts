import type { Sorting } from '#domain/query/sorting'
import type { QueryTerm } from '#domain/query/terms'
import type { ListOrder } from './lists/list-order'
import type { PaymentKey, ProjectId } from '#domain/ids'

/**
 * `cursor` is the `next` of the page before; a text that is none throws: check it with `isCursor`. `skip` rows after it,
 * or from the newest without one, are passed over.
 */
export interface ListRequest {
  readonly terms: readonly QueryTerm[]
  readonly projectId?: ProjectId | undefined
  readonly cursor?: string | undefined
  readonly skip?: number | undefined
  readonly limit: number
  /** Virtual now, for terms such as `created:1h`. */
  readonly nowMs: number
  /** Newest first unless said otherwise. A cursor is good for the order that gave it. */
  readonly sort?: Sorting | undefined
  readonly preview?: ListPreview | undefined
}

/**
 * Asks for the newest rows alone, at once: a text that stands in more than `common` messages is looked for in the newest
 * `window` rows, and the total is then how many of these it is in. Rarer texts are looked up as ever.
 */
export interface ListPreview {
  readonly common: number
  readonly window: number
}

export interface MessageListRequest extends ListRequest {
  readonly paymentKey?: PaymentKey | undefined
  /** Where nothing is said of `sort`. */
  readonly order?: ListOrder | undefined
}

/** `captures`: what came in at the merchant listener; `exchanges`: everything else; `traffic`: both. */
export type ExchangeList = 'captures' | 'exchanges' | 'traffic'

/** `total` counts everything that the query matches; after a preview there may be more. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next?: string
  readonly total: number
  readonly thereMayBeMore?: true
}
