import type { Migration } from '#store/migrate'

/**
 * How selective the indexes are in a large data folder: rows, then rows for each value of the first column, of the
 * first two, and so on. Without these SQLite takes "is a capture" for as selective as a payment id. They are fixed, so
 * that a query runs by the same plan in every folder.
 */
const SELECTIVITY: readonly (readonly [table: string, index: string, rows: string])[] = [
  ['payments', 'payments_by_id', '100000 50000 1'],
  ['payments', 'payments_by_any_id', '100000 1 1'],
  ['payments', 'payments_by_status', '100000 10000'],
  ['payments', 'payments_by_amount', '100000 10'],
  ['payments', 'payments_by_currency', '100000 20000'],
  ['payments', 'payments_by_customer', '100000 20'],
  ['payments', 'payments_by_card', '100000 20'],
  ['payments', 'payments_by_code', '100000 10000'],
  ['payments', 'payments_by_created', '100000 2'],
  ['payments', 'payments_by_project', '100000 50000'],
  ['payments', 'payments_with_delivered', '80000 1'],
  ['payments', 'payments_with_failed', '5000 1'],
  ['payments', 'payments_with_pending', '5000 1'],
  ['callbacks', 'callbacks_by_payment', '150000 2'],
  ['callbacks', 'callbacks_by_due', '1000 2 1'],
  ['callbacks', 'callbacks_by_state', '150000 30000'],
  ['callbacks', 'callbacks_by_kind', '150000 50000'],
  ['callbacks', 'callbacks_by_status', '150000 30000'],
  ['callbacks', 'callbacks_by_created', '150000 2'],
  ['callbacks', 'callbacks_by_project', '150000 75000'],
  ['callbacks', 'callbacks_by_body', '150000 2'],
  ['exchanges', 'exchanges_by_door', '250000 125000'],
  ['exchanges', 'exchanges_by_payment', '250000 3'],
  ['exchanges', 'exchanges_by_foreign_id', '10000 10'],
  ['exchanges', 'exchanges_by_method', '250000 125000 60000'],
  ['exchanges', 'exchanges_by_status', '250000 125000 25000'],
  ['exchanges', 'exchanges_by_signature', '250000 125000 30000'],
  ['exchanges', 'exchanges_by_created', '250000 125000 2'],
  ['exchanges', 'exchanges_by_project', '250000 125000 60000'],
  ['exchanges', 'exchanges_by_refusal', '250000 125000 20000 10000'],
]

export const plannerStatistics: Migration = {
  version: 3,
  statements: [
    'ANALYZE sqlite_schema',
    'ANALYZE settings',
    'DELETE FROM sqlite_stat1',
    `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ${SELECTIVITY.map((row) => `('${row.join(`', '`)}')`).join(', ')}`,
    'ANALYZE sqlite_schema',
  ],
}
