import { integer, integerOrNull } from './columns'
import type { Row } from './connection'
import type { CallbackRecord, CallbackRow } from './records'
import { readerOf, selected } from './statements'
import { fieldsOf } from './tables'

const ROW = fieldsOf('callbacks', 'payment', 'bodyHash')

/** Columns that {@link readCallbackRow} reads. */
export const CALLBACK_ROW_COLUMNS = selected('m', 'callbacks', ROW)

export const readCallbackRow: (row: Row) => CallbackRow = readerOf('callbacks', ROW)

/** What a delivery changes about its callback. */
export const CHANGED = [
  'state',
  'attemptCount',
  'firstDueAt',
  'nextN',
  'nextAttemptAt',
  'lastStatus',
  'lastDurationMs',
  'note',
  'targetUrl',
  'targetIsOwnPath',
  'lane',
  'hold',
  'marks',
] as const satisfies (keyof CallbackRow)[]
export type CallbackChange = Partial<Pick<CallbackRow, (typeof CHANGED)[number]>>

export type DeliveryClass = 'delivered' | 'failed' | 'pending'

/** What decides how a callback counts. */
export type Delivery = Pick<CallbackRecord, 'state' | 'attemptCount' | 'nextN' | 'nextAttemptAt'>

/** Reads the columns of {@link Delivery}; the state is read before, because some readers skip unknown ones. */
export const readDelivery = (row: Row, state: Delivery['state']): Delivery => ({
  state,
  attemptCount: integer(row, 'attempt_count'),
  nextN: integer(row, 'next_n'),
  nextAttemptAt: integerOrNull(row, 'next_attempt_at'),
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
