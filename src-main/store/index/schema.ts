import { integer } from '#store/columns'
import type { Connection } from '#store/connection'
import { CONTENT_OF_EXCHANGE } from '#store/records'
import { columnName, fieldsOf, tableOf } from '#store/tables'

/** Tables of the journal that the index copies. */
export type CopiedTable = 'payments' | 'callbacks' | 'exchanges'
export const COPIED_TABLES = ['payments', 'callbacks', 'exchanges'] as const satisfies CopiedTable[]

/** Increment it with every change below: an index of another version is discarded and built again. */
const INDEX_VERSION = 4

/** Marks an index file as ours: "PBIX" as a number. */
const INDEX_APPLICATION_ID = 0x50424958

const fieldsOfCopy = (table: CopiedTable): readonly string[] =>
  table === 'callbacks'
    ? fieldsOf(table, 'bodyHash')
    : table === 'exchanges'
      ? fieldsOf(table, ...CONTENT_OF_EXCHANGE)
      : fieldsOf(table)

export const copiedColumns = (table: CopiedTable): readonly string[] => fieldsOfCopy(table).map(columnName)

/** Generated columns of the copies, computed as in the journal. */
const GENERATED: Partial<Readonly<Record<CopiedTable, string>>> = {
  payments: ', card_last4 TEXT GENERATED ALWAYS AS (substr(account_number, -4)) VIRTUAL',
}

const createCopy = (table: CopiedTable): string =>
  `CREATE TABLE ${table} (${fieldsOfCopy(table)
    .map((field) =>
      field === 'seq'
        ? 'seq INTEGER PRIMARY KEY'
        : `"${columnName(field)}" ${tableOf(table).columns[field]?.type ?? ''}`,
    )
    .join(', ')}${GENERATED[table] ?? ''})`

const TABLES_OF_INDEX = [
  ...COPIED_TABLES.map(createCopy),
  // How much was copied from which journal; one row.
  `CREATE TABLE progress (id INTEGER PRIMARY KEY CHECK (id = 1), journal TEXT NOT NULL, position INTEGER NOT NULL,
    is_complete INTEGER NOT NULL)`,
  `CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID`,
  // Words of messages; the row id holds payment, message and part (search/index-writer.ts).
  `CREATE VIRTUAL TABLE search USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  )`,
  // Substrings of ids; the row id is the payment's.
  `CREATE VIRTUAL TABLE payment_names USING fts5 (
    payment_id, customer_id, content = '', contentless_delete = 1, tokenize = 'trigram'
  )`,
  // A match in the words of an attempt gives the attempt; this table leads to its callback.
  `CREATE TABLE search_attempts (seq INTEGER PRIMARY KEY, callback INTEGER NOT NULL)`,
  `CREATE INDEX search_attempts_by_callback ON search_attempts (callback)`,
  `CREATE TABLE search_catch_up (list TEXT PRIMARY KEY, below INTEGER NOT NULL) WITHOUT ROWID`,
]

interface ListIndex {
  readonly name: string
  readonly on: string
  /**
   * How selective the index is in a large data folder: rows, then rows for each value of the first column, of the
   * first two, and so on. Fixed, so that a query has the same plan in every folder.
   */
  readonly statistics: string
}

const LIST_INDEXES: readonly ListIndex[] = [
  { name: 'payments_by_any_id', on: 'payments (payment_id_folded, project_id)', statistics: '100000 1 1' },
  { name: 'payments_by_status', on: 'payments (status)', statistics: '100000 10000' },
  { name: 'payments_by_amount', on: 'payments (amount_thousandths)', statistics: '100000 10' },
  { name: 'payments_by_currency', on: 'payments (currency)', statistics: '100000 20000' },
  { name: 'payments_by_customer', on: 'payments (customer_id_folded)', statistics: '100000 20' },
  { name: 'payments_by_card', on: 'payments (card_last4)', statistics: '100000 20' },
  { name: 'payments_by_code', on: 'payments (result_code)', statistics: '100000 10000' },
  { name: 'payments_by_created', on: 'payments (created_at)', statistics: '100000 2' },
  { name: 'payments_by_project', on: 'payments (project_id)', statistics: '100000 50000' },
  {
    name: 'payments_with_delivered',
    on: 'payments (seq) WHERE callbacks_delivered > 0',
    statistics: '80000 1',
  },
  { name: 'payments_with_failed', on: 'payments (seq) WHERE callbacks_failed > 0', statistics: '5000 1' },
  { name: 'payments_with_pending', on: 'payments (seq) WHERE callbacks_pending > 0', statistics: '5000 1' },
  {
    name: 'payments_with_annotation',
    on: 'payments (seq) WHERE annotation IS NOT NULL',
    statistics: '100 1',
  },
  { name: 'callbacks_by_payment', on: 'callbacks (payment)', statistics: '150000 2' },
  { name: 'callbacks_by_state', on: 'callbacks (state)', statistics: '150000 30000' },
  { name: 'callbacks_by_kind', on: 'callbacks (kind)', statistics: '150000 50000' },
  { name: 'callbacks_by_status', on: 'callbacks (last_status)', statistics: '150000 30000' },
  { name: 'callbacks_by_created', on: 'callbacks (created_at)', statistics: '150000 2' },
  { name: 'callbacks_by_project', on: 'callbacks (project_id)', statistics: '150000 75000' },
  {
    name: 'callbacks_by_origin',
    on: 'callbacks (replay_of) WHERE replay_of IS NOT NULL',
    statistics: '1000 1',
  },
  { name: 'callbacks_marked', on: `callbacks (seq) WHERE marks <> '[]'`, statistics: '1000 1' },
  {
    name: 'callbacks_with_annotation',
    on: 'callbacks (seq) WHERE annotation IS NOT NULL',
    statistics: '100 1',
  },
  { name: 'exchanges_by_source', on: 'exchanges (is_capture)', statistics: '250000 125000' },
  { name: 'exchanges_by_payment', on: 'exchanges (payment)', statistics: '250000 3' },
  {
    name: 'exchanges_by_foreign_id',
    on: 'exchanges (payment_id_folded) WHERE payment = 0',
    statistics: '10000 10',
  },
  { name: 'exchanges_by_method', on: 'exchanges (is_capture, method)', statistics: '250000 125000 60000' },
  {
    name: 'exchanges_by_status',
    on: 'exchanges (is_capture, response_status)',
    statistics: '250000 125000 25000',
  },
  {
    name: 'exchanges_by_signature',
    on: 'exchanges (is_capture, signature_state)',
    statistics: '250000 125000 30000',
  },
  { name: 'exchanges_by_created', on: 'exchanges (is_capture, received_at)', statistics: '250000 125000 2' },
  {
    name: 'exchanges_by_project',
    on: 'exchanges (is_capture, project_id)',
    statistics: '250000 125000 60000',
  },
  {
    name: 'exchanges_by_refusal',
    on: 'exchanges (is_capture, refusal_code, refusal_contract)',
    statistics: '250000 125000 20000 10000',
  },
  {
    name: 'exchanges_by_origin',
    on: 'exchanges (replay_of) WHERE replay_of IS NOT NULL',
    statistics: '1000 1',
  },
  { name: 'exchanges_marked', on: `exchanges (seq) WHERE marks <> '[]'`, statistics: '1000 1' },
  {
    name: 'exchanges_with_annotation',
    on: 'exchanges (seq) WHERE annotation IS NOT NULL',
    statistics: '100 1',
  },
]

/** Creates the tables of an empty index database. List indexes come last: filling a table without them is faster. */
export function createIndexTables(index: Connection): void {
  for (const statement of TABLES_OF_INDEX) index.exec(statement)
  index.exec(`PRAGMA application_id = ${INDEX_APPLICATION_ID}; PRAGMA user_version = ${INDEX_VERSION}`)
}

/** Number of steps of {@link createListIndex}. */
export const LIST_INDEX_COUNT = LIST_INDEXES.length

/** Creates the list index with this number, from 0. The last step also stores the statistics of all indexes. */
export function createListIndex(index: Connection, number: number): void {
  const made = LIST_INDEXES[number]
  if (made === undefined) throw new RangeError(`There is no list index ${number}`)
  index.exec(`CREATE INDEX IF NOT EXISTS ${made.name} ON ${made.on}`)
  if (number + 1 < LIST_INDEXES.length) return
  const statistics = LIST_INDEXES.map(
    ({ name, on, statistics: values }) => `('${on.slice(0, on.indexOf(' '))}', '${name}', '${values}')`,
  )
  index.exec('ANALYZE progress')
  index.exec('DELETE FROM sqlite_stat1')
  index.exec(`INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ${statistics.join(', ')}`)
  index.exec('ANALYZE sqlite_schema')
}

/** Whether the file is an index of this version. */
export const isOurIndex = (index: Connection): boolean =>
  integer(index.get('PRAGMA application_id') ?? {}, 'application_id') === INDEX_APPLICATION_ID &&
  integer(index.get('PRAGMA user_version') ?? {}, 'user_version') === INDEX_VERSION
