import type { SqlValue } from '#store/connection'
import { TABLE_NAMES, tableOf, type ColumnKind, type TableName } from '#store/tables'

/** A column that session files of older schemas lack. */
export interface AddedColumn {
  /** The first schema that has it. */
  readonly since: number
  /** What a row of an older schema has there; the migration gives the same value. */
  readonly value: SqlValue
}

/** A column that has another name in session files of older schemas, and the values that were renamed with it. */
export interface RenamedColumn {
  /** The first schema that uses the new names. */
  readonly since: number
  readonly column: string
  readonly values: Readonly<Record<string, string>>
}

/** A column that rows of older schemas have at their end. */
export interface RemovedColumn {
  /** The first schema that lacks it. */
  readonly since: number
  readonly kind: ColumnKind
  /** What such rows have there. */
  readonly value: SqlValue
}

/** How the rows of a table are written to a session file and read from older ones. */
export interface ExportedTable {
  /** Column that numbers the rows: they are written in its order. */
  readonly key: string
  /** Columns that came with a migration since the oldest schema that can be read. */
  readonly added?: Readonly<Record<string, AddedColumn>>
  /** Columns that were renamed since the oldest schema that can be read. */
  readonly renamed?: Readonly<Record<string, RenamedColumn>>
  /** Columns that were removed since the oldest schema that can be read. Their values are not taken over. */
  readonly removed?: Readonly<Record<string, RemovedColumn>>
  /** The first schema that has the table, where it is not the oldest that can be read. */
  readonly since?: number
  /** Condition for the rows that are exported, where not all are. */
  readonly only?: string
  /** The table whose rows this one completes: each of them has exactly one row here. */
  readonly completes?: TableName
  /** Its rows hold bodies: few are read at once, because one may have megabytes. */
  readonly isHeavy?: true
}

const ANNOTATION = { annotation: { since: 14, value: null } } as const

/** Keyed by all tables: one that is missing here would silently be missing in every export. */
const EXPORTED_TABLES: Readonly<Record<TableName, ExportedTable>> = {
  settings: { key: 'key' },
  clock: { key: 'id' },
  counters: { key: 'name', only: `name = 'evicted'` },
  projects: { key: 'project_id' },
  payments: { key: 'seq', added: ANNOTATION },
  payment_states: { key: 'payment', completes: 'payments' },
  events: { key: 'seq' },
  request_ids: { key: 'request_id' },
  timers: { key: 'seq', removed: { data: { since: 13, kind: 'json', value: '{}' } } },
  callbacks: { key: 'seq', added: ANNOTATION },
  callback_contents: { key: 'callback', completes: 'callbacks', isHeavy: true },
  attempts: {
    key: 'seq',
    isHeavy: true,
    added: { target_url: { since: 8, value: null }, certificate_fault: { since: 8, value: null } },
  },
  exchanges: {
    key: 'seq',
    added: { attempt: { since: 8, value: null }, ...ANNOTATION },
    renamed: { source: { since: 11, column: 'door', values: { platform: 'api' } } },
  },
  exchange_contents: { key: 'exchange', completes: 'exchanges', isHeavy: true },
  exchange_replies: { key: 'exchange', isHeavy: true },
  form_sessions: { key: 'seq' },
  saved_cards: { key: 'seq' },
  shop_orders: { key: 'seq' },
  rules: { key: 'seq' },
  drafts: { key: 'seq', isHeavy: true },
  bulk_replays: { key: 'seq', since: 10 },
  bulk_replay_parts: { key: 'seq', since: 10 },
}

/** The tables of a session file of this schema, in the order in which they are written. */
export const tableNamesOf = (schema: number): readonly TableName[] =>
  TABLE_NAMES.filter((name) => (exportedTable(name).since ?? 0) <= schema)

export const exportedTable = (name: TableName): ExportedTable => EXPORTED_TABLES[name]

/** Whether rows of the table hold bodies, and may be as long as these. */
export const holdsBodies = (name: TableName): boolean => exportedTable(name).isHeavy === true

type Columns = readonly (readonly [string, ColumnKind])[]

/** The columns of each table by schema. They are asked for with every row. */
const knownColumns = new Map<TableName, Map<number, Columns>>()

/**
 * Columns of a row of a session file in their order; of an older schema, if one is given, under its names, without those
 * that came later and with those that were removed since.
 */
export function columnsOf(name: TableName, schema = Number.POSITIVE_INFINITY): Columns {
  const bySchema = knownColumns.get(name) ?? new Map<number, Columns>()
  knownColumns.set(name, bySchema)
  const columns = bySchema.get(schema) ?? columnsIn(name, schema)
  bySchema.set(schema, columns)
  return columns
}

function columnsIn(name: TableName, schema: number): Columns {
  const { added = {}, renamed = {}, removed = {} } = exportedTable(name)
  const present = Object.entries(tableOf(name).columns)
    .filter(([column]) => (added[column]?.since ?? 0) <= schema)
    .map(([column, kind]): readonly [string, ColumnKind] => {
      const before = renamed[column]
      return [before !== undefined && schema < before.since ? before.column : column, kind]
    })
  const past = Object.entries(removed)
    .filter(([, { since }]) => schema < since)
    .map(([column, { kind }]): readonly [string, ColumnKind] => [column, kind])
  return [...present, ...past]
}
