import { paymentNumber, type StoreBase } from './base'
import { text } from './columns'
import type { RequestIdRepository } from './repositories'
import type { PaymentKey, ProjectId } from '#domain/ids'

/** Before numbers of series and of operations in the column of request ids; these have no colon. */
const SERIES = 'series:'
const DEBIT = 'debit:'

/** Ids of accepted requests, and of series, with the payments that they belong to. */
export function createRequestIds({ connection, group, memory }: StoreBase): RequestIdRepository {
  const remember = (id: string, paymentKey: PaymentKey): void => {
    group.enlist(() => {
      connection.run(
        'INSERT OR IGNORE INTO request_ids (request_id, payment) VALUES (?, ?)',
        id,
        paymentNumber(memory, paymentKey),
      )
    })
  }
  const keyOf = (id: string, projectId: ProjectId): string | null => {
    const row = connection.get(
      `SELECT p.key FROM request_ids r JOIN payments p ON p.seq = r.payment
       WHERE r.request_id = ? AND p.project_id = ?`,
      id,
      projectId,
    )
    return row === undefined ? null : text(row, 'key')
  }
  return {
    remember,
    paymentKey: (requestId, projectId) => (requestId.includes(':') ? null : keyOf(requestId, projectId)),
    rememberSeries(seriesId, paymentKey) {
      remember(SERIES + String(seriesId), paymentKey)
    },
    rememberDebit(operationId, paymentKey) {
      remember(DEBIT + String(operationId), paymentKey)
    },
    debitPaymentKey: (operationId, projectId) => keyOf(DEBIT + String(operationId), projectId),
    seriesPaymentKey: (seriesId, projectId) => keyOf(SERIES + String(seriesId), projectId),
  }
}
