import { CALLBACK_COUNTS } from '#domain/payment/callbacks'
import { integer } from '#store/columns'
import type { Connection } from '#store/connection'
import { CONTENT_OF_EXCHANGE } from '#store/records'
import { columnName, fieldsOf, tableOf } from '#store/tables'

/** Tables of the journal that the index copies. */
export type CopiedTable = 'payments' | 'callbacks' | 'exchanges'
export const COPIED_TABLES = ['payments', 'callbacks', 'exchanges'] as const satisfies CopiedTable[]

/** Increment it with every change below: an index of another version is discarded and built again. */
const INDEX_VERSION = 6

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

/**
 * `statistics`: how selective the index is in a large data folder: rows, then rows for each value of the first column,
 * of the first two, and so on. Fixed, so that a query has the same plan in every folder.
 */
const LIST_INDEXES: readonly (readonly [name: string, on: string, statistics: string])[] = [
  ['payments_by_any_id', 'payments (payment_id_folded, project_id)', '100000 1 1'],
  ['payments_by_status', 'payments (status)', '100000 10000'],
  ['payments_by_amount', 'payments (amount_thousandths)', '100000 10'],
  ['payments_by_currency', 'payments (currency)', '100000 20000'],
  ['payments_by_customer', 'payments (customer_id_folded)', '100000 20'],
  ['payments_by_card', 'payments (card_last4)', '100000 20'],
  ['payments_by_code', 'payments (result_code)', '100000 10000'],
  ['payments_by_created', 'payments (created_at)', '100000 2'],
  ['payments_by_project', 'payments (project_id)', '100000 50000'],
  ...CALLBACK_COUNTS.map((count) => {
    const statistics = count === 'delivered' ? '80000 1' : '5000 1'
    return [`payments_with_${count}`, `payments (seq) WHERE callbacks_${count} > 0`, statistics] as const
  }),
  ['payments_with_annotation', 'payments (seq) WHERE annotation IS NOT NULL', '100 1'],
  ['callbacks_by_payment', 'callbacks (payment)', '150000 2'],
  ['callbacks_by_state', 'callbacks (state)', '150000 30000'],
  ['callbacks_by_kind', 'callbacks (kind)', '150000 50000'],
  ['callbacks_by_status', 'callbacks (last_status)', '150000 30000'],
  ['callbacks_by_created', 'callbacks (created_at)', '150000 2'],
  ['callbacks_by_project', 'callbacks (project_id)', '150000 75000'],
  ['callbacks_by_origin', 'callbacks (replay_of) WHERE replay_of IS NOT NULL', '1000 1'],
  ['callbacks_marked', `callbacks (seq) WHERE marks <> '[]'`, '1000 1'],
  ['callbacks_with_annotation', 'callbacks (seq) WHERE annotation IS NOT NULL', '100 1'],
  ['exchanges_by_source', 'exchanges (is_capture)', '250000 125000'],
  ['exchanges_by_payment', 'exchanges (payment)', '250000 3'],
  ['exchanges_by_foreign_id', 'exchanges (payment_id_folded) WHERE payment = 0', '10000 10'],
  ['exchanges_by_method', 'exchanges (is_capture, method)', '250000 125000 60000'],
  ['exchanges_by_status', 'exchanges (is_capture, response_status)', '250000 125000 25000'],
  ['exchanges_by_signature', 'exchanges (is_capture, signature_state)', '250000 125000 30000'],
  ['exchanges_by_created', 'exchanges (is_capture, received_at)', '250000 125000 2'],
  ['exchanges_by_project', 'exchanges (is_capture, project_id)', '250000 125000 60000'],
  [
    'exchanges_by_refusal',
    'exchanges (is_capture, refusal_code, refusal_contract)',
    '250000 125000 20000 10000',
  ],
  ['exchanges_by_origin', 'exchanges (replay_of) WHERE replay_of IS NOT NULL', '1000 1'],
  ['exchanges_marked', `exchanges (seq) WHERE marks <> '[]'`, '1000 1'],
  ['exchanges_with_annotation', 'exchanges (seq) WHERE annotation IS NOT NULL', '100 1'],
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
  index.exec(`CREATE INDEX IF NOT EXISTS ${made[0]} ON ${made[1]}`)
  if (number + 1 < LIST_INDEXES.length) return
  const statistics = LIST_INDEXES.map(
    ([name, on, values]) => `('${on.slice(0, on.indexOf(' '))}', '${name}', '${values}')`,
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
