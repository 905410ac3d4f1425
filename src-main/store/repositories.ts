import type { CardMonth } from '#domain/card/card-number'
import type { ExchangeSource, CallbackState, MessageMark, SignatureVerdict } from '#protocol/messages'
import type {
  AttemptOutcome,
  AttemptOutline,
  AttemptRecord,
  CallbackRecord,
  CallbackRow,
  DraftRecord,
  EventRecord,
  ExchangeList,
  ExchangeRecord,
  ExchangeResponse,
  ExchangeRow,
  FormVisitRecord,
  JsonText,
  ListRequest,
  MessageListRequest,
  NewAttempt,
  NewCallback,
  NewExchange,
  Page,
  PaymentRecord,
  PaymentRow,
  ProjectRecord,
  RuleRecord,
  SavedCardRecord,
  TimerRecord,
} from './records'
import type { RuleList } from './columns'
import type { CallbackChange } from './rows'
import type { CallbackId, ExchangeId, OperationId, PaymentKey, ProjectId, MessageId } from '#domain/ids'

/** What the store keeps, by subject. */
export interface Repositories {
  readonly settings: SettingsRepository
  readonly clock: ClockRepository
  readonly projects: ProjectRepository
  readonly payments: PaymentRepository
  readonly events: EventRepository
  readonly requestIds: RequestIdRepository
  readonly timers: TimerRepository
  readonly callbacks: CallbackRepository
  readonly attempts: AttemptRepository
  readonly exchanges: ExchangeRepository
  readonly formVisits: FormVisitRepository
  readonly savedCards: SavedCardRepository
  readonly shopOrders: ShopOrderRepository
  readonly rules: RuleRepository
  readonly drafts: DraftRepository
  readonly bulkReplays: BulkReplayRepository
  readonly annotations: AnnotationRepository
}

export interface SettingsRepository {
  get(key: string): JsonText | null
  set(key: string, value: JsonText): void
  remove(key: string): void
}

/** The state of the virtual clock: one value. */
export interface ClockRepository {
  read(): JsonText | null
  write(state: JsonText): void
}

export interface ProjectRepository {
  insert(record: ProjectRecord): void
  /** False where there is no such project. */
  update(record: ProjectRecord): boolean
  /** Removes a project that nothing belongs to. False where there is no such project. */
  remove(projectId: ProjectId): boolean
  byId(projectId: ProjectId): ProjectRecord | null
  /** Oldest first. */
  all(): readonly ProjectRecord[]
}

export interface PaymentRepository {
  /** Throws where the project already has this id in a payment that is not `error` (contract 5.7). */
  insert(record: PaymentRecord): void
  /** False where there is no such payment. */
  update(record: PaymentRecord): boolean
  /** @throws UnreadableValue */
  byKey(key: PaymentKey): PaymentRecord | null
  /** The payment that holds this id, else the newest one that ended in `error`. @throws UnreadableValue */
  byPaymentId(projectId: ProjectId, paymentIdFolded: string): PaymentRecord | null
  /** The key of that payment, whether or not the rest of it can be read. */
  keyByPaymentId(projectId: ProjectId, paymentIdFolded: string): PaymentKey | null
  /** With substitutes for what cannot be read, as in a list. */
  row(key: PaymentKey): PaymentRow | null
  list(request: ListRequest): Promise<Page<PaymentRow>>
  count(): number
  /** Payments in `awaiting clarification`. */
  countWaiting(): number
}

export interface EventRepository {
  /** Returns the number of the event. */
  append(paymentKey: PaymentKey, at: number, type: string, data: JsonText): number
  /** Oldest first. */
  byPayment(paymentKey: PaymentKey): readonly EventRecord[]
  /** Time of the newest event, or null where there is none. */
  latestAt(): number | null
}

/** Which payment an accepted request belongs to (contract 5.4). */
export interface RequestIdRepository {
  /** An id that is already known changes nothing. */
  remember(requestId: string, paymentKey: PaymentKey): void
  paymentKey(requestId: string, projectId: ProjectId): string | null
  /** Remembers which payment registers a series (contract 13.1). */
  rememberSeries(seriesId: number, paymentKey: PaymentKey): void
  seriesPaymentKey(seriesId: number, projectId: ProjectId): string | null
  /** Remembers the payment of the operation that is a debit of a series. */
  rememberDebit(operationId: OperationId, paymentKey: PaymentKey): void
  debitPaymentKey(operationId: OperationId, projectId: ProjectId): string | null
}

export interface TimerRepository {
  /** Adds the timer, or puts it in the place of the one with the same id. */
  set(timer: TimerRecord): void
  remove(id: string): boolean
  /** Returns how many there were. */
  removeForPayment(paymentKey: PaymentKey): number
  /** Timers due at `atMs` or before, in the order in which they are due, without those of the excluded payments. */
  due(atMs: number, limit: number, excluding?: ReadonlySet<string>): readonly TimerRecord[]
  next(): TimerRecord | null
  count(): number
  byPayment(paymentKey: PaymentKey): readonly TimerRecord[]
}

export interface CallbackRepository {
  insert(callback: NewCallback): CallbackRecord
  /** False where there is no such callback, for example because everything was reset meanwhile. */
  update(id: CallbackId, change: CallbackChange): boolean
  /** Without marks where these cannot be read: they are an annotation. @throws UnreadableValue for anything else */
  byId(id: CallbackId): CallbackRecord | null
  /** As `byId`. @throws UnreadableValue */
  row(id: CallbackId): CallbackRow | null
  list(request: MessageListRequest): Promise<Page<CallbackRow>>
  /**
   * Callbacks to send, due at `atMs` or before, in the order in which they are due: those that are scheduled, and those
   * that failed while their schedule goes on (`nextAttemptAt` set).
   */
  due(atMs: number, limit: number, excluding?: ReadonlySet<string>): readonly CallbackRow[]
  /** The callback to send that is due first. */
  next(): CallbackRow | null
  countByState(): Readonly<Record<CallbackState, number>>
  /** Callbacks that something holds back, oldest first. */
  held(): readonly CallbackRow[]
  /** Callbacks whose last attempt failed: given up, or to be repeated. */
  countFailing(): number
  /** Oldest first. */
  replaysOf(id: MessageId): readonly CallbackRow[]
  /** Oldest first. */
  byPayment(paymentKey: PaymentKey): readonly CallbackRow[]
  /** Those of the payment that are to be sent before this time. */
  dueBefore(paymentKey: PaymentKey, atMs: number): readonly CallbackRow[]
  /** The newest callback of the payment with exactly this body; of any payment where the key is null. */
  newestWithBody(paymentKey: PaymentKey | null, body: Uint8Array): CallbackRow | null
}

export interface AttemptRepository {
  /** Returns the number of the attempt. */
  start(attempt: NewAttempt): number
  /** False where there is no such attempt any more. */
  finish(seq: number, outcome: AttemptOutcome): boolean
  /** Oldest first. Reads everything: a callback may have more than a hundred attempts with megabytes each. */
  byCallback(callbackId: CallbackId): readonly AttemptRecord[]
  /** Oldest first. */
  outlines(callbackId: CallbackId): readonly AttemptOutline[]
  hasAny(callbackId: CallbackId): boolean
  /** Null where the callback has no such attempt. */
  bySeq(callbackId: CallbackId, seq: number): AttemptRecord | null
  /** Of the newest attempt that is over; null where it brought no body, or there is none. */
  lastAnswerBody(callbackId: CallbackId): Uint8Array | null
  /**
   * Ends attempts that a dead process left open with the failure `interrupted` and schedules their callbacks again for
   * the time they were due, with the same n (contract 9.3). Returns the ids of those callbacks.
   */
  interrupted(): readonly string[]
}

export interface ExchangeRepository {
  insert(exchange: NewExchange): ExchangeRecord
  setResponse(id: ExchangeId, response: ExchangeResponse): boolean
  /** Says more about its signature; the state of the verdict has to be the one before. */
  setVerdict(id: ExchangeId, verdict: SignatureVerdict): boolean
  /** Puts the marks in the place of those before. */
  mark(id: ExchangeId, marks: readonly MessageMark[]): boolean
  /** Oldest first. */
  replaysOf(id: ExchangeId): readonly ExchangeRow[]
  byId(id: ExchangeId): ExchangeRecord | null
  row(id: ExchangeId): ExchangeRow | null
  /** `sources`: only what came in at these. */
  list(
    which: ExchangeList,
    request: MessageListRequest & { readonly sources?: readonly ExchangeSource[] | undefined },
  ): Promise<Page<ExchangeRow>>
  /** Oldest first; captures included. `after`: only those with a higher number. */
  byPayment(paymentKey: PaymentKey, after?: number): readonly ExchangeRow[]
  /**
   * When the requests about a payment came, oldest first: no captures, and nothing from a file, which did not happen to
   * this payment here, whatever ids it names. Much less work than {@link byPayment}. `wallReceivedAt`: epoch milliseconds.
   */
  requestTimes(paymentKey: PaymentKey): readonly { readonly seq: number; readonly wallReceivedAt: number }[]
  /** Those that name this payment id, folded, and project, and belong to no payment that is kept; oldest first. */
  ofUnknownPayment(
    projectId: ProjectId | null,
    paymentIdFolded: string,
    after?: number,
  ): readonly ExchangeRow[]
  /** The number of the newest; 0 where there is none. */
  newestSeq(): number
  /** What the merchant listener captured of a callback, oldest first. */
  capturesOf(callbackId: CallbackId): readonly ExchangeRow[]
  counts(): { readonly captures: number; readonly exchanges: number }
}

export interface RuleRepository {
  /** In their order. */
  all(list: RuleList): readonly RuleRecord[]
  /** Puts these rules, in this order, in the place of those before. */
  replaceAll(list: RuleList, rules: readonly RuleRecord[]): void
  /** False where there is no such rule. */
  count(list: RuleList, id: string, counts: Pick<RuleRecord, 'evaluated' | 'fired'>): boolean
}

export interface DraftRepository {
  /**
   * Adds the draft, or puts it in the place of the one with the same id. Where there are too many, those that were not
   * touched for longest go.
   */
  put(draft: DraftRecord): void
  get(id: string): DraftRecord | null
  /** Last changed first, with the length of each text in bytes of UTF-8. */
  list(): readonly (Omit<DraftRecord, 'data'> & { readonly bytes: number })[]
  remove(id: string): boolean
}

/** What the tester can write about. */
export type AnnotatedKind = 'payment' | 'callback' | 'exchange'

/** Labels and notes of the tester, as JSON of the bench. */
export interface AnnotationRepository {
  /** Null removes it. False where there is no such payment or message. */
  set(kind: AnnotatedKind, id: string, annotation: JsonText | null): boolean
}

/** Bulk replays and their messages, as JSON of the bench. */
export interface BulkReplayRepository {
  /** Adds it, or puts it in the place of the one with the same id. */
  put(replay: { readonly id: string; readonly data: JsonText }): void
  /** A number of its messages, by their place from 0 on. Throws where there is no such replay. */
  putPart(id: string, part: number, data: JsonText): void
  /** Newest first. */
  list(limit: number): readonly { readonly id: string; readonly data: JsonText }[]
  /** In their order. */
  parts(id: string): readonly { readonly part: number; readonly data: JsonText }[]
  /** Removes all others with their messages. */
  keepOnly(ids: readonly string[]): void
}

export interface FormVisitRepository {
  insert(visit: FormVisitRecord): void
  /** False if the visit no longer exists. */
  update(visit: FormVisitRecord): boolean
  byId(id: string): FormVisitRecord | null
  /** The newest visit of a payment. */
  byPayment(paymentKey: PaymentKey): FormVisitRecord | null
}

/** Saved cards, each known in its project only. */
export interface SavedCardRepository {
  /** Throws for a number that is not masked, and for an id or token that the project has already. */
  insert(card: SavedCardRecord): void
  /** In the order of their last use, the last one at the end; a card counts as used when it is saved. */
  list(projectId: ProjectId, customerId: string): readonly SavedCardRecord[]
  byToken(projectId: ProjectId, token: string): SavedCardRecord | null
  byId(projectId: ProjectId, id: number): SavedCardRecord | null
  /** The card with the earliest month after this one, of any project. */
  nextToExpire(after: CardMonth): SavedCardRecord | null
  /** How many have a month after this one. */
  countToExpire(after: CardMonth): number
  /** Those of this month, of any project. */
  expiring(month: CardMonth): readonly SavedCardRecord[]
  /** Puts the card at the end of the lists. */
  markUsed(projectId: ProjectId, id: number): void
  /** False where there is no such card. */
  remove(projectId: ProjectId, id: number): boolean
}

/** The newest orders of the demo shop, each text the shop's own; older ones make room. */
export interface ShopOrderRepository {
  /** Adds the order, or puts it in the place of the one with the same id. */
  put(id: string, data: JsonText): void
  get(id: string): JsonText | null
  /** Newest first. */
  list(limit: number): readonly JsonText[]
}
