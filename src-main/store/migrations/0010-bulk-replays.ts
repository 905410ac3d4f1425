import type { Migration } from '#store/migrate'

/**
 * Bulk replays outlive the program: each with its counts, and its messages in parts, so that a change of one message
 * rewrites few of the others. Those of before were never kept.
 */
export const bulkReplays: Migration = {
  version: 10,
  statements: [
    `CREATE TABLE bulk_replays (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      data TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE bulk_replay_parts (
      seq INTEGER PRIMARY KEY,
      replay TEXT NOT NULL REFERENCES bulk_replays (id) ON DELETE CASCADE,
      part INTEGER NOT NULL,
      data TEXT NOT NULL,
      UNIQUE (replay, part)
    ) STRICT`,
  ],
}
