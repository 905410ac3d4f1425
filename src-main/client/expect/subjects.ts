import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import { callbackSummary, exchangeSummary } from '#protocol/messages'
import type { Result } from '#protocol/methods'
import { paymentSummary } from '#protocol/payments'
import { headersByName, type HeaderList } from '#lib/http-message/message'
import { jsonOrText } from '#lib/json/json-or-text'

// From the methods, because the declarations of the package have those written out.
type CallbackSummary = Result<'callbacks.list'>['items'][number]
type ExchangeSummary = Result<'exchanges.list'>['items'][number]
type PaymentSummary = Result<'payments.list'>['items'][number]

/** The parts of a client that an expectation needs. */
export interface WatchedClient extends Pick<BenchClient, 'call' | 'onEvent' | 'onRestart'> {
  /** Aborts with the reason when the connection ends for good; undefined: it never does. */
  readonly ended?: AbortSignal
}

/** What is listed: the newest items, those of one project, those that a query finds. */
interface ListParams {
  readonly query?: string
  readonly projectId?: number
  readonly limit: number
}

/** A kind of item that a test can wait for. */
export interface Subject<Summary, Detail> {
  /** Its name in messages, such as `callback`. */
  readonly noun: string
  readonly idOf: (summary: Summary) => string
  /** Members of the summary, which events carry; the others have to be loaded. */
  readonly summaryShape: { readonly shape: object }
  /** Returns the item that an event is about, or null. */
  readonly summaryOf: (event: BenchEvent) => Summary | null
  /** The field of a query that finds the payment. */
  readonly paymentField: 'payment' | 'id'
  /** The existing items, newest first. */
  readonly list: (
    client: WatchedClient,
    params: ListParams,
  ) => Promise<{ readonly items: readonly Summary[]; readonly total: number }>
  readonly load: (client: WatchedClient, summary: Summary) => Promise<Detail>
  /** Returns the value that is compared with the pattern. */
  readonly viewOf: (detail: Detail) => unknown
  /** Describes an item in one line. */
  readonly label: (summary: Summary) => string
}

export type CallbackDetail = Result<'callbacks.get'>
export type ExchangeDetail = Result<'exchanges.get'>
export type PaymentDetail = Result<'payments.get'>

/** Header fields by lower-case name. The values of a repeated field are joined by `, `. */
type HeaderValues = Readonly<Record<string, string>>

/** A message as patterns see it: the body parsed where it is JSON, the header fields by name. */
type MessageView<Detail> = Omit<Detail, 'body' | 'headers' | 'reply'> & {
  /** The JSON value of the body, its text where it is not JSON, null where there is none. */
  readonly body: unknown
  readonly headers: HeaderValues
} & (Detail extends { readonly reply: infer Reply }
    ? { readonly reply: (Omit<NonNullable<Reply>, 'body' | 'headers'> & MessageParts) | null }
    : unknown)

interface MessageParts {
  readonly body: unknown
  readonly headers: HeaderValues
}

export type CallbackView = MessageView<CallbackDetail>
export type ExchangeView = MessageView<ExchangeDetail>

function partsOf(message: { readonly body: string | null; readonly headers: HeaderList }): MessageParts {
  return {
    body: message.body === null ? null : jsonOrText(message.body),
    headers: headersByName(message.headers),
  }
}

/** Builds the view of a callback that patterns are compared with. */
function callbackView(detail: CallbackDetail): CallbackView {
  return { ...detail, ...partsOf(detail) }
}

/** Builds the view of an exchange or a capture that patterns are compared with. */
function exchangeView(detail: ExchangeDetail): ExchangeView {
  const { reply } = detail
  return { ...detail, ...partsOf(detail), reply: reply === null ? null : { ...reply, ...partsOf(reply) } }
}

/** Callbacks of the platform. */
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

/** Payments in their present state. */
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

/** Requests that arrived at the merchant's listener. */
export const CAPTURES: Subject<ExchangeSummary, ExchangeDetail> = {
  ...REQUESTS,
  noun: 'capture',
  summaryOf: (event) =>
    event.type === 'capture.added' || event.type === 'capture.changed' ? event.capture : null,
  list: (client, params) => client.call('captures.list', params),
  load: (client, { id }) => client.call('captures.get', { id }),
}

/** Requests that arrived at the platform: at the API or the form. */
export const EXCHANGES: Subject<ExchangeSummary, ExchangeDetail> = {
  ...REQUESTS,
  noun: 'exchange',
  summaryOf: (event) =>
    event.type === 'exchange.added' || event.type === 'exchange.changed' ? event.exchange : null,
  list: (client, params) => client.call('exchanges.list', params),
  load: (client, { id }) => client.call('exchanges.get', { id }),
}
