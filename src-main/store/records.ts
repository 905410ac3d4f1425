import type { CallbackId, PaymentKey, ProjectId } from '#domain/ids'
import type { HttpResponse } from '#lib/http-message/message'
import type { Sorting } from '#domain/query/sorting'
import type { QueryTerm } from '#domain/query/terms'
import type { Field, RecordOf } from './tables'
import type { ListOrder } from './lists/list-order'

/** JSON text that the store keeps and gives back without reading it. */
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

/** A payment as its events left it. */
export interface PaymentRecord extends Omit<
  PaymentRow,
  'seq' | 'callbacksDelivered' | 'callbacksFailed' | 'callbacksPending' | 'annotation'
> {
  /** The state of the payment in full. */
  readonly state: JsonText
}

/** One entry of a payment's log. `seq` grows over all payments. */
export interface EventRecord extends Omit<RecordOf<'events'>, 'payment'> {
  readonly paymentKey: TimerRecord['paymentKey']
}

/** A callback in a list. */
export type CallbackRow = Omit<RecordOf<'callbacks'>, 'bodyHash' | 'payment'>

/** A callback with what goes over the wire in every attempt. */
export type CallbackRecord = Omit<CallbackRow, 'sizeBytes' | 'annotation'> &
  Omit<RecordOf<'callback_contents'>, 'callback'>

/** A callback to be inserted; the store gives it a `seq`, and an id where the caller has none. */
export type NewCallback = Without<CallbackRecord, 'seq', 'id' | 'lane' | 'hold' | 'marks'>

/** One real delivery. */
export interface AttemptRecord extends Omit<RecordOf<'attempts'>, 'callback'> {
  readonly callbackId: CallbackId
}

/** An attempt without what may be long; `bytes` says how much that is: request body, bytes on the wire, answer. */
export interface AttemptOutline extends Omit<AttemptRecord, 'requestBody' | 'wire' | 'answerBody'> {
  readonly bytes: number
}

/** An attempt as it starts. */
export type NewAttempt = Pick<AttemptRecord, 'callbackId' | 'n' | 'dueAt' | 'sentAt' | 'wallSentAt'> &
  Partial<Pick<AttemptRecord, 'targetUrl' | 'requestHead' | 'requestBody' | 'marks'>>

/** An attempt as it ended; what is left out or null of the request stays as it was at the start. */
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

/** What the store computes of an exchange. */
export const DERIVED_OF_EXCHANGE = [
  'isCapture',
  'payment',
  'paymentIdFolded',
  'refusalCode',
  'refusalContract',
] as const satisfies Field<'exchanges'>[]

/** What an exchange has and no list shows. */
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

/** A request to one of the listeners with the response it got. */
export type ExchangeRecord = Omit<
  RecordOf<'exchanges'>,
  (typeof DERIVED_OF_EXCHANGE)[number] | 'signatureState' | 'sizeBytes' | 'annotation'
>

/** An exchange to be inserted; the store gives it a `seq`, and an id where the caller has none. */
export type NewExchange = Without<ExchangeRecord, 'seq', 'id' | 'attempt' | 'replayOf' | 'marks'>

/** The response to an exchange as it was written. */
export interface ExchangeResponse extends Omit<HttpResponse, 'body'> {
  /** Null: the one that was inserted with the exchange. */
  readonly body: Uint8Array | null
  readonly durationMs: number | null
}

/**
 * `cursor` is the `next` of the page before; a text that is none throws: check it with `isCursor`. `skip` rows after it,
 * or from the newest without one, are passed over.
 */
export interface ListRequest {
  readonly terms: readonly QueryTerm[]
  readonly projectId?: ProjectId | undefined
  readonly cursor?: string | undefined
  readonly skip?: number | undefined
  readonly limit: number
  /** Virtual now, for terms such as `created:1h`. */
  readonly nowMs: number
  /** Newest first unless said otherwise. A cursor is good for the order that gave it. */
  readonly sort?: Sorting | undefined
  readonly preview?: ListPreview | undefined
}

/**
 * Asks for the newest rows alone, at once: a text that stands in more than `common` messages is looked for in the newest
 * `window` rows, and the total is then how many of these it is in. Rarer texts are looked up as ever.
 */
export interface ListPreview {
  readonly common: number
  readonly window: number
}

export interface MessageListRequest extends ListRequest {
  readonly paymentKey?: PaymentKey | undefined
  /** Where nothing is said of `sort`. */
  readonly order?: ListOrder | undefined
}

/** `captures`: what came in at the merchant listener; `exchanges`: everything else; `traffic`: both. */
export type ExchangeList = 'captures' | 'exchanges' | 'traffic'

/** `total` counts everything that the query matches; after a preview there may be more. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next?: string
  readonly total: number
  readonly thereMayBeMore?: true
}
