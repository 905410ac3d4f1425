import type { ExchangeSource } from '#protocol/messages'
import type { Handlers } from '#protocol/methods'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import type { BenchContext } from '#workbench/payment-engine'
import { attemptDetail, callbackDetail, exchangeDetail } from './callback-detail'
import { callbackSummary, exchangeSummary, pageRequest } from '#core/views'
import { notFound, termsOf } from '#core/errors'

/** Creates the methods for messages: callbacks, captured requests and exchanges. */
export function messageHandlers(context: BenchContext) {
  const { store, clock, projects, ports, addresses } = context

  const exchanges =
    (which: 'captures' | 'exchanges'): Handlers['captures.list'] =>
    async (params) => {
      const page = await store.exchanges.list(which, {
        ...pageRequest(params, clock.now()),
        terms: termsOf(params.query, EXCHANGE_QUERY_FIELDS),
        paymentKey: params.paymentKey,
        projectId: params.projectId,
      })
      return { ...page, items: page.items.map(exchangeSummary) }
    }

  const exchange =
    (isMine: (source: ExchangeSource) => boolean, what: string): Handlers['captures.get'] =>
    ({ id }) => {
      const record = store.exchanges.byId(id)
      if (record === null || !isMine(record.source)) throw notFound(what, id)
      return exchangeDetail(record, store)
    }

  return {
    'callbacks.list': async (params) => {
      const page = await store.callbacks.list({
        ...pageRequest(params, clock.now()),
        terms: termsOf(params.query, CALLBACK_QUERY_FIELDS),
        paymentKey: params.paymentKey,
        projectId: params.projectId,
      })
      return { ...page, items: page.items.map((row) => callbackSummary(row, addresses())) }
    },
    'callbacks.get': ({ id }) => {
      const callback = store.callbacks.byId(id)
      if (callback === null) throw notFound('callback', id)
      return callbackDetail({ callback, store, projects, crypto: ports.crypto, addresses: addresses() })
    },
    'callbacks.attempt': ({ id, seq }) => {
      const callback = store.callbacks.byId(id)
      if (callback === null) throw notFound('callback', id)
      const sources = { callback, store, projects, crypto: ports.crypto, addresses: addresses() }
      const attempt = attemptDetail(sources, seq)
      if (attempt === null) throw notFound('attempt', `${String(seq)} of ${id}`)
      return attempt
    },
    'captures.list': exchanges('captures'),
    'captures.get': exchange((source) => source === 'capture', 'capture'),
    'exchanges.list': exchanges('exchanges'),
    'exchanges.get': exchange((source) => source !== 'capture', 'exchange'),
  } satisfies Partial<Handlers>
}
