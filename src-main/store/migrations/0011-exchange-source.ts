import type { Migration } from '#store/migrate'

/** Exchanges name the `source` they came from. Until version 11 the column was called `door` and the API `platform`. */
export const exchangeSource: Migration = {
  version: 11,
  statements: ['ALTER TABLE exchanges RENAME COLUMN door TO source'],
  rows: [`UPDATE exchanges SET source = 'api' WHERE source = 'platform'`],
}
