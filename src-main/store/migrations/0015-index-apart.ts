import type { Migration } from '#store/migrate'

/**
 * What lists and search ask moves to a database of its own, which is made from this one and can be thrown away. Here stay
 * the indexes by which rows are found that belong together, or that are due. `changes` says which rows a commit changed.
 */
export const indexApart: Migration = {
  version: 15,
  statements: [
    `CREATE TABLE changes (position INTEGER PRIMARY KEY, rows TEXT NOT NULL) STRICT`,
    // An index knows by this name whether it was made from this journal.
    `CREATE TABLE journal (id TEXT NOT NULL) STRICT`,
    `INSERT INTO journal (id) VALUES (lower(hex(randomblob(16))))`,
    ...[
      ...['status', 'amount', 'currency', 'customer', 'card', 'code', 'created', 'project'].map(
        (name) => `payments_by_${name}`,
      ),
      ...['delivered', 'failed', 'pending', 'annotation'].map((name) => `payments_with_${name}`),
      ...['state', 'kind', 'status', 'created', 'project'].map((name) => `callbacks_by_${name}`),
      'callbacks_marked',
      'callbacks_with_annotation',
      ...['door', 'payment', 'method', 'status', 'signature', 'created', 'project', 'refusal'].map(
        (name) => `exchanges_by_${name}`,
      ),
      'exchanges_marked',
      'exchanges_with_annotation',
    ].map((name) => `DROP INDEX IF EXISTS ${name}`),
    `CREATE INDEX exchanges_by_payment ON exchanges (payment) WHERE payment <> 0`,
    `CREATE INDEX callbacks_delivering ON callbacks (seq) WHERE state = 'delivering'`,
    ...['search', 'payment_names', 'search_pieces', 'search_pending', 'search_catch_up'].map(
      (name) => `DROP TABLE IF EXISTS ${name}`,
    ),
    // Dropping an index drops what the planner knows of it.
    `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('exchanges', 'exchanges_by_payment', '250000 3'),
      ('callbacks', 'callbacks_delivering', '10 1')`,
    `DELETE FROM counters WHERE name LIKE 'unindexed:%'`,
    'ANALYZE sqlite_schema',
  ],
}
