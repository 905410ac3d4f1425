import { NOTE_COLUMN } from './bounded-columns'
import { flag, integer, integerOrNull, oneOf, text, textOrNull } from './columns'
import type { Row } from './connection'
import { marks } from './json-columns'
import type { CallbackRow, StoredCallbackState } from './records'
import { CALLBACK_KINDS, CALLBACK_STATES } from './words'

/** Columns that {@link readCallbackRow} reads, `seq` aside. */
export const CALLBACK_ROW_COLUMNS = `m.id, m.payment_key, m.payment_id, m.project_id, m.kind, m.created_at,
  m.target_url, m.target_is_own_path, m.method, m.size_bytes, m.state, m.attempt_count, m.first_due_at, m.next_n,
  m.next_attempt_at, m.last_status, m.last_duration_ms, m.replay_of, ${NOTE_COLUMN}, m.operation_id, m.lane, m.hold,
  m.marks`

export const readCallbackRow = (row: Row): CallbackRow => ({
  id: text(row, 'id'),
  seq: integer(row, 'seq'),
  paymentKey: text(row, 'payment_key'),
  paymentId: text(row, 'payment_id'),
  projectId: integer(row, 'project_id', 1),
  kind: oneOf(CALLBACK_KINDS, row, 'kind', 'other'),
  createdAt: integer(row, 'created_at'),
  targetUrl: textOrNull(row, 'target_url'),
  targetIsOwnPath: flag(row, 'target_is_own_path'),
  method: text(row, 'method'),
  sizeBytes: integer(row, 'size_bytes'),
  state: oneOf(CALLBACK_STATES, row, 'state', 'dropped'),
  attemptCount: integer(row, 'attempt_count'),
  firstDueAt: integer(row, 'first_due_at'),
  nextN: integer(row, 'next_n'),
  nextAttemptAt: integerOrNull(row, 'next_attempt_at'),
  lastStatus: integerOrNull(row, 'last_status'),
  lastDurationMs: integerOrNull(row, 'last_duration_ms'),
  replayOf: textOrNull(row, 'replay_of'),
  note: textOrNull(row, 'note'),
  operationId: integerOrNull(row, 'operation_id'),
  lane: textOrNull(row, 'lane'),
  hold: textOrNull(row, 'hold'),
  marks: marks(row, 'marks'),
})

export type DeliveryClass = 'delivered' | 'failed' | 'pending'

/** How a callback counts for its payment; null where it does not. */
export function deliveryClass(state: StoredCallbackState, attemptCount: number): DeliveryClass | null {
  switch (state) {
    case 'delivered':
      return 'delivered'
    case 'dropped':
      return null
    case 'failed':
      return 'failed'
    case 'scheduled':
    case 'delivering':
    case 'held':
      return attemptCount > 0 ? 'failed' : 'pending'
  }
}
