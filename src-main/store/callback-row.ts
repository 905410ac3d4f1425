import { BOUNDED_NOTE } from './bounded-columns'
import { readersOf } from './columns'
import type { Row } from './connection'
import { marks } from './json-columns'
import type { CallbackRecord, CallbackRow } from './records'
import { selected } from './statements'
import { columnsWithout } from './tables'
import { CALLBACK_KINDS, CALLBACK_STATES } from './words'

/** What the column `payment_key`, which cannot be null, holds for a callback of no payment. */
export const STORED_NO_KEY = ''

/** Columns that {@link readCallbackRow} reads, `seq` aside. */
export const CALLBACK_ROW_COLUMNS = selected(
  'm',
  columnsWithout('callbacks', 'seq', 'payment', 'body_hash'),
  {
    note: BOUNDED_NOTE,
  },
)

const column = readersOf('callbacks')

export const readCallbackRow = (row: Row): CallbackRow => ({
  id: column.text(row, 'id'),
  seq: column.integer(row, 'seq'),
  paymentKey: column.text(row, 'payment_key') || null,
  paymentId: column.text(row, 'payment_id'),
  projectId: column.integer(row, 'project_id', 1),
  kind: column.oneOf(CALLBACK_KINDS, row, 'kind', 'other'),
  createdAt: column.integer(row, 'created_at'),
  targetUrl: column.textOrNull(row, 'target_url'),
  targetIsOwnPath: column.flag(row, 'target_is_own_path'),
  method: column.text(row, 'method'),
  sizeBytes: column.integer(row, 'size_bytes'),
  state: column.oneOf(CALLBACK_STATES, row, 'state', 'dropped'),
  attemptCount: column.integer(row, 'attempt_count'),
  firstDueAt: column.integer(row, 'first_due_at'),
  nextN: column.integer(row, 'next_n'),
  nextAttemptAt: column.integerOrNull(row, 'next_attempt_at'),
  lastStatus: column.integerOrNull(row, 'last_status'),
  lastDurationMs: column.integerOrNull(row, 'last_duration_ms'),
  replayOf: column.textOrNull(row, 'replay_of'),
  note: column.textOrNull(row, 'note'),
  operationId: column.integerOrNull(row, 'operation_id'),
  lane: column.textOrNull(row, 'lane'),
  hold: column.textOrNull(row, 'hold'),
  marks: marks(row, 'marks'),
  annotation: column.textOrNull(row, 'annotation'),
})

export type DeliveryClass = 'delivered' | 'failed' | 'pending'

/** What decides how a callback counts. */
export type Delivery = Pick<CallbackRecord, 'state' | 'attemptCount' | 'nextN' | 'nextAttemptAt'>

/** Reads the columns of {@link Delivery}; the state is read before, because some readers skip unknown ones. */
export const readDelivery = (row: Row, state: Delivery['state']): Delivery => ({
  state,
  attemptCount: column.integer(row, 'attempt_count'),
  nextN: column.integer(row, 'next_n'),
  nextAttemptAt: column.integerOrNull(row, 'next_attempt_at'),
})

/**
 * Whether the callback failed and was to be sent once only, as a replay without repeats: every other schedule goes on
 * after its first attempt.
 */
export const failedOnce = ({ state, nextN, nextAttemptAt }: Omit<Delivery, 'attemptCount'>): boolean =>
  state === 'failed' && nextN === 0 && nextAttemptAt === null

/** How a callback counts for its payment; null where it does not: what was sent once is the tester's own trial. */
export function deliveryClass(delivery: Delivery): DeliveryClass | null {
  const { state, attemptCount } = delivery
  switch (state) {
    case 'delivered':
      return 'delivered'
    case 'dropped':
      return null
    case 'failed':
      return failedOnce(delivery) ? null : 'failed'
    case 'scheduled':
    case 'delivering':
    case 'held':
      return attemptCount > 0 ? 'failed' : 'pending'
  }
}
