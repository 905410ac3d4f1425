import { paymentNumber, type StoreBase } from './base'
import { text } from './columns'
import type { RequestIdRepository } from './store'

/** Ids of accepted requests and the payments they belong to. */
export function createRequestIds({ connection, group }: StoreBase): RequestIdRepository {
  return {
    remember(requestId, paymentKey) {
      group.enlist(() => {
        connection.run(
          'INSERT OR IGNORE INTO request_ids (request_id, payment) VALUES (?, ?)',
          requestId,
          paymentNumber(connection, paymentKey),
        )
      })
    },
    paymentKey(requestId, projectId) {
      const row = connection.get(
        `SELECT p.key FROM request_ids r JOIN payments p ON p.seq = r.payment
         WHERE r.request_id = ? AND p.project_id = ?`,
        requestId,
        projectId,
      )
      return row === undefined ? null : text(row, 'key')
    },
  }
}
