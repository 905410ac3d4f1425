import type { Migration } from '#store/migrate'

/** Reads the exchanges of one payment after the other without sorting all of them; also finds those of one payment. */
export const trafficByPayment: Migration = {
  version: 7,
  statements: [
    'DROP INDEX exchanges_by_payment',
    'CREATE INDEX exchanges_by_payment ON exchanges (payment)',
    // Dropping the index dropped what the planner knows of it.
    `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('exchanges', 'exchanges_by_payment', '250000 3')`,
    'ANALYZE sqlite_schema',
  ],
}
