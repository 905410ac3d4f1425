import type { Migration } from '#store/migrate'

/**
 * The index of words learns what attempts sent and were answered, header names, and long bodies in pieces. Messages of
 * before are gone through while the bench runs, newest first: `search_catch_up` says which are still to be done.
 */
export const searchAnswers: Migration = {
  version: 9,
  statements: [
    // A match in a piece names the piece; this leads on to its message.
    `CREATE TABLE search_pieces (
      seq INTEGER PRIMARY KEY,
      message INTEGER NOT NULL,
      part INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX search_pieces_by_message ON search_pieces (message, part)`,
    `CREATE TABLE search_pending (
      seq INTEGER PRIMARY KEY,
      payment INTEGER NOT NULL,
      message INTEGER NOT NULL,
      part INTEGER NOT NULL,
      attempt INTEGER,
      name TEXT NOT NULL,
      from_byte INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX search_pending_by_message ON search_pending (message, part)`,
    `CREATE TABLE search_catch_up (list TEXT PRIMARY KEY, below INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
    `INSERT INTO search_catch_up SELECT 'callbacks', seq + 1 FROM callbacks ORDER BY seq DESC LIMIT 1`,
    `INSERT INTO search_catch_up SELECT 'exchanges', seq + 1 FROM exchanges ORDER BY seq DESC LIMIT 1`,
  ],
}
