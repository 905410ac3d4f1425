import type { Migration } from '#store/migrate'

/**
 * Each attempt says where it went and whether the certificate there would have been refused; each captured request says
 * which attempt sent it. For earlier attempts neither is known.
 *
 * Remaining-data requests can be answered by a rule of their own now. Rules for clarification requests went for both, so
 * they name both from here on.
 */
export const linkedAttempts: Migration = {
  version: 8,
  statements: [
    `ALTER TABLE attempts ADD COLUMN target_url TEXT`,
    `ALTER TABLE attempts ADD COLUMN certificate_fault TEXT`,
    `ALTER TABLE exchanges ADD COLUMN attempt INTEGER`,
    `DROP INDEX exchanges_of_no_payment`,
    `CREATE INDEX exchanges_by_callback ON exchanges (callback_id) WHERE callback_id IS NOT NULL`,
    `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('exchanges', 'exchanges_by_callback', '250000 2')`,
    'ANALYZE sqlite_schema',
  ],
  rows: [
    `UPDATE rules SET data = json_insert(data, '$.rule.match.kinds[#]', 'remaining')
     WHERE list = 'answer' AND json_valid(data)
       AND EXISTS (SELECT 1 FROM json_each(data, '$.rule.match.kinds') WHERE value = 'clarification')
       AND NOT EXISTS (SELECT 1 FROM json_each(data, '$.rule.match.kinds') WHERE value = 'remaining')`,
  ],
}
