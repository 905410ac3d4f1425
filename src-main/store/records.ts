import type { CallbackId, PaymentKey, ProjectId } from '#domain/ids'
import type { HttpResponse } from '#lib/http-message/message'
import type { Sorting } from '#domain/query/sorting'
import type { QueryTerm } from '#domain/query/terms'
import type { Field, RecordOf } from './tables'
import type { ListOrder } from './lists/list-order'

/** JSON that the store returns as stored. */
export type JsonText = string

type Without<Record, Field extends keyof Record, Optional extends keyof Record = never> = Omit<
  Record,
  Field | Optional
> &
  Partial<Pick<Record, Optional>>

export type ProjectRecord = RecordOf<'projects'>
export type TimerRecord = Omit<RecordOf<'timers'>, 'seq' | 'payment'>
export type FormVisitRecord = Omit<RecordOf<'form_visits'>, 'seq'>
export type SavedCardRecord = Omit<RecordOf<'saved_cards'>, 'seq'>
export type RuleRecord = Omit<RecordOf<'rules'>, 'seq' | 'list' | 'position'>

/** A payment in a list. */
export type PaymentRow = Omit<
  RecordOf<'payments'>,
  'isFinal' | 'amountThousandths' | 'customerIdFolded' | 'cardLast4'
>

/** Columns changed by the delivery of callbacks or by the tester, never by an update of the payment. */
export const PAYMENT_COLUMNS_OF_OTHERS = [
  'callbacksDelivered',
  'callbacksFailed',
  'callbacksPending',
  'callbacksHeld',
  'callbacksDropped',
  'annotation',
] as const satisfies Field<'payments'>[]

/** A payment, in the state to which its events so far have led. */
export interface PaymentRecord extends Omit<PaymentRow, 'seq' | (typeof PAYMENT_COLUMNS_OF_OTHERS)[number]> {
  readonly state: JsonText
}

/** One entry of a payment's log. `seq` counts the events of all payments. */
export interface EventRecord extends Omit<RecordOf<'events'>, 'payment'> {
  readonly paymentKey: TimerRecord['paymentKey']
}

/** A callback in a list. */
export type CallbackRow = Omit<RecordOf<'callbacks'>, 'bodyHash' | 'payment'>

/** A callback with the headers and the body that every attempt sends. */
export type CallbackRecord = Omit<CallbackRow, 'sizeBytes' | 'annotation'> &
  Omit<RecordOf<'callback_contents'>, 'callback'>

/** The store adds `seq`, and an id if there is none. */
export type NewCallback = Without<CallbackRecord, 'seq', 'id' | 'lane' | 'hold' | 'marks'>

/** One try to deliver a callback. */
export interface AttemptRecord extends Omit<RecordOf<'attempts'>, 'callback'> {
  readonly callbackId: CallbackId
}

/** An attempt without its long members; `bytes`: total size of request body, wire bytes and response body. */
export interface AttemptOutline extends Omit<AttemptRecord, 'requestBody' | 'wire' | 'answerBody'> {
  readonly bytes: number
}

/** An attempt as it starts. */
export type NewAttempt = Pick<AttemptRecord, 'callbackId' | 'n' | 'dueAt' | 'sentAt' | 'wallSentAt'> &
  Partial<Pick<AttemptRecord, 'targetUrl' | 'requestHead' | 'requestBody' | 'marks'>>

/** Parts of the request that are absent or null keep the values from the start of the attempt. */
export type AttemptOutcome = Pick<
  AttemptRecord,
  | 'status'
  | 'answerHttpVersion'
  | 'answerHeaders'
  | 'answerBody'
  | 'answerTruncated'
  | 'failureCode'
  | 'failureMessage'
  | 'durationMs'
  | 'tlsVersion'
> &
  Partial<Pick<AttemptRecord, 'requestHead' | 'requestBody' | 'wire' | 'certificateError'>>

export const DERIVED_OF_EXCHANGE = [
  'isCapture',
  'payment',
  'paymentIdFolded',
  'refusalCode',
  'refusalContract',
] as const satisfies Field<'exchanges'>[]

/** Members that no list shows. */
export const CONTENT_OF_EXCHANGE = [
  'headers',
  'masked',
  'verdict',
  'responseHeaders',
  'body',
  'responseBody',
] as const satisfies Field<'exchanges'>[]

/** An exchange in a list. */
export type ExchangeRow = Omit<
  RecordOf<'exchanges'>,
  (typeof DERIVED_OF_EXCHANGE)[number] | (typeof CONTENT_OF_EXCHANGE)[number]
>

/** A request to one of the listeners with its response. */
export type ExchangeRecord = Omit<
  RecordOf<'exchanges'>,
  (typeof DERIVED_OF_EXCHANGE)[number] | 'signatureState' | 'sizeBytes' | 'annotation'
>

/** The store adds `seq`, and an id if there is none. */
export type NewExchange = Without<ExchangeRecord, 'seq', 'id' | 'attempt' | 'replayOf' | 'marks'>

/** The response of an exchange, as it was sent. */
export interface ExchangeResponse extends Omit<HttpResponse, 'body'> {
  /** Null keeps the body that was inserted with the exchange. */
  readonly body: Uint8Array | null
  readonly durationMs: number | null
}

/** `cursor`: `next` of the previous page; check it with `isCursor`. `skip`: rows to skip after it. */
export interface ListRequest {
  readonly terms: readonly QueryTerm[]
  readonly projectId?: ProjectId | undefined
  readonly cursor?: string | undefined
  readonly skip?: number | undefined
  readonly limit: number
  /** A search for a single text stops above this many matches; those of the newest payments come first. */
  readonly countUpTo?: number | undefined
  /** The virtual time, for terms such as `created:1h`. */
  readonly nowMs: number
  /** By default newest first. A cursor is valid only for its own order. */
  readonly sort?: Sorting | undefined
}

export interface MessageListRequest extends ListRequest {
  readonly paymentKey?: PaymentKey | undefined
  /**
   * `payment`: payments newest first, the rows of each newest first, rows of no payment at the end. Applies only
   * without `sort`.
   */
  readonly order?: ListOrder | undefined
}

/** `captures`: arrived at the merchant listener; `exchanges`: everything else; `traffic`: both. */
export type ExchangeList = 'captures' | 'exchanges' | 'traffic'

/** `total` counts all matches; if there are more than `countUpTo`, it is that number and `hasMore` is true. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next?: string
  readonly total: number
  readonly hasMore?: boolean
}
