import type { Migration } from '#store/migrate'

/**
 * What testers do to messages: edits and replays, faults, chosen answers. Marks say in words what was done to a message;
 * an attempt keeps its own body and its own bytes where they differ from those of its callback.
 */
export const theWorkbench: Migration = {
  version: 5,
  statements: [
    `ALTER TABLE callbacks ADD COLUMN lane TEXT`,
    `ALTER TABLE callbacks ADD COLUMN hold TEXT`,
    `ALTER TABLE callbacks ADD COLUMN marks TEXT NOT NULL DEFAULT '[]'`,
    `ALTER TABLE attempts ADD COLUMN request_body BLOB`,
    `ALTER TABLE attempts ADD COLUMN wire BLOB`,
    `ALTER TABLE attempts ADD COLUMN marks TEXT NOT NULL DEFAULT '[]'`,
    `ALTER TABLE exchanges ADD COLUMN replay_of TEXT`,
    `ALTER TABLE exchanges ADD COLUMN marks TEXT NOT NULL DEFAULT '[]'`,
    `CREATE INDEX callbacks_held ON callbacks (seq) WHERE hold IS NOT NULL`,
    `CREATE INDEX exchanges_by_origin ON exchanges (replay_of) WHERE replay_of IS NOT NULL`,
    `CREATE TABLE rules (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      list TEXT NOT NULL,
      position INTEGER NOT NULL,
      data TEXT NOT NULL,
      evaluated INTEGER NOT NULL DEFAULT 0,
      fired INTEGER NOT NULL DEFAULT 0,
      UNIQUE (list, id)
    ) STRICT`,
    `CREATE INDEX rules_by_position ON rules (list, position)`,
    `CREATE TABLE drafts (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      data TEXT NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
  ],
}
