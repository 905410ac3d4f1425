import type { Handlers } from '#protocol/methods'
import { EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import type { BenchContext } from '#workbench/payment-engine'
import { invalidParam, notFound } from '#core/errors'
import { pick } from '#lib/members'
import { exchangeDetail } from '#workbench/callbacks/callback-detail'
import { exchangeSummary, pageRequest } from '#core/views'
import { createHarExport } from './har-export'
import { createHarImport } from './har-import'
import { resend } from './resend'
import type { SelfRequests } from '#core/self-address'

/** Methods for the traffic of all sources, for resending requests, and for archives. */
export function trafficHandlers(
  context: BenchContext,
  own: { readonly selfRequests: SelfRequests; readonly version: string },
) {
  const { store, clock } = context
  return {
    'traffic.list': async (params) => {
      if (params.sort !== undefined && params.order === 'payment') {
        throw invalidParam('sort', 'it cannot be combined with the order "payment". Leave one of them out.')
      }
      const page = await store.exchanges.list('traffic', {
        ...pageRequest(params, EXCHANGE_QUERY_FIELDS, clock.now()),
        ...pick(params, 'sources', 'order'),
      })
      return { ...page, items: page.items.map(exchangeSummary) }
    },
    'traffic.get': ({ id }) => {
      const record = store.exchanges.byId(id)
      if (record === null) throw notFound('exchange', id)
      return {
        ...exchangeDetail(record, store),
        replays: store.exchanges.replaysOf(id).map((row) => row.id),
      }
    },
    'exchanges.resend': (params) => resend(context, own.selfRequests, params),
    'traffic.exportHar': createHarExport(context, own.version),
    'traffic.importHar': createHarImport(context),
  } satisfies Partial<Handlers>
}
