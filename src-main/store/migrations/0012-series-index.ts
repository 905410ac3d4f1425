import type { Migration } from '#store/migrate'

/**
 * Series, and the operations that are debits of one, are found by their numbers. Payments that were registered before
 * version 12 may lack these entries, so that a debit of their series was refused as one of an unknown series.
 */
export const seriesIndex: Migration = {
  version: 12,
  statements: [],
  rows: [
    entries('series:', '"series":', '$.series.id'),
    entries('debit:', '"debitOf":', '$.operations[0].id'),
  ],
}

/** Adds an entry for every payment whose state has the text and a number at the path. Damaged states are left out. */
function entries(prefix: string, having: string, path: string): string {
  return `INSERT OR IGNORE INTO request_ids (request_id, payment)
    SELECT '${prefix}' || id, payment FROM (
      SELECT payment, CASE WHEN json_valid(state) THEN json_extract(state, '${path}') END AS id
      FROM payment_states WHERE instr(state, '${having}') > 0
    ) WHERE typeof(id) = 'integer'`
}
