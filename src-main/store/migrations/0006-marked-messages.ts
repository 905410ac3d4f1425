import type { Migration } from '#store/migrate'

/** Finds the few messages to which something was done among the many to which nothing was. */
export const markedMessages: Migration = {
  version: 6,
  statements: [
    `CREATE INDEX callbacks_marked ON callbacks (seq) WHERE marks <> '[]'`,
    `CREATE INDEX exchanges_marked ON exchanges (seq) WHERE marks <> '[]'`,
  ],
}
