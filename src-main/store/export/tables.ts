import type { SqlValue } from '../connection'

/**
 * What a value of a column is. `json` is text in which the bench keeps JSON of its own; `flag` is 0 or 1; a `?` lets
 * the value be null.
 */
export type ColumnKind =
  'text' | 'text?' | 'json' | 'json?' | 'integer' | 'integer?' | 'number?' | 'flag' | 'bytes' | 'bytes?'

/** A column that session files of older schemas lack. */
export interface AddedColumn {
  /** The first schema that has it. */
  readonly since: number
  /** What a row of before has there, as the step of the schema gives it. */
  readonly value: SqlValue
}

/** How the rows of a table travel in a session file. */
export interface SessionTable {
  /** Columns in the order in which a row lists them. */
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** Those of them that came with a step since the oldest schema that can be read. */
  readonly added?: Readonly<Record<string, AddedColumn>>
  /** The first schema that has it, where it is not the oldest that can be read. */
  readonly since?: number
  /** Column that numbers the rows: they are written in its order. */
  readonly key: string
  /** Columns that the store works out by itself; a file that sets them could only lie. */
  readonly derived?: readonly string[]
  /** Rows that travel, where not all do. */
  readonly only?: string
  /** The row before it that this one completes: each has exactly one. */
  readonly completes?: string
  /** Its rows hold bodies: few are read at once, because one may have megabytes. */
  readonly isHeavy?: true
}

/**
 * Everything that makes up a session, in an order in which no row comes before one that it refers to. A test holds this
 * list against the schema: a column or table that is missing here would silently be missing in every export.
 */
export const SESSION_TABLES = {
  settings: { key: 'key', columns: { key: 'text', value: 'json' } },
  clock: { key: 'id', columns: { id: 'integer', state: 'json' } },
  counters: { key: 'name', only: `name = 'evicted'`, columns: { name: 'text', value: 'integer' } },
  projects: {
    key: 'project_id',
    columns: {
      project_id: 'integer',
      name: 'text',
      secret: 'text',
      callback_url: 'text?',
      switches: 'json',
      created_at: 'integer',
    },
  },
  payments: {
    key: 'seq',
    columns: {
      seq: 'integer',
      key: 'text',
      project_id: 'integer',
      payment_id: 'text',
      status: 'text',
      amount: 'integer',
      currency: 'text',
      method: 'text',
      customer_id: 'text',
      account_number: 'text?',
      account_type: 'text?',
      result_code: 'text',
      result_message: 'text',
      description: 'text',
      origin: 'text',
      created_at: 'integer',
      updated_at: 'integer',
      clarification_expires_at: 'integer?',
      deadline_at: 'integer',
      clarification: 'json?',
      callbacks_delivered: 'integer',
      callbacks_failed: 'integer',
      callbacks_pending: 'integer',
    },
    derived: ['payment_id_folded', 'is_final', 'amount_thousandths', 'customer_id_folded', 'card_last4'],
  },
  payment_states: {
    key: 'payment',
    completes: 'payments',
    columns: { payment: 'integer', state: 'json' },
  },
  events: {
    key: 'seq',
    columns: { seq: 'integer', payment: 'integer', at: 'integer', type: 'text', data: 'json' },
  },
  request_ids: { key: 'request_id', columns: { request_id: 'text', payment: 'integer' } },
  timers: {
    key: 'seq',
    columns: {
      seq: 'integer',
      id: 'text',
      payment_key: 'text',
      name: 'text',
      due_at: 'integer',
      data: 'json',
    },
    derived: ['payment'],
  },
  callbacks: {
    key: 'seq',
    columns: {
      seq: 'integer',
      id: 'text',
      payment_key: 'text',
      payment_id: 'text',
      project_id: 'integer',
      kind: 'text',
      created_at: 'integer',
      target_url: 'text?',
      target_is_own_path: 'flag',
      method: 'text',
      size_bytes: 'integer',
      body_hash: 'bytes',
      state: 'text',
      attempt_count: 'integer',
      first_due_at: 'integer',
      next_n: 'integer',
      next_attempt_at: 'integer?',
      last_status: 'integer?',
      last_duration_ms: 'number?',
      replay_of: 'text?',
      note: 'text?',
      operation_id: 'integer?',
      lane: 'text?',
      hold: 'json?',
      marks: 'text',
    },
    derived: ['payment'],
  },
  callback_contents: {
    key: 'callback',
    completes: 'callbacks',
    isHeavy: true,
    columns: { callback: 'integer', headers: 'text', body: 'bytes' },
  },
  attempts: {
    key: 'seq',
    isHeavy: true,
    columns: {
      seq: 'integer',
      callback: 'integer',
      n: 'integer',
      due_at: 'integer',
      sent_at: 'integer',
      wall_sent_at: 'integer',
      target_url: 'text?',
      request_head: 'bytes?',
      request_body: 'bytes?',
      wire: 'bytes?',
      status: 'integer?',
      answer_http_version: 'text?',
      answer_headers: 'text?',
      answer_body: 'bytes?',
      answer_truncated: 'flag',
      failure_code: 'text?',
      failure_message: 'text?',
      duration_ms: 'number?',
      tls_version: 'text?',
      certificate_fault: 'text?',
      finished: 'flag',
      marks: 'text',
    },
    added: {
      target_url: { since: 8, value: null },
      certificate_fault: { since: 8, value: null },
    },
  },
  exchanges: {
    key: 'seq',
    columns: {
      seq: 'integer',
      id: 'text',
      door: 'text',
      received_at: 'integer',
      wall_received_at: 'integer',
      secure: 'flag',
      method: 'text',
      target: 'text',
      http_version: 'text',
      tls_version: 'text?',
      remote_address: 'text?',
      size_bytes: 'integer',
      project_id: 'integer?',
      payment_key: 'text?',
      payment_id: 'text?',
      callback_id: 'text?',
      attempt: 'integer?',
      signature_state: 'text',
      refusal: 'text?',
      note: 'text?',
      reply_status: 'integer?',
      duration_ms: 'number?',
      replay_of: 'text?',
      marks: 'text',
    },
    added: { attempt: { since: 8, value: null } },
    derived: ['is_capture', 'payment', 'payment_id_folded', 'refusal_code', 'refusal_contract'],
  },
  exchange_contents: {
    key: 'exchange',
    completes: 'exchanges',
    isHeavy: true,
    columns: { exchange: 'integer', headers: 'text', body: 'bytes', masked: 'text', verdict: 'text' },
  },
  exchange_replies: {
    key: 'exchange',
    isHeavy: true,
    columns: { exchange: 'integer', headers: 'text', body: 'bytes' },
  },
  form_sessions: {
    key: 'seq',
    columns: {
      seq: 'integer',
      id: 'text',
      project_id: 'integer',
      payment_key: 'text?',
      state: 'json',
      created_at: 'integer',
      updated_at: 'integer',
    },
  },
  saved_cards: {
    key: 'seq',
    columns: {
      seq: 'integer',
      id: 'integer',
      project_id: 'integer',
      customer_id: 'text',
      token: 'text',
      number: 'text',
      brand: 'text?',
      month: 'integer',
      year: 'integer',
      holder: 'text',
      created_at: 'integer',
    },
  },
  shop_orders: { key: 'seq', columns: { seq: 'integer', id: 'text', data: 'json' } },
  rules: {
    key: 'seq',
    columns: {
      seq: 'integer',
      id: 'text',
      list: 'text',
      position: 'integer',
      data: 'json',
      evaluated: 'integer',
      fired: 'integer',
    },
  },
  drafts: {
    key: 'seq',
    isHeavy: true,
    columns: { seq: 'integer', id: 'text', data: 'text', updated_at: 'integer' },
  },
  bulk_replays: { key: 'seq', since: 10, columns: { seq: 'integer', id: 'text', data: 'json' } },
  bulk_replay_parts: {
    key: 'seq',
    since: 10,
    columns: { seq: 'integer', replay: 'text', part: 'integer', data: 'json' },
  },
} as const satisfies Readonly<Record<string, SessionTable>>

type Tables = typeof SESSION_TABLES
export type SessionTableName = keyof Tables

/** `table.column` of every column in which the bench keeps JSON: its reader has to know it. */
export type JsonColumn = {
  [Table in SessionTableName]: {
    [Column in keyof Tables[Table]['columns'] & string]: Tables[Table]['columns'][Column] extends
      'json' | 'json?'
      ? `${Table}.${Column}`
      : never
  }[keyof Tables[Table]['columns'] & string]
}[SessionTableName]

/** In the order in which they travel. */
export const SESSION_TABLE_NAMES = Object.keys(SESSION_TABLES) as readonly SessionTableName[]

/** Those that a session of this schema has. */
export const tableNamesOf = (schema: number): readonly SessionTableName[] =>
  SESSION_TABLE_NAMES.filter((name) => (sessionTable(name).since ?? 0) <= schema)

export const sessionTable = (name: SessionTableName): SessionTable => SESSION_TABLES[name]

/** Whether rows of the table hold bodies, and may be as long as these. */
export const holdsBodies = (name: SessionTableName): boolean => sessionTable(name).isHeavy === true

/** Whether a text of a file names a table that travels; own keys only, so that `constructor` is none. */
export const isSessionTable = (name: string): name is SessionTableName => Object.hasOwn(SESSION_TABLES, name)

/** Columns in their order; of an older schema, if one is given, without those that came later. */
export function columnsOf(
  name: SessionTableName,
  schema = Number.POSITIVE_INFINITY,
): readonly (readonly [string, ColumnKind])[] {
  const { columns, added = {} } = sessionTable(name)
  return Object.entries(columns).filter(([column]) => (added[column]?.since ?? 0) <= schema)
}

/** Tables that are made anew from the others: indexes, and what tells the planner about them. */
export const REBUILT_TABLES = /^(?:search|payment_names)(?:_\w+)?$|^sqlite_/
