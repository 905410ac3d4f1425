import type { ExchangeSource } from '#protocol/messages'
import type { Handlers } from '#protocol/methods'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import type { BenchContext } from '#workbench/payment-engine'
import { attemptDetail, callbackDetail, exchangeDetail } from './callback-detail'
import { callbackSummary, exchangeSummary, pageRequest } from '#core/views'
import { notFound } from '#core/errors'

export function messageHandlers(context: BenchContext) {
  const { store, clock, addresses } = context

  const exchanges =
    (which: 'captures' | 'exchanges'): Handlers['captures.list'] =>
    async (params) => {
      const request = pageRequest(params, EXCHANGE_QUERY_FIELDS, clock.now())
      const page = await store.exchanges.list(which, request)
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
      const page = await store.callbacks.list(pageRequest(params, CALLBACK_QUERY_FIELDS, clock.now()))
      return { ...page, items: page.items.map((row) => callbackSummary(row, addresses())) }
    },
    'callbacks.get': ({ id }) => callbackDetail(context, id),
    'callbacks.attempt': ({ id, seq }) => attemptDetail(context, id, seq),
    'captures.list': exchanges('captures'),
    'captures.get': exchange((source) => source === 'capture', 'capture'),
    'exchanges.list': exchanges('exchanges'),
    'exchanges.get': exchange((source) => source !== 'capture', 'exchange'),
  } satisfies Partial<Handlers>
}
