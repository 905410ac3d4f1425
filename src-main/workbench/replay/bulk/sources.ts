import type { BenchError } from '#protocol/connection'
import type { ParsedParams } from '#protocol/methods'
import { MAX_REPLAYED } from '#protocol/replay'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import type { ReplaySource } from '#domain/replay/plan'
import type { CallbackRow, ExchangeRow } from '#store/records'
import type { BenchContext } from '#workbench/context'
import { invalidParam, notFound, termsOf } from '#core/errors'

/** A message that a bulk replay sends again, without its bytes. */
export interface BulkSource extends ReplaySource {
  readonly paymentId: string
  readonly kind: CallbackRow['kind']
  /** When it was created, or came in; null where an older version did not store it. */
  readonly createdAt: number | null
  /** Status of the merchant's last response; null where there was none. */
  readonly lastStatus: number | null
}

const PAGE = 500

/** The messages with the given ids, or all that the query matches. @throws BenchError for none and for too many */
export async function bulkSources(
  context: BenchContext,
  params: ParsedParams<'replay.start'>,
): Promise<readonly BulkSource[]> {
  const { ids, query } = params
  if ((ids === undefined) === (query === undefined)) {
    throw invalidParam('ids', 'Give either ids or a query. An empty query matches everything.')
  }
  const most = Math.floor(MAX_REPLAYED / (params.copies ?? 1))
  const sources =
    ids === undefined ? await matching(context, params, most) : ids.map((id) => named(context, id))
  if (sources.length === 0) throw invalidParam('query', 'No message matches. Change the query, or give ids.')
  if (sources.length > most) throw tooMany(ids === undefined ? 'query' : 'ids', sources.length, most)
  return sources
}

function named({ store }: BenchContext, id: string): BulkSource {
  const callback = store.callbacks.row(id)
  if (callback !== null) return fromCallback(callback)
  const exchange = store.exchanges.row(id)
  if (exchange === null) throw notFound('callback or captured request', id)
  if (exchange.source !== 'capture' && exchange.source !== 'imported') {
    throw invalidParam(
      'ids',
      `${id} is a request to the platform, not a callback. Send it again on the Traffic page.`,
    )
  }
  return fromExchange(exchange)
}

async function matching(
  { store, clock }: BenchContext,
  { query = '', list, projectId }: ParsedParams<'replay.start'>,
  most: number,
): Promise<readonly BulkSource[]> {
  const captures = list === 'captures'
  const terms = termsOf(query, captures ? EXCHANGE_QUERY_FIELDS : CALLBACK_QUERY_FIELDS)
  const sources: BulkSource[] = []
  let cursor: string | undefined
  do {
    const request = { terms, projectId, cursor, limit: PAGE, nowMs: clock.now() }
    const page = await (captures ? store.exchanges.list('captures', request) : store.callbacks.list(request))
    if (page.total > most) throw tooMany('query', page.total, most)
    sources.push(...page.items.map((row) => ('source' in row ? fromExchange(row) : fromCallback(row))))
    cursor = page.next
  } while (cursor !== undefined && sources.length <= most)
  return sources.toReversed()
}

const fromCallback = ({
  id,
  firstDueAt,
  createdAt,
  paymentId,
  kind,
  lastStatus,
}: CallbackRow): BulkSource => ({
  id,
  createdAt,
  dueAt: firstDueAt,
  paymentId,
  kind,
  lastStatus,
})

const fromExchange = ({ id, receivedAt, paymentId, responseStatus }: ExchangeRow): BulkSource => ({
  id,
  dueAt: receivedAt,
  createdAt: receivedAt,
  paymentId: paymentId ?? '',
  kind: 'other',
  lastStatus: responseStatus,
})

function tooMany(field: string, count: number, most: number): BenchError {
  return invalidParam(
    field,
    `${String(count)} messages are selected, but one bulk replay can send at most ${String(most)} of them with these copies. Select fewer.`,
  )
}
