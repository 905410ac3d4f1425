import type { Migration } from '#store/migrate'

/** The tester's note and labels on payments and messages. Few rows have any: the indexes hold these alone. */
export const annotations: Migration = {
  version: 14,
  statements: ['payments', 'callbacks', 'exchanges'].flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN annotation TEXT`,
    `CREATE INDEX ${table}_with_annotation ON ${table} (seq) WHERE annotation IS NOT NULL`,
  ]),
}
