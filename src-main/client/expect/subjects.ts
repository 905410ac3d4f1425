import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import { callbackSummary, exchangeSummary } from '#protocol/messages'
import type { Result } from '#protocol/methods'
import { paymentSummary } from '#protocol/payments'
import { headersByName, type HeaderList } from '#lib/http-message/message'
import { jsonOrText } from '#lib/json/json-or-text'

// Derived from `Result`: the declarations of `#protocol/messages` would make users of the package depend on Zod.
type CallbackSummary = Result<'callbacks.list'>['items'][number]
type ExchangeSummary = Result<'exchanges.list'>['items'][number]
type PaymentSummary = Result<'payments.list'>['items'][number]

export interface WatchedClient extends Pick<BenchClient, 'call' | 'onEvent' | 'onRestart'> {
  /** Aborts with the reason when the connection ends and will not be reopened; undefined if it never ends. */
  readonly ended?: AbortSignal
}

export interface Subject<Summary, Detail> {
  /** Name of an item in messages, such as `callback`. */
  readonly noun: string
  readonly idOf: (summary: Summary) => string
  /** Members that events carry; the others must be loaded. */
  readonly summaryShape: { readonly shape: object }
  readonly summaryOf: (event: BenchEvent) => Summary | null
  readonly paymentField: 'payment' | 'id'
  readonly list: (
    client: WatchedClient,
    params: { readonly query?: string; readonly projectId?: number; readonly limit: number },
  ) => Promise<{ readonly items: readonly Summary[]; readonly total: number }>
  readonly load: (client: WatchedClient, summary: Summary) => Promise<Detail>
  readonly viewOf: (detail: Detail) => unknown
  readonly label: (summary: Summary) => string
}

export type CallbackDetail = Result<'callbacks.get'>
export type ExchangeDetail = Result<'exchanges.get'>
export type PaymentDetail = Result<'payments.get'>

type MessageView<Detail> = Omit<Detail, 'body' | 'headers' | 'reply'> &
  MessageParts &
  (Detail extends { readonly reply: infer Reply }
    ? { readonly reply: (Omit<NonNullable<Reply>, 'body' | 'headers'> & MessageParts) | null }
    : unknown)

interface MessageParts {
  /** The JSON value of the body, its text if it is not JSON, null if there is none. */
  readonly body: unknown
  /** By lower-case name; repeated values are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
}

export type CallbackView = MessageView<CallbackDetail>
export type ExchangeView = MessageView<ExchangeDetail>

function partsOf(message: { readonly body: string | null; readonly headers: HeaderList }): MessageParts {
  return {
    body: message.body === null ? null : jsonOrText(message.body),
    headers: headersByName(message.headers),
  }
}

function callbackView(detail: CallbackDetail): CallbackView {
  return { ...detail, ...partsOf(detail) }
}

function exchangeView(detail: ExchangeDetail): ExchangeView {
  const { reply } = detail
  return { ...detail, ...partsOf(detail), reply: reply === null ? null : { ...reply, ...partsOf(reply) } }
}

export const CALLBACKS: Subject<CallbackSummary, CallbackDetail> = {
  noun: 'callback',
  idOf: ({ id }) => id,
  summaryShape: callbackSummary,
  summaryOf: (event) => (event.type === 'callback.changed' ? event.callback : null),
  paymentField: 'payment',
  list: (client, params) => client.call('callbacks.list', params),
  load: (client, { id }) => client.call('callbacks.get', { id }),
  viewOf: callbackView,
  label: ({ id, kind, paymentId, state }) =>
    `${id}, ${kind}${paymentId === '' ? '' : ` of ${paymentId}`}, ${state}`,
}

export const PAYMENTS: Subject<PaymentSummary, PaymentDetail> = {
  noun: 'payment',
  idOf: ({ key }) => key,
  summaryShape: paymentSummary,
  summaryOf: (event) => (event.type === 'payment.changed' ? event.payment : null),
  paymentField: 'id',
  list: (client, params) => client.call('payments.list', params),
  load: (client, { key }) => client.call('payments.get', { key }),
  viewOf: (detail) => detail,
  label: ({ paymentId, status }) => `${paymentId}, ${status}`,
}

const REQUESTS = {
  idOf: ({ id }: ExchangeSummary) => id,
  summaryShape: exchangeSummary,
  paymentField: 'payment',
  viewOf: exchangeView,
  label: ({ id, method, path, status, paymentId }: ExchangeSummary) => {
    const response = status === undefined ? 'no response' : `response ${status}`
    return `${id}, ${method} ${path}${paymentId === undefined ? '' : ` of ${paymentId}`}, ${response}`
  },
} as const

export const CAPTURES: Subject<ExchangeSummary, ExchangeDetail> = {
  ...REQUESTS,
  noun: 'capture',
  summaryOf: (event) =>
    event.type === 'capture.added' || event.type === 'capture.changed' ? event.capture : null,
  list: (client, params) => client.call('captures.list', params),
  load: (client, { id }) => client.call('captures.get', { id }),
}

export const EXCHANGES: Subject<ExchangeSummary, ExchangeDetail> = {
  ...REQUESTS,
  noun: 'exchange',
  summaryOf: (event) =>
    event.type === 'exchange.added' || event.type === 'exchange.changed' ? event.exchange : null,
  list: (client, params) => client.call('exchanges.list', params),
  load: (client, { id }) => client.call('exchanges.get', { id }),
}
