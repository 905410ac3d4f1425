/**
 * What a value of a column is. `json` is text in which the bench keeps JSON of its own; `flag` is 0 or 1; a `?` lets
 * the value be null.
 */
export type ColumnKind =
  'text' | 'text?' | 'json' | 'json?' | 'integer' | 'integer?' | 'number?' | 'flag' | 'bytes' | 'bytes?'

/** The columns of a table. */
export interface Table {
  /** In the order in which a row of a session file lists them. */
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** Those that the store computes from others, in this row or elsewhere; session files lack them. */
  readonly derived?: Readonly<Record<string, ColumnKind>>
  /** Those that the database computes: no statement writes them. */
  readonly generated?: Readonly<Record<string, ColumnKind>>
}

/**
 * Every table with its columns, in an order in which no row comes before one that it refers to. Statements, readers and
 * session files all take the columns from here; a test compares the list with the schema that the migrations make.
 * The tables of the text index are missing: they are made from the others.
 */
export const TABLES = {
  settings: { columns: { key: 'text', value: 'json' } },
  clock: { columns: { id: 'integer', state: 'json' } },
  counters: { columns: { name: 'text', value: 'integer' } },
  projects: {
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
      annotation: 'json?',
    },
    derived: {
      payment_id_folded: 'text',
      is_final: 'flag',
      amount_thousandths: 'integer',
      customer_id_folded: 'text',
    },
    generated: { card_last4: 'text?' },
  },
  payment_states: {
    columns: { payment: 'integer', state: 'json' },
  },
  events: {
    columns: { seq: 'integer', payment: 'integer', at: 'integer', type: 'text', data: 'json' },
  },
  request_ids: { columns: { request_id: 'text', payment: 'integer' } },
  timers: {
    columns: {
      seq: 'integer',
      id: 'text',
      payment_key: 'text',
      name: 'text',
      due_at: 'integer',
    },
    derived: { payment: 'integer' },
  },
  callbacks: {
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
      annotation: 'json?',
    },
    derived: { payment: 'integer?' },
  },
  callback_contents: {
    columns: { callback: 'integer', headers: 'text', body: 'bytes' },
  },
  attempts: {
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
  },
  exchanges: {
    columns: {
      seq: 'integer',
      id: 'text',
      source: 'text',
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
      annotation: 'json?',
    },
    derived: {
      is_capture: 'flag',
      payment: 'integer',
      payment_id_folded: 'text?',
      refusal_code: 'text?',
      refusal_contract: 'text?',
    },
  },
  exchange_contents: {
    columns: { exchange: 'integer', headers: 'text', body: 'bytes', masked: 'text', verdict: 'text' },
  },
  exchange_replies: {
    columns: { exchange: 'integer', headers: 'text', body: 'bytes' },
  },
  form_sessions: {
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
  shop_orders: { columns: { seq: 'integer', id: 'text', data: 'json' } },
  rules: {
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
    columns: { seq: 'integer', id: 'text', data: 'text', updated_at: 'integer' },
  },
  bulk_replays: { columns: { seq: 'integer', id: 'text', data: 'json' } },
  bulk_replay_parts: {
    columns: { seq: 'integer', replay: 'text', part: 'integer', data: 'json' },
  },
} as const satisfies Readonly<Record<string, Table>>

type Tables = typeof TABLES
export type TableName = keyof Tables

type DerivedColumns<Name extends TableName> = Tables[Name] extends { readonly derived: infer Derived }
  ? Derived
  : unknown
/** Columns that statements write. */
type WrittenColumns<Name extends TableName> = Tables[Name]['columns'] & DerivedColumns<Name>

/** A column of the table that statements write. */
export type ColumnName<Name extends TableName> = keyof WrittenColumns<Name> & string

/** The columns among them that hold a kind of value. */
export type ColumnOfKind<Name extends TableName, Kind extends ColumnKind> = {
  [Column in ColumnName<Name>]: WrittenColumns<Name>[Column] extends Kind ? Column : never
}[ColumnName<Name>]

interface ValueOfKind {
  readonly text: string
  readonly json: string
  readonly integer: number | bigint
  readonly number: number
  readonly flag: number
  readonly bytes: Uint8Array
}
type ValueOf<Kind> = Kind extends `${infer Base extends keyof ValueOfKind}?`
  ? ValueOfKind[Base] | null
  : Kind extends keyof ValueOfKind
    ? ValueOfKind[Kind]
    : never

/** A value for each of these columns of the table. */
export type RowValues<Name extends TableName, Column extends ColumnName<Name> = ColumnName<Name>> = {
  readonly [Each in Column]: ValueOf<WrittenColumns<Name>[Each]>
}

/** `table.column` of every column in which the bench keeps JSON: its reader has to know it. */
export type JsonColumn = {
  [Name in TableName]: {
    [Column in keyof Tables[Name]['columns'] & string]: Tables[Name]['columns'][Column] extends
      'json' | 'json?'
      ? `${Name}.${Column}`
      : never
  }[keyof Tables[Name]['columns'] & string]
}[TableName]

/** In the order of {@link TABLES}. */
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[]

export const tableOf = (name: TableName): Table => TABLES[name]

/** The columns that statements write, without those that are named. */
export function columnsWithout<Name extends TableName, Omitted extends ColumnName<Name> = never>(
  name: Name,
  ...omitted: readonly Omitted[]
): readonly Exclude<ColumnName<Name>, Omitted>[] {
  const { columns, derived = {} } = tableOf(name)
  const left: ReadonlySet<string> = new Set(omitted)
  const names = [...Object.keys(columns), ...Object.keys(derived)].filter((column) => !left.has(column))
  return names as Exclude<ColumnName<Name>, Omitted>[]
}
