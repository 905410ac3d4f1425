import { exponentOf } from '#lib/money/currency'
import { text } from './columns'
import type { Connection, Row } from './connection'
import type { PaymentRecord, PaymentRow } from './records'
import { changedFields, insertInto, readerOf, selected, update } from './statements'
import { fieldsOf } from './tables'
import { FINAL_STATUSES } from './words'

/** Columns that the deliveries of its callbacks change, or the tester, not the payment. */
const OTHERS = ['callbacksDelivered', 'callbacksFailed', 'callbacksPending', 'annotation'] as const
/** Columns by which lists select and sort. */
const DERIVED = ['isFinal', 'amountThousandths', 'customerIdFolded', 'cardLast4'] as const

const INSERT = insertInto('payments', fieldsOf('payments', 'seq', 'cardLast4', ...OTHERS))
const UPDATED = fieldsOf('payments', 'seq', 'key', 'cardLast4', ...OTHERS)

/** Inserts the row of the payment and returns its number. */
export const insertPaymentRow = (connection: Connection, record: PaymentRecord): number =>
  INSERT.run(connection, { ...record, ...derivedOfPayment(record) }).rowId

/** Writes the columns that differ: SQLite takes every index of a column that is set out and puts it in again. */
export function updatePaymentRow(
  connection: Connection,
  seq: number,
  before: PaymentRecord,
  after: PaymentRecord,
): void {
  const was = { ...before, ...derivedOfPayment(before) }
  const is = { ...after, ...derivedOfPayment(after) }
  const changed = changedFields('payments', UPDATED, was, is)
  if (changed.length > 0) update('payments', changed, 'seq').run(connection, { ...is, seq })
}

/** What the store computes of a payment. */
export const derivedOfPayment = ({
  paymentId,
  customerId,
  status,
  amount,
  currency,
}: Pick<PaymentRecord, 'paymentId' | 'customerId' | 'status' | 'amount' | 'currency'>) => ({
  paymentIdFolded: paymentId.toLowerCase(),
  customerIdFolded: customerId.toLowerCase(),
  isFinal: FINAL_STATUSES.has(status),
  // Exponents are 0 to 3 (contract 3.1).
  amountThousandths: BigInt(amount) * 10n ** BigInt(3 - exponentOf(currency)),
})

const ROW = fieldsOf('payments', ...DERIVED)

/** Columns that {@link readPaymentRow} reads. */
export const PAYMENT_ROW_COLUMNS = selected('m', 'payments', ROW)

export const readPaymentRow: (row: Row) => PaymentRow = readerOf('payments', ROW)

const readRecord = readerOf('payments', fieldsOf('payments', 'seq', ...OTHERS, ...DERIVED))

export const readPayment = (row: Row): PaymentRecord => ({ ...readRecord(row), state: text(row, 'state') })
