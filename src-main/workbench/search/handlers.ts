import { invalidQuery } from '#core/errors'
import type { Handlers } from '#protocol/methods'
import {
  EVERYTHING_QUERY_FIELDS,
  FIELDS_OF_LIST,
  SEARCHED_LISTS,
  type SearchedList,
} from '#domain/query/everything'
import { parseQuery } from '#domain/query/parse'
import type { QueryTerm } from '#domain/query/terms'
import type { CallbackSummary } from '#protocol/messages'
import type { CallbackRow, ListRequest, Page } from '#store/records'
import type { BenchContext } from '#workbench/payment-engine'
import { callbackSummary, exchangeSummary, paymentSummary } from '#core/views'

const DEFAULT_LIMIT = 5
/** Maximum number of matches counted in each list: far more than anyone looks through. */
const COUNTED = 500

/** `reason`: why the list cannot read the query; null if it can. */
interface Reading {
  readonly terms: readonly QueryTerm[]
  readonly reason: string | null
}

/** Searches every list at once. */
export function searchHandlers(context: BenchContext): Pick<Handlers, 'search.all'> {
  const { store, clock, addresses } = context
  return {
    'search.all': async ({ query, limit = DEFAULT_LIMIT, projectId }) => {
      const readings = readingsOf(query)
      const nowMs = clock.now()
      const search = async <Row, Item>(
        name: SearchedList,
        list: (request: ListRequest) => Promise<Page<Row>>,
        view: (row: Row) => Item,
      ) => {
        const { terms, reason } = readings[name]
        if (reason !== null) return { searched: false as const, reason }
        const request = { terms, projectId, limit, nowMs, countUpTo: COUNTED }
        const { items, total, hasMore } = await list(request)
        return { searched: true as const, items: items.map(view), total, hasMore }
      }
      const callbackView = (row: CallbackRow): CallbackSummary => callbackSummary(row, addresses())
      const searchExchanges = (name: 'captures' | 'exchanges') =>
        search(name, (request) => store.exchanges.list(name, request), exchangeSummary)
      return {
        payments: await search('payments', store.payments.list, paymentSummary),
        callbacks: await search('callbacks', store.callbacks.list, callbackView),
        captures: await searchExchanges('captures'),
        exchanges: await searchExchanges('exchanges'),
      }
    },
  }
}

/** How each list reads the query; throws a BenchError if no list can read it. */
function readingsOf(query: string): Readonly<Record<SearchedList, Reading>> {
  const read = (list: SearchedList): Reading => {
    const { terms, errors } = parseQuery(query, FIELDS_OF_LIST[list])
    return { terms, reason: errors.length === 0 ? null : errors.map(({ message }) => message).join(' ') }
  }
  const readings = {
    payments: read('payments'),
    callbacks: read('callbacks'),
    captures: read('captures'),
    exchanges: read('exchanges'),
  }
  const listReasons = SEARCHED_LISTS.flatMap((list) => readings[list].reason ?? [])
  if (listReasons.length < SEARCHED_LISTS.length) return readings
  // A field that no list has is reported once, not once for each list.
  const { errors } = parseQuery(query, EVERYTHING_QUERY_FIELDS)
  const reasons = errors.length > 0 ? errors.map(({ message }) => message) : [...new Set(listReasons)]
  throw invalidQuery(reasons, 'it is not valid for any list.')
}
