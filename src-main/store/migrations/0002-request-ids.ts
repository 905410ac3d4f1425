import type { Migration } from '#store/migrate'

/** Which payment an accepted request belongs to: for the status by request id (contract 5.4). */
export const requestIds: Migration = {
  version: 2,
  statements: [
    `CREATE TABLE request_ids (
      request_id TEXT PRIMARY KEY,
      payment INTEGER NOT NULL REFERENCES payments (seq)
    ) STRICT, WITHOUT ROWID`,
  ],
}
