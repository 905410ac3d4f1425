import type { BenchEvent } from '#protocol/events'
import {
  callbackSummary,
  exchangeSummary,
  type CallbackSummary,
  type ExchangeSummary,
} from '#protocol/messages'
import { paymentSummary, type PaymentSummary } from '#protocol/payments'
import { callbackView, exchangeView } from './message-view'
import {
  condition,
  oldestFirst,
  type CallbackDetail,
  type ExchangeDetail,
  type PaymentDetail,
  type Subject,
  type WatchedClient,
} from './subject'

/** Number of existing items that are read: the largest page of a list. */
const EXISTING_ROWS = 500

/** The project to which the items are limited; undefined: all projects. */
type Scope = number | undefined

const inProject = (projectId: Scope): { readonly projectId?: number } =>
  projectId === undefined ? {} : { projectId }

const membersOf = (schema: { readonly shape: object }): ReadonlySet<string> =>
  new Set(Object.keys(schema.shape))

/** Selects callbacks of the platform. */
export function callbacks(client: WatchedClient, projectId: Scope): Subject<CallbackSummary, CallbackDetail> {
  return {
    noun: 'callback',
    idOf: ({ id }) => id,
    summaryMembers: membersOf(callbackSummary),
    summaryOf: (event) =>
      event.type === 'callback.changed' && belongs(event.callback, projectId) ? event.callback : null,
    existing: async ({ paymentId }) =>
      oldestFirst(
        await client.call('callbacks.list', {
          ...condition('payment', paymentId),
          ...inProject(projectId),
          limit: EXISTING_ROWS,
        }),
      ),
    load: ({ id }) => client.call('callbacks.get', { id }),
    viewOf: callbackView,
    label: ({ id, kind, paymentId, state }) =>
      `${id}, ${kind}${paymentId === '' ? '' : ` of ${paymentId}`}, ${state}`,
  }
}

/** Selects payments in their present state. */
export function payments(client: WatchedClient, projectId: Scope): Subject<PaymentSummary, PaymentDetail> {
  return {
    noun: 'payment',
    idOf: ({ key }) => key,
    summaryMembers: membersOf(paymentSummary),
    summaryOf: (event) =>
      event.type === 'payment.changed' && belongs(event.payment, projectId) ? event.payment : null,
    existing: async ({ paymentId }) =>
      oldestFirst(
        await client.call('payments.list', {
          ...condition('id', paymentId),
          ...inProject(projectId),
          limit: EXISTING_ROWS,
        }),
      ),
    load: ({ key }) => client.call('payments.get', { key }),
    viewOf: (detail) => detail,
    label: ({ paymentId, status }) => `${paymentId}, ${status}`,
  }
}

/** Selects requests that arrived at the merchant's listener. */
export function captures(client: WatchedClient, projectId: Scope): Subject<ExchangeSummary, ExchangeDetail> {
  return requests(client, projectId, 'captures', (event) =>
    event.type === 'capture.added' || event.type === 'capture.changed' ? event.capture : null,
  )
}

/** Selects requests that arrived at the platform: at the API or the form. */
export function exchanges(client: WatchedClient, projectId: Scope): Subject<ExchangeSummary, ExchangeDetail> {
  return requests(client, projectId, 'exchanges', (event) =>
    event.type === 'exchange.added' || event.type === 'exchange.changed' ? event.exchange : null,
  )
}

function requests(
  client: WatchedClient,
  projectId: Scope,
  list: 'captures' | 'exchanges',
  summaryIn: (event: BenchEvent) => ExchangeSummary | null,
): Subject<ExchangeSummary, ExchangeDetail> {
  return {
    noun: list === 'captures' ? 'capture' : 'exchange',
    idOf: ({ id }) => id,
    summaryMembers: membersOf(exchangeSummary),
    summaryOf(event) {
      const summary = summaryIn(event)
      return summary !== null && belongs(summary, projectId) ? summary : null
    },
    existing: async ({ paymentId }) =>
      oldestFirst(
        await client.call(`${list}.list`, {
          ...condition('payment', paymentId),
          ...inProject(projectId),
          limit: EXISTING_ROWS,
        }),
      ),
    load: ({ id }) => client.call(`${list}.get`, { id }),
    viewOf: exchangeView,
    label: ({ id, method, path, status, paymentId }) =>
      `${id}, ${method} ${path}${paymentId === undefined ? '' : ` of ${paymentId}`}, ${
        status === undefined ? 'no response' : `response ${status}`
      }`,
  }
}

const belongs = (item: { readonly projectId?: number | undefined }, projectId: Scope): boolean =>
  projectId === undefined || item.projectId === projectId
