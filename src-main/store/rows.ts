import type { CallbackCount } from '#domain/payment/callbacks'
import { exponentOf } from '#lib/money/minor-units'
import { FINAL_STATUSES, integer, integerOrNull, text } from './columns'
import type { Connection, Row } from './connection'
import {
  CONTENT_OF_EXCHANGE,
  DERIVED_OF_EXCHANGE,
  PAYMENT_COLUMNS_OF_OTHERS,
  type CallbackRecord,
  type CallbackRow,
  type ExchangeRecord,
  type ExchangeRow,
  type PaymentRecord,
  type PaymentRow,
} from './records'
import { changedFields, insertInto, readerOf, selected, update } from './statements'
import { fieldsOf } from './tables'

/** Lists are filtered and sorted by these columns. */
const DERIVED_OF_PAYMENT = ['isFinal', 'amountThousandths', 'customerIdFolded', 'cardLast4'] as const

const INSERT_PAYMENT = insertInto(
  'payments',
  fieldsOf('payments', 'seq', 'cardLast4', ...PAYMENT_COLUMNS_OF_OTHERS),
)
const PAYMENT_COLUMNS = fieldsOf('payments', 'seq', 'key', 'cardLast4', ...PAYMENT_COLUMNS_OF_OTHERS)

/** Inserts the row and returns its `seq`. */
export const insertPaymentRow = (connection: Connection, record: PaymentRecord): number =>
  INSERT_PAYMENT.run(connection, { ...record, ...derivedOfPayment(record) }).rowId

/** Writes only the columns that differ, because SQLite updates every index of a column that is set. */
export function updatePaymentRow(
  connection: Connection,
  seq: number,
  before: PaymentRecord,
  after: PaymentRecord,
): void {
  const rowBefore = { ...before, ...derivedOfPayment(before) }
  const rowAfter = { ...after, ...derivedOfPayment(after) }
  const changed = changedFields('payments', PAYMENT_COLUMNS, rowBefore, rowAfter)
  if (changed.length > 0) update('payments', changed, 'seq').run(connection, { ...rowAfter, seq })
}

export const derivedOfPayment = (
  payment: Pick<PaymentRecord, 'paymentId' | 'customerId' | 'status' | 'amount' | 'currency'>,
) => ({
  paymentIdFolded: payment.paymentId.toLowerCase(),
  customerIdFolded: payment.customerId.toLowerCase(),
  isFinal: FINAL_STATUSES.has(payment.status),
  // Exponents are 0 to 3 (contract 3.1).
  amountThousandths: BigInt(payment.amount) * 10n ** BigInt(3 - exponentOf(payment.currency)),
})

const PAYMENT_FIELDS = fieldsOf('payments', ...DERIVED_OF_PAYMENT)

/** For {@link readPaymentRow}. */
export const PAYMENT_ROW_COLUMNS = selected('m', 'payments', PAYMENT_FIELDS)

export const readPaymentRow: (row: Row) => PaymentRow = readerOf('payments', PAYMENT_FIELDS)

const readRecord = readerOf(
  'payments',
  fieldsOf('payments', 'seq', ...PAYMENT_COLUMNS_OF_OTHERS, ...DERIVED_OF_PAYMENT),
)

export const readPayment = (row: Row): PaymentRecord => ({ ...readRecord(row), state: text(row, 'state') })

const CALLBACK_FIELDS = fieldsOf('callbacks', 'payment', 'bodyHash')

/** For {@link readCallbackRow}. */
export const CALLBACK_ROW_COLUMNS = selected('m', 'callbacks', CALLBACK_FIELDS)

export const readCallbackRow: (row: Row) => CallbackRow = readerOf('callbacks', CALLBACK_FIELDS)

/** Updates of a callback can change these columns. */
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

/** What determines how a callback counts; see {@link deliveryClass}. */
export type Delivery = Pick<CallbackRecord, 'state' | 'attemptCount' | 'nextN' | 'nextAttemptAt'>

/** The caller reads the state, because some callers skip unknown states. */
export const readDelivery = (row: Row, state: Delivery['state']): Delivery => ({
  state,
  attemptCount: integer(row, 'attempt_count'),
  nextN: integer(row, 'next_n'),
  nextAttemptAt: integerOrNull(row, 'next_attempt_at'),
})

/** Whether the callback failed in its schedule's only attempt: in a longer schedule, a failure increases `nextN`. */
export const failedOnce = ({ state, nextN, nextAttemptAt }: Omit<Delivery, 'attemptCount'>): boolean =>
  state === 'failed' && nextN === 0 && nextAttemptAt === null

/** How a callback counts; null if it does not count, because its only attempt failed. */
export function deliveryClass(delivery: Delivery): CallbackCount | null {
  const { state, attemptCount } = delivery
  switch (state) {
    case 'delivered':
    case 'dropped':
      return state
    case 'failed':
      return failedOnce(delivery) ? null : 'failed'
    case 'held':
      return attemptCount > 0 ? 'failed' : 'held'
    case 'scheduled':
    case 'delivering':
      return attemptCount > 0 ? 'failed' : 'pending'
  }
}

const EXCHANGE_FIELDS = fieldsOf('exchanges', ...DERIVED_OF_EXCHANGE, ...CONTENT_OF_EXCHANGE)

/** For {@link readExchangeRow}. */
export const EXCHANGE_ROW_COLUMNS = selected('m', 'exchanges', EXCHANGE_FIELDS)

export const readExchangeRow: (row: Row) => ExchangeRow = readerOf('exchanges', EXCHANGE_FIELDS)

const WHOLE_EXCHANGE = fieldsOf(
  'exchanges',
  'signatureState',
  'sizeBytes',
  'annotation',
  ...DERIVED_OF_EXCHANGE,
)

/** For {@link readExchange}; also selects the row number of the exchange's payment. */
export const SELECT_EXCHANGE = `SELECT ${selected('m', 'exchanges', WHOLE_EXCHANGE)}, m.payment FROM exchanges m WHERE m.id = ?`

export const readExchange: (row: Row) => ExchangeRecord = readerOf('exchanges', WHOLE_EXCHANGE)
