import type { Migration } from '#store/migrate'

const FAILED_ONCE = `c.state = 'failed' AND c.next_n = 0 AND c.next_attempt_at IS NULL`

/** A message that was sent once, as asked, and got no 200 no longer counts as a failing callback. */
export const sentOnce: Migration = {
  version: 16,
  statements: [
    `UPDATE counters SET value = max(0, value - (SELECT count(*) FROM callbacks c WHERE ${FAILED_ONCE}))
      WHERE name = 'failing'`,
  ],
  rows: [
    `UPDATE payments SET callbacks_failed = max(0, callbacks_failed - failed.total)
      FROM (SELECT c.payment AS seq, count(*) AS total FROM callbacks c WHERE ${FAILED_ONCE} GROUP BY c.payment) AS failed
      WHERE payments.seq = failed.seq`,
  ],
}
