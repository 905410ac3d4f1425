import type { z } from 'zod'
import { projectId } from '#protocol/shapes'
import { projectName, projectSecret } from '#protocol/projects'
import { TIME_RANGE } from '#lib/time/units'
import { loneSurrogateAt } from '#lib/json/lone-surrogate'
import { boundedNote, boundedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { SqlValue } from '#store/connection'
import type { TABLES, TableName } from '#store/tables'
import {
  CALLBACK_KINDS,
  CALLBACK_STATES,
  EXCHANGE_SOURCES,
  ORIGINS,
  SIGNATURE_STATES,
  STATUS_WORDS,
} from '#store/words'
import { storedUrl } from '#core/self-address'
import { MAX_BULK_PARTS } from '#workbench/replay/bulk/records'

/** The values that a column of a session file may have, beyond its type. Null is valid where the type allows it. */
export interface ColumnRule {
  /** Returns what the value must be, worded to follow "must be"; null: the value is valid. */
  readonly wants: (value: SqlValue) => string | null
  /** Shortens a value of older data, which may be longer than a file accepts. */
  readonly fit?: (value: SqlValue) => SqlValue
}

const whole = (first: number, last: number): ColumnRule => ({
  wants: (value) =>
    typeof value === 'number' && value >= first && value <= last
      ? null
      : `a number from ${String(first)} to ${String(last)}`,
})

/** Text that can be written in UTF-8, with a limited number of characters. */
const text = (maxChars: number, minChars = 0): ColumnRule => ({
  wants: (value) => {
    if (typeof value !== 'string') return 'text'
    if (value.length < minChars) return 'text that is not empty'
    if (value.length > maxChars) return `text of at most ${String(maxChars)} characters`
    return loneSurrogateAt(value) === undefined ? null : 'text without half a surrogate pair'
  },
})

const shortened = (rule: ColumnRule, shorten: (value: string) => string): ColumnRule => ({
  ...rule,
  fit: (value) => (typeof value === 'string' ? shorten(value) : value),
})

const oneOf = (words: readonly string[]): ColumnRule => ({
  wants: (value) => (words.some((word) => word === value) ? null : `one of ${words.join(', ')}`),
})

/** A value that the workbench's own methods accept. */
const accepted = (schema: z.ZodType, words: string): ColumnRule => ({
  wants: (value) => (schema.safeParse(value).success ? null : words),
})

const bytesUpTo = (maxBytes: number): ColumnRule => ({
  wants: (value) =>
    value instanceof Uint8Array && value.length <= maxBytes ? null : `at most ${String(maxBytes)} bytes`,
})

const MIB = 1024 * 1024

/** Number of a message or payment: the index of words has 29 bits for it. */
const seq = whole(0, 2 ** 29 - 1)
const time = whole(TIME_RANGE.first, TIME_RANGE.last)
const count = whole(0, 1_000_000_000)
const size = whole(0, 64 * MIB)
const amount = whole(0, Math.floor(Number.MAX_SAFE_INTEGER / 1000))
const duration = whole(0, TIME_RANGE.last)
const status = whole(0, 999)
const flag = whole(0, 1)
const id = text(100, 1)
const word = text(200)
/** A value that a peer sent: an API request has at most 1 MiB. */
const value = text(MIB)
const record = text(LIMITS.sessionRecordBytes)
const note = shortened(text(LIMITS.noteChars), boundedNote)
/** An annotation as JSON: escaping can make a note six times as long. */
const annotationText = text(6 * (LIMITS.annotationChars + LIMITS.labels * LIMITS.labelChars) + 1000)
const peerId = shortened(text(2000), (given) => boundedText(given, 2000))
const project = accepted(projectId, 'the number of a project')
/** A body as it is sent or captured. A fault can send it in UTF-16, which has twice the bytes. */
const body = bytesUpTo(2 * LIMITS.captureBodyBytes + MIB)
const any: ColumnRule = { wants: () => null }

type Columns<Table extends TableName> = keyof (typeof TABLES)[Table]['columns'] & string

/** The rules of every column of every table. A missing column does not compile. */
const COLUMN_RULES: {
  readonly [Table in TableName]: Readonly<Record<Columns<Table>, ColumnRule>>
} = {
  settings: { key: id, value: record },
  clock: { id: whole(1, 1), state: text(1000) },
  counters: { name: id, value: count },
  projects: {
    project_id: project,
    name: accepted(projectName, 'a name of 1 to 80 characters'),
    secret: accepted(projectSecret, 'a secret of 1 to 255 characters'),
    callback_url: accepted(storedUrl, 'an absolute http or https URL, or a path of the merchant listener'),
    switches: text(MIB),
    created_at: time,
  },
  payments: {
    seq,
    key: id,
    project_id: project,
    payment_id: value,
    status: oneOf(STATUS_WORDS),
    amount,
    currency: word,
    method: word,
    customer_id: value,
    account_number: word,
    account_type: word,
    result_code: word,
    result_message: text(10_000),
    description: value,
    origin: oneOf(ORIGINS),
    created_at: time,
    updated_at: time,
    clarification_expires_at: time,
    deadline_at: time,
    clarification: record,
    callbacks_delivered: count,
    callbacks_failed: count,
    callbacks_pending: count,
    annotation: annotationText,
  },
  payment_states: { payment: seq, state: record },
  events: { seq, payment: seq, at: time, type: word, data: record },
  request_ids: { request_id: text(1000, 1), payment: seq },
  timers: { seq, id: text(500, 1), payment_key: id, name: word, due_at: time },
  callbacks: {
    seq,
    id,
    payment_key: text(100),
    payment_id: value,
    project_id: project,
    kind: oneOf(CALLBACK_KINDS),
    created_at: time,
    target_url: value,
    target_is_own_path: flag,
    method: word,
    size_bytes: size,
    body_hash: bytesUpTo(32),
    state: oneOf(CALLBACK_STATES),
    attempt_count: count,
    first_due_at: time,
    next_n: count,
    next_attempt_at: time,
    last_status: status,
    last_duration_ms: duration,
    replay_of: id,
    note,
    operation_id: whole(0, Number.MAX_SAFE_INTEGER),
    lane: text(1000),
    hold: record,
    marks: record,
    annotation: annotationText,
  },
  callback_contents: { callback: seq, headers: record, body },
  attempts: {
    seq,
    callback: seq,
    n: count,
    due_at: time,
    sent_at: time,
    wall_sent_at: time,
    target_url: value,
    request_head: bytesUpTo(4 * MIB),
    request_body: body,
    wire: body,
    status,
    answer_http_version: word,
    answer_headers: record,
    answer_body: body,
    answer_truncated: flag,
    failure_code: word,
    failure_message: note,
    duration_ms: duration,
    tls_version: word,
    certificate_fault: note,
    finished: flag,
    marks: record,
  },
  exchanges: {
    seq,
    id,
    source: oneOf(EXCHANGE_SOURCES),
    received_at: time,
    wall_received_at: time,
    secure: flag,
    method: value,
    target: value,
    http_version: word,
    tls_version: word,
    remote_address: word,
    size_bytes: size,
    project_id: project,
    payment_key: text(100),
    payment_id: peerId,
    callback_id: peerId,
    attempt: whole(0, Number.MAX_SAFE_INTEGER),
    signature_state: oneOf(SIGNATURE_STATES),
    refusal: record,
    note,
    reply_status: status,
    duration_ms: duration,
    replay_of: id,
    marks: record,
    annotation: annotationText,
  },
  exchange_contents: {
    exchange: seq,
    headers: record,
    body,
    masked: text(16 * MIB),
    verdict: text(16 * MIB),
  },
  exchange_replies: { exchange: seq, headers: record, body },
  form_sessions: {
    seq,
    id,
    project_id: project,
    payment_key: text(100),
    state: record,
    created_at: time,
    updated_at: time,
  },
  saved_cards: {
    seq,
    id: whole(0, Number.MAX_SAFE_INTEGER),
    project_id: project,
    customer_id: value,
    token: text(1000, 1),
    number: word,
    brand: word,
    month: whole(1, 12),
    year: whole(0, 9999),
    holder: text(10_000),
    created_at: time,
  },
  shop_orders: { seq, id, data: record },
  rules: {
    seq,
    id,
    list: word,
    position: whole(0, Number.MAX_SAFE_INTEGER),
    data: record,
    evaluated: whole(0, Number.MAX_SAFE_INTEGER),
    fired: whole(0, Number.MAX_SAFE_INTEGER),
  },
  // Only the editor reads its drafts.
  drafts: { seq, id, data: any, updated_at: time },
  bulk_replays: { seq, id, data: record },
  bulk_replay_parts: { seq, replay: id, part: whole(0, MAX_BULK_PARTS - 1), data: record },
}

/** Returns the rules of a table by column name. */
export const rulesOf = (table: TableName): Readonly<Record<string, ColumnRule>> => COLUMN_RULES[table]
