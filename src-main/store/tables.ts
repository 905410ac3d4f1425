import { CARD_BRANDS, type CardBrand } from '#domain/card/brand'
import type { CallbackId, ExchangeId, MessageId, OperationId, PaymentKey, ProjectId } from '#domain/ids'
import { SECRET_LEFT_OUT } from '#domain/project/project'
import { boundedNote, boundedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { TIME_RANGE } from '#lib/time/time'
import { projectId } from '#protocol/shapes'
import {
  maskedSpan,
  messageMark,
  refusal,
  signatureVerdict,
  type MaskedSpan,
  type MessageMark,
} from '#protocol/messages'
import { projectName, projectSecret } from '#protocol/projects'
import {
  bytesOf,
  CALLBACK_KINDS,
  CALLBACK_STATES,
  type Column,
  derived,
  EXCHANGE_SOURCES,
  FLAG,
  headersOf,
  jsonOf,
  LARGE,
  ORIGINS,
  orNull,
  parsedOf,
  realOf,
  RULE_LISTS,
  SIGNATURE_STATES,
  STATUS_WORDS,
  textLike,
  textOf,
  wholeOf,
  wordOf,
} from './columns'

const MIB = 1024 * 1024

/** The number of a row: the index of words has 29 bits for it. */
const SEQ = wholeOf(0, 2 ** 29 - 1)
/** Epoch milliseconds on the virtual clock, unless the name says `wall`. */
const TIME = wholeOf(TIME_RANGE.first, TIME_RANGE.last)
const COUNT = wholeOf(0, 1_000_000_000)
const SIZE = wholeOf(0, 64 * MIB)
const NUMBER = wholeOf(0, Number.MAX_SAFE_INTEGER)
/** Wall-clock milliseconds. */
const DURATION = realOf(0, TIME_RANGE.last)
const STATUS = wholeOf(0, 999)
const ID = textOf(100, 1)
const WORD = textOf(200)
/** A value that a peer sent: an API request has at most 1 MiB. */
const VALUE = textOf(MIB)
const RECORD = jsonOf(LIMITS.sessionRecordBytes)
export const HEADERS = headersOf(LIMITS.sessionRecordBytes)
export const HEADERS_OR_NULL = orNull(HEADERS)
const MARKS: Column<readonly MessageMark[], false> = parsedOf(messageMark.array(), LIMITS.sessionRecordBytes)
const MASKED: Column<readonly MaskedSpan[], false> = parsedOf(maskedSpan.array(), 16 * MIB)
const NOTE: Column<string, false> = {
  ...textOf(LIMITS.noteChars),
  shorten: boundedNote,
  shownChars: LIMITS.noteChars,
}
/** As JSON: escaping can make a note six times as long. */
const ANNOTATION: Column<string | null, true> = {
  ...orNull(jsonOf(6 * (LIMITS.annotationChars + LIMITS.labels * LIMITS.labelChars) + 1000)),
}
const PEER_ID: Column<string, false> = { ...textOf(2000), shorten: (id) => boundedText(id, 2000) }
const PROJECT: Column<ProjectId, false> = {
  ...wholeOf(1, Number.MAX_SAFE_INTEGER),
  mustBe: (value) => (projectId.safeParse(value).success ? null : 'the number of a project'),
}
const CALLBACK: Column<CallbackId, false> = ID
const EXCHANGE: Column<ExchangeId, false> = ID
const MESSAGE: Column<MessageId, false> = ID
const PAYMENT: Column<PaymentKey, false> = ID
const PAYMENT_OR_NULL: Column<PaymentKey | null, false> = orNull(textOf(100))
/** A callback without a payment has '' here, because the column cannot be null. */
const PAYMENT_OR_EMPTY: Column<PaymentKey | null, false> = {
  ...textOf(100),
  read: (row, name) => textOf(100).read(row, name) || null,
  write: (key) => key ?? '',
}
/** A fault rule can send a body in UTF-16, which has twice the bytes. */
const BODY = bytesOf(2 * LIMITS.captureBodyBytes + MIB)

/** What the store and session files need to know about a table. */
export interface Table {
  /** By field name, in the order of a session file. */
  readonly columns: Readonly<Record<string, Column>>
  /** The key column: session files list the rows in its order. */
  readonly key: string
  readonly only?: string
  /** The table that this one extends, with one row for each of its rows. */
  readonly completes?: string
  /** Whether its rows hold bodies, which may be megabytes long. */
  readonly isHeavy?: true
}

/**
 * Every table with its columns, referenced tables first. Records, statements, readers, session files and the
 * index are derived from this list; a test compares it with the schema that the migrations make. The tables
 * of the text index are not included: they are derived from the others.
 */
const TABLES = {
  settings: { key: 'key', columns: { key: ID, value: RECORD } },
  clock: { key: 'id', columns: { id: wholeOf(1, 1), state: jsonOf(1000) } },
  counters: { key: 'name', only: `name = 'evicted'`, columns: { name: ID, value: COUNT } },
  projects: {
    key: 'project_id',
    columns: {
      projectId: PROJECT,
      name: textLike(projectName, 'a name of 1 to 80 characters'),
      secret: {
        ...textLike(projectSecret, 'a secret of 1 to 255 characters'),
        withoutSecret: SECRET_LEFT_OUT,
      },
      callbackUrl: orNull(textOf(2000)),
      switches: jsonOf(MIB),
      createdAt: TIME,
    },
  },
  payments: {
    key: 'seq',
    columns: {
      seq: SEQ,
      key: PAYMENT,
      projectId: PROJECT,
      paymentId: VALUE,
      status: wordOf(STATUS_WORDS),
      /** In minor units. */
      amount: wholeOf(0, Math.floor(Number.MAX_SAFE_INTEGER / 1000)),
      currency: WORD,
      method: WORD,
      customerId: VALUE,
      /** Masked card number and its brand; null while the payment has no account. */
      accountNumber: orNull(WORD),
      accountType: orNull(WORD),
      resultCode: WORD,
      resultMessage: textOf(10_000),
      description: VALUE,
      origin: wordOf(ORIGINS),
      createdAt: TIME,
      updatedAt: TIME,
      /** While the payment waits for data, a 3-D Secure result, or the customer at a provider. */
      waitEndsAt: orNull(TIME),
      deadlineAt: TIME,
      /** For the summary, while the payment waits: what was requested and what remains. */
      clarification: orNull(RECORD),
      /** In minor units; null unless it is another amount than `amount`. */
      chargedAmount: orNull(NUMBER),
      /**
       * Callbacks of the payment, each counted once: `failed` if the last attempt failed (to be repeated or given
       * up), `pending` or `held` if no attempt has ended yet. Failed ones that are sent only once are not counted.
       */
      callbacksDelivered: COUNT,
      callbacksFailed: COUNT,
      callbacksPending: COUNT,
      callbacksHeld: COUNT,
      callbacksDropped: COUNT,
      annotation: ANNOTATION,
      /** `paymentId` in lower case: ids are compared without regard to case (contract 3.1). */
      paymentIdFolded: derived(VALUE),
      isFinal: derived(FLAG),
      /** The amount in one unit for all currencies, so that amounts can be compared. */
      amountThousandths: derived(LARGE),
      customerIdFolded: derived(VALUE),
      cardLast4: { ...orNull(WORD), origin: 'generated' },
    },
  },
  payment_states: {
    key: 'payment',
    completes: 'payments',
    columns: { payment: SEQ, state: RECORD },
  },
  events: {
    key: 'seq',
    columns: { seq: SEQ, payment: SEQ, at: TIME, type: WORD, data: RECORD },
  },
  request_ids: { key: 'request_id', columns: { requestId: textOf(1000, 1), payment: SEQ } },
  timers: {
    key: 'seq',
    columns: {
      seq: SEQ,
      id: textOf(500, 1),
      paymentKey: PAYMENT,
      name: WORD,
      dueAt: TIME,
      payment: derived(SEQ),
    },
  },
  callbacks: {
    key: 'seq',
    columns: {
      /** Grows with every callback; lists are ordered by it. */
      seq: SEQ,
      id: CALLBACK,
      /** Null if the callback belongs to no payment: it is about a token (contract 3.9), or was composed. */
      paymentKey: PAYMENT_OR_EMPTY,
      /** As the message names it, or ''. */
      paymentId: VALUE,
      projectId: PROJECT,
      kind: wordOf(CALLBACK_KINDS),
      createdAt: TIME,
      /** Null if there is no target, so that nothing is sent (contract 9.3). */
      targetUrl: orNull(VALUE),
      /** Whether the target is a path on our own merchant listener, resolved at each attempt (contract 9.3). */
      targetIsOwnPath: FLAG,
      method: WORD,
      sizeBytes: SIZE,
      bodyHash: bytesOf(32),
      state: wordOf(CALLBACK_STATES),
      attemptCount: COUNT,
      firstDueAt: TIME,
      /** Number of the next resend; the first send is 0 (contract 9.4). */
      nextN: COUNT,
      nextAttemptAt: orNull(TIME),
      lastStatus: orNull(STATUS),
      lastDurationMs: orNull(DURATION),
      replayOf: orNull(MESSAGE),
      note: orNull(NOTE),
      operationId: orNull<OperationId, false>(NUMBER),
      /** Callbacks in one lane are sent one after another; null for the lane of payment and target (contract 9.5). */
      lane: orNull(textOf(1000)),
      /** Why a callback is `held` and what releases it. */
      hold: orNull(RECORD),
      marks: MARKS,
      annotation: ANNOTATION,
      payment: derived(orNull(SEQ)),
    },
  },
  callback_contents: {
    key: 'callback',
    completes: 'callbacks',
    isHeavy: true,
    columns: { callback: SEQ, headers: HEADERS, body: BODY },
  },
  attempts: {
    key: 'seq',
    isHeavy: true,
    columns: {
      seq: SEQ,
      callback: SEQ,
      n: COUNT,
      dueAt: TIME,
      sentAt: TIME,
      wallSentAt: TIME,
      /** An absolute URL; null for an attempt of an earlier version, which did not store it. */
      targetUrl: orNull(VALUE),
      requestHead: orNull(bytesOf(4 * MIB)),
      /** The body of this attempt; null if it is that of the callback. */
      requestBody: orNull(BODY),
      /** The written bytes; null if they are the head and the body unchanged. */
      wire: orNull(BODY),
      status: orNull(STATUS),
      answerHttpVersion: orNull(WORD),
      answerHeaders: HEADERS_OR_NULL,
      answerBody: orNull(BODY),
      answerTruncated: FLAG,
      failureCode: orNull(WORD),
      failureMessage: orNull(NOTE),
      durationMs: orNull(DURATION),
      tlsVersion: orNull(WORD),
      /** Why verification would have refused the receiver's certificate; null if it would have accepted it. */
      certificateError: orNull(NOTE),
      finished: FLAG,
      marks: MARKS,
    },
  },
  /**
   * A request to one of the listeners with its response. The caller masks card numbers and codes beforehand: the store
   * keeps and indexes what it gets. Long columns come last in the table: reading the others does not touch them.
   */
  exchanges: {
    key: 'seq',
    isHeavy: true,
    columns: {
      seq: SEQ,
      id: EXCHANGE,
      source: wordOf(EXCHANGE_SOURCES),
      receivedAt: TIME,
      wallReceivedAt: TIME,
      secure: FLAG,
      method: VALUE,
      target: VALUE,
      httpVersion: WORD,
      tlsVersion: orNull(WORD),
      remoteAddress: orNull(WORD),
      sizeBytes: SIZE,
      projectId: orNull(PROJECT),
      paymentKey: PAYMENT_OR_NULL,
      paymentId: orNull({ ...PEER_ID, shownChars: LIMITS.paymentIdChars }),
      callbackId: orNull<CallbackId, false>(PEER_ID),
      /** `seq` of the callback attempt that sent it, if it came from us. */
      attempt: orNull(NUMBER),
      signatureState: wordOf(SIGNATURE_STATES),
      refusal: orNull(parsedOf(refusal, LIMITS.sessionRecordBytes)),
      note: orNull(NOTE),
      responseStatus: orNull(STATUS),
      durationMs: orNull(DURATION),
      replayOf: orNull(MESSAGE),
      marks: MARKS,
      annotation: ANNOTATION,
      isCapture: derived(FLAG),
      payment: derived(SEQ),
      paymentIdFolded: derived(orNull(PEER_ID)),
      refusalCode: derived(orNull(WORD)),
      refusalContract: derived(orNull(WORD)),
      headers: HEADERS,
      masked: MASKED,
      verdict: parsedOf(signatureVerdict, 16 * MIB),
      /** Null until there is a response, like `responseBody`. */
      responseHeaders: HEADERS_OR_NULL,
      body: BODY,
      responseBody: orNull(BODY),
    },
  },
  form_visits: {
    key: 'seq',
    columns: {
      seq: SEQ,
      id: ID,
      projectId: PROJECT,
      /** Null until the customer confirms. */
      paymentKey: PAYMENT_OR_NULL,
      state: RECORD,
      createdAt: TIME,
      updatedAt: TIME,
    },
  },
  /** Without full card numbers: the store refuses them. */
  saved_cards: {
    key: 'seq',
    columns: {
      seq: SEQ,
      id: NUMBER,
      projectId: PROJECT,
      customerId: VALUE,
      token: textOf(1000, 1),
      number: WORD,
      brand: orNull(wordOf<CardBrand>(CARD_BRANDS.map(({ brand }) => brand))),
      month: wholeOf(1, 12),
      year: wholeOf(0, 9999),
      holder: textOf(10_000),
      createdAt: TIME,
    },
  },
  shop_orders: { key: 'seq', columns: { seq: SEQ, id: ID, data: RECORD } },
  rules: {
    key: 'seq',
    columns: {
      seq: SEQ,
      id: ID,
      list: wordOf(RULE_LISTS),
      position: NUMBER,
      data: RECORD,
      evaluated: NUMBER,
      fired: NUMBER,
    },
  },
} as const satisfies Readonly<Record<string, Table>>

type Tables = typeof TABLES
export type TableName = keyof Tables
type Columns<Name extends TableName> = Tables[Name]['columns']

export type Field<Name extends TableName> = keyof Columns<Name> & string

type ValueOf<Kept> = Kept extends Column<infer Value> ? Value : never

export type RecordOf<Name extends TableName, Some extends Field<Name> = Field<Name>> = {
  readonly [Each in Some]: ValueOf<Columns<Name>[Each]>
}

/** `table.column` of every column that holds JSON of a higher layer. */
export type JsonColumn = {
  [Name in TableName]: {
    [Each in Field<Name>]: Columns<Name>[Each] extends Column<infer _Value, true> ? `${Name}.${Each}` : never
  }[Field<Name>]
}[TableName]

/** In the order of {@link TABLES}. */
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[]

export const tableOf = (name: TableName): Table => TABLES[name]

/** By field, because an update names its columns for every row. */
const COLUMN_NAMES = new Map<string, string>()

/** `paymentKey` becomes `payment_key`. */
export function columnName(field: string): string {
  let name = COLUMN_NAMES.get(field)
  if (name === undefined) {
    name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    COLUMN_NAMES.set(field, name)
  }
  return name
}

/** The columns that statements write, except those in `omitted`. */
export function fieldsOf<Name extends TableName, Omitted extends Field<Name> = never>(
  name: Name,
  ...omitted: readonly Omitted[]
): readonly Exclude<Field<Name>, Omitted>[] {
  const without: ReadonlySet<string> = new Set(omitted)
  return Object.entries(tableOf(name).columns)
    .filter(([field, { origin }]) => origin !== 'generated' && !without.has(field))
    .map(([field]) => field as Exclude<Field<Name>, Omitted>)
}
