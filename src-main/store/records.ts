import type { CardBrand } from '#domain/card/brand'
import type { PaymentStatus } from '#domain/payment/statuses'
import type { HeaderList, HttpResponse } from '#lib/http-message/message'
import type { Listed } from './unreadable-value'
import type { CallbackId, ExchangeId, MessageId, OperationId, PaymentKey, ProjectId } from '#domain/ids'

/** JSON text that the store keeps and gives back without reading it. */
export type JsonText = string

/** Times are epoch milliseconds on the virtual clock, unless the name says `wall`. */
export interface ProjectRecord {
  readonly projectId: ProjectId
  readonly name: string
  readonly secret: string
  readonly callbackUrl: string | null
  readonly switches: JsonText
  readonly createdAt: number
}

export type PaymentOrigin = 'api' | 'form' | 'workbench'

/** A payment as its events left it. `amount` is in minor units. */
export interface PaymentRecord {
  readonly key: PaymentKey
  readonly projectId: ProjectId
  readonly paymentId: string
  /** `paymentId` in lower case: ids are compared without regard to case (contract 3.1). */
  readonly paymentIdFolded: string
  readonly status: PaymentStatus
  readonly amount: number
  readonly currency: string
  readonly method: string
  readonly customerId: string
  /** Masked card number and its brand; null where the payment has no account yet. */
  readonly accountNumber: string | null
  readonly accountType: string | null
  readonly resultCode: string
  readonly resultMessage: string
  readonly description: string
  readonly origin: PaymentOrigin
  readonly createdAt: number
  readonly updatedAt: number
  readonly clarificationExpiresAt: number | null
  readonly deadlineAt: number
  /** For the summary, while the payment waits: what was requested and what remains. */
  readonly clarification: JsonText | null
  /** The whole state of the payment. */
  readonly state: JsonText
}

/**
 * Deliveries of a payment, each counted once: `failed` where the last attempt failed (to be repeated or given up),
 * `pending` where no attempt has ended yet or the callback is held before its first. Dropped callbacks, and failed ones
 * that were sent once, are not counted.
 */
export interface CallbackCounts {
  readonly delivered: number
  readonly failed: number
  readonly pending: number
}

/** What the tester wrote about a row: only the tester changes it. */
interface Annotated {
  /** Labels and note; null where there are none. */
  readonly annotation: JsonText | null
}

/** A payment in a list. */
export interface PaymentRow extends Omit<PaymentRecord, 'state'>, Annotated, Listed {
  readonly seq: number
  readonly callbacks: CallbackCounts
}

/** One entry of a payment's log. `seq` grows over all payments. */
export interface EventRecord {
  readonly seq: number
  readonly paymentKey: PaymentKey
  readonly at: number
  readonly type: string
  readonly data: JsonText
}

export interface TimerRecord {
  readonly id: string
  readonly paymentKey: PaymentKey
  readonly name: string
  readonly dueAt: number
}

/** `other`: composed by the tester, or made from a request that is no callback of ours. */
export type StoredCallbackKind = 'clarification' | 'remaining' | 'intermediate' | 'result' | 'token' | 'other'
export type StoredCallbackState = 'scheduled' | 'delivering' | 'delivered' | 'failed' | 'held' | 'dropped'

/** What was done to a message, in a sentence; `ruleId` null: not by a rule. */
export interface StoredMark {
  readonly ruleId: string | null
  readonly text: string
}

/** A callback that the platform owes, sends or has sent. `body` is what goes over the wire in every attempt. */
export interface CallbackRecord {
  readonly id: CallbackId
  /** Grows with every callback; lists are ordered by it. */
  readonly seq: number
  /** Null where the callback belongs to no payment: it is about a token (contract 3.9), or was composed. */
  readonly paymentKey: PaymentKey | null
  /** The payment id that the message names; empty where it names none. */
  readonly paymentId: string
  readonly projectId: ProjectId
  readonly kind: StoredCallbackKind
  readonly createdAt: number
  /** Null: there is no target, nothing is sent (contract 9.3). */
  readonly targetUrl: string | null
  /** The target is a path on our own merchant listener, resolved at each attempt (contract 9.3). */
  readonly targetIsOwnPath: boolean
  readonly method: string
  readonly headers: HeaderList
  readonly body: Uint8Array
  readonly state: StoredCallbackState
  readonly attemptCount: number
  readonly firstDueAt: number
  /** Number of the next resend; the first send is 0 (contract 9.4). */
  readonly nextN: number
  readonly nextAttemptAt: number | null
  readonly lastStatus: number | null
  readonly lastDurationMs: number | null
  /** The callback or exchange that this one was made from. */
  readonly replayOf: MessageId | null
  readonly note: string | null
  readonly operationId: OperationId | null
  /** Callbacks of one lane go one after another; null: those of a payment to a target (contract 9.5). */
  readonly lane: string | null
  /** Why a callback is `held` and what lets it go; the bench's own. */
  readonly hold: JsonText | null
  readonly marks: readonly StoredMark[]
}

/** A callback to be inserted; the store gives it a `seq`, and an id where the caller has none. */
export interface NewCallback extends Omit<CallbackRecord, 'id' | 'seq' | 'lane' | 'hold' | 'marks'> {
  readonly id?: CallbackId
  readonly lane?: string | null
  readonly hold?: JsonText | null
  readonly marks?: readonly StoredMark[]
}

/** A callback in a list. */
export interface CallbackRow extends Omit<CallbackRecord, 'headers' | 'body'>, Annotated, Listed {
  readonly sizeBytes: number
}

/** What a delivery changes about its callback. */
export type CallbackChange = Partial<
  Pick<
    CallbackRecord,
    | 'state'
    | 'attemptCount'
    | 'firstDueAt'
    | 'nextN'
    | 'nextAttemptAt'
    | 'lastStatus'
    | 'lastDurationMs'
    | 'note'
    | 'targetUrl'
    | 'targetIsOwnPath'
    | 'lane'
    | 'hold'
    | 'marks'
  >
>

/** One real delivery. Durations are real milliseconds. */
export interface AttemptRecord {
  readonly seq: number
  readonly callbackId: CallbackId
  readonly n: number
  readonly dueAt: number
  readonly sentAt: number
  readonly wallSentAt: number
  /** Where it went, an absolute URL; null: it was made before this was kept. */
  readonly targetUrl: string | null
  readonly requestHead: Uint8Array | null
  /** The body of this attempt; null: that of the callback. */
  readonly requestBody: Uint8Array | null
  /** The bytes that were written; null: head and body as they are. */
  readonly wire: Uint8Array | null
  readonly marks: readonly StoredMark[]
  readonly status: number | null
  readonly answerHttpVersion: string | null
  readonly answerHeaders: HeaderList | null
  readonly answerBody: Uint8Array | null
  readonly answerTruncated: boolean
  readonly failureCode: string | null
  readonly failureMessage: string | null
  readonly durationMs: number | null
  readonly tlsVersion: string | null
  /** Why the certificate of the receiver would have been refused, had anybody asked; null: it would not. */
  readonly certificateError: string | null
  readonly finished: boolean
}

/** An attempt without what may be long; `bytes` says how much that is: request body, bytes on the wire, answer. */
export type AttemptOutline = Omit<AttemptRecord, 'requestBody' | 'wire' | 'answerBody'> & {
  readonly bytes: number
}

/** An attempt as it starts. */
export type NewAttempt = Pick<AttemptRecord, 'callbackId' | 'n' | 'dueAt' | 'sentAt' | 'wallSentAt'> & {
  readonly targetUrl?: string | null
  readonly requestHead?: Uint8Array | null
  readonly requestBody?: Uint8Array | null
  readonly marks?: readonly StoredMark[]
}

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
> & {
  readonly requestHead?: Uint8Array | null
  readonly requestBody?: Uint8Array | null
  readonly wire?: Uint8Array | null
  readonly certificateError?: string | null
}

/** Which listener a request came in at, and what it was there; `imported`: it came in at none of ours. */
export type ExchangeSource = 'api' | 'capture' | 'form' | 'imported'

export type SignatureState = 'valid' | 'invalid' | 'missing' | 'empty' | 'unreadable' | 'unknown_project'

export interface StoredVerdict {
  readonly state: SignatureState
  readonly place?: string | undefined
  readonly dialect?: string | undefined
  readonly received?: string | undefined
  readonly expected?: string | undefined
  readonly explanation: string
}

/** Why the platform refused; `contract` is the place of the rule. */
export interface StoredRefusal {
  readonly code: string
  readonly message: string
  readonly field?: string | undefined
  readonly contract: string
}

/** Characters of the body that were masked before storing. */
export interface StoredMask {
  readonly start: number
  readonly end: number
  readonly kind: 'pan' | 'cvv'
}

/**
 * A request to one of the listeners with the response it got. The caller masks card numbers and codes before:
 * the store keeps and indexes what it is given.
 */
export interface ExchangeRecord {
  readonly id: ExchangeId
  /** Grows with every exchange; lists are ordered by it. */
  readonly seq: number
  readonly source: ExchangeSource
  readonly receivedAt: number
  readonly wallReceivedAt: number
  readonly secure: boolean
  readonly method: string
  /** Raw request target with its query. */
  readonly target: string
  readonly httpVersion: string
  readonly tlsVersion: string | null
  readonly remoteAddress: string | null
  readonly headers: HeaderList
  readonly body: Uint8Array
  readonly masked: readonly StoredMask[]
  readonly projectId: ProjectId | null
  readonly paymentKey: PaymentKey | null
  readonly paymentId: string | null
  readonly callbackId: CallbackId | null
  /** `seq` of the attempt of that callback that sent it, where it was seen to come from us. */
  readonly attempt: number | null
  readonly verdict: StoredVerdict
  readonly refusal: StoredRefusal | null
  readonly note: string | null
  readonly responseStatus: number | null
  readonly responseHeaders: HeaderList | null
  readonly responseBody: Uint8Array | null
  readonly durationMs: number | null
  /** The exchange that this one repeats. */
  readonly replayOf: MessageId | null
  readonly marks: readonly StoredMark[]
}

/** An exchange to be inserted; the store gives it a `seq`, and an id where the caller has none. */
export interface NewExchange extends Omit<ExchangeRecord, 'id' | 'seq' | 'attempt' | 'replayOf' | 'marks'> {
  readonly id?: ExchangeId
  readonly attempt?: number | null
  readonly replayOf?: MessageId | null
  readonly marks?: readonly StoredMark[]
}

/** An exchange in a list. `signatureState` is the verdict's state. */
export interface ExchangeRow
  extends
    Omit<ExchangeRecord, 'headers' | 'body' | 'masked' | 'verdict' | 'responseHeaders' | 'responseBody'>,
    Annotated,
    Listed {
  readonly signatureState: SignatureState
  readonly sizeBytes: number
}

/** The response to an exchange as it was written. */
export interface ExchangeResponse extends Omit<HttpResponse, 'body'> {
  /** Null: the one that was inserted with the exchange. */
  readonly body: Uint8Array | null
  readonly durationMs: number | null
}

/** An opened form. `state` is the form's own. */
export interface FormVisitRecord {
  readonly id: string
  readonly projectId: ProjectId
  /** Null until the customer confirms. */
  readonly paymentKey: PaymentKey | null
  readonly state: JsonText
  readonly createdAt: number
  readonly updatedAt: number
}

/** A card that a customer saved, without its full number: the store refuses one. */
export interface SavedCardRecord {
  readonly id: number
  readonly projectId: ProjectId
  readonly customerId: string
  readonly token: string
  /** Masked. */
  readonly number: string
  readonly brand: CardBrand | null
  readonly month: number
  readonly year: number
  readonly holder: string
  readonly createdAt: number
}

/** `data` is the bench's own; `evaluated` and `fired` count how often the rule was asked and how often it acted. */
export interface RuleRecord {
  readonly id: string
  readonly data: JsonText
  readonly evaluated: number
  readonly fired: number
}

/** Faults on what the bench sends, and answers to what it captures. */
export type RuleList = 'fault' | 'answer'

/** An unfinished text of the tester. `updatedAt` is wall time. */
export interface DraftRecord {
  readonly id: string
  readonly data: JsonText
  readonly updatedAt: number
}
