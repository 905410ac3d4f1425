import type { CallbackRecord, ExchangeRecord } from '#store/records'
import type { BenchContext } from '#workbench/context'
import { invalidParam, notFound } from '#core/errors'
import { toReference } from '#core/self-address'
import type { HeaderList } from '#lib/http-message/message'
import type { OperationId, PaymentKey, ProjectId } from '#domain/ids'

/** What a new message is based on: a callback, a captured request or a template. */
export interface MessageOrigin {
  /** Null for a message that is composed. */
  readonly id: string | null
  readonly kind: CallbackRecord['kind']
  readonly projectId: ProjectId
  /** Null for a message of no payment. */
  readonly paymentKey: PaymentKey | null
  readonly paymentId: string
  readonly operationId: OperationId | null
  /** As it is stored: a path where the target is our own listener (contract 9.3). */
  readonly target: string | null
  readonly method: string
  readonly headers: HeaderList
  readonly body: Uint8Array
}

/** The callback (`cb_…`) or captured request (`ex_…`) with this id. Throws where there is none that can be replayed. */
export function readOrigin(context: BenchContext, id: string): MessageOrigin {
  const callback = context.store.callbacks.byId(id)
  if (callback !== null) return { ...callback, target: callback.targetUrl }
  const exchange = context.store.exchanges.byId(id)
  if (exchange === null) throw notFound('callback or captured request', id)
  return fromExchange(context, exchange)
}

function fromExchange({ store, projects, addresses }: BenchContext, exchange: ExchangeRecord): MessageOrigin {
  if (exchange.source !== 'capture' && exchange.source !== 'imported') {
    const message = 'This is a request to the platform, not a callback. Send it again on the Traffic page.'
    throw invalidParam('id', message)
  }
  const callback = exchange.callbackId === null ? null : store.callbacks.row(exchange.callbackId)
  const known = exchange.projectId === null ? null : projects.byId(exchange.projectId)
  const payment = exchange.paymentKey === null ? null : store.payments.row(exchange.paymentKey)
  return {
    id: exchange.id,
    kind: callback?.kind ?? 'other',
    projectId: callback?.projectId ?? (known ?? projects.defaultProject()).projectId,
    paymentKey: payment?.key ?? callback?.paymentKey ?? null,
    paymentId: payment?.paymentId ?? callback?.paymentId ?? '',
    operationId: callback?.operationId ?? null,
    target: toReference(addressOf(exchange), addresses()) || null,
    method: exchange.method,
    headers: exchange.headers.filter(([name]) => !OF_ONE_CONNECTION.has(name.toLowerCase())),
    body: exchange.body,
  }
}

/** Header fields that belong to the connection rather than to the message. */
const OF_ONE_CONNECTION: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'expect',
  'upgrade',
])

/** Where the request was sent. A target on our own listener is kept as a path, because its port may have changed. */
function addressOf({ source, secure, target, headers }: ExchangeRecord): string {
  if (/^https?:\/\//i.test(target)) return target
  if (!target.startsWith('/')) return ''
  if (source === 'capture') return `${secure ? 'own-tls' : 'own'}:${target}`
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1]
  return host === undefined ? '' : `${secure ? 'https' : 'http'}://${host}${target}`
}
