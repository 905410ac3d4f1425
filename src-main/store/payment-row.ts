import { exponentOf } from '../lib/money/currency'
import { integer, integerOrNull, oneOf, text, textOrNull } from './columns'
import type { Row, SqlValue } from './connection'
import type { PaymentRecord, PaymentRow } from './records'
import { FINAL_STATUSES, ORIGINS, STATUS_WORDS } from './words'

type Column = readonly [name: string, value: (record: PaymentRecord) => SqlValue]

/** Columns that come from the record; the table's others are kept by the store. */
const COLUMNS: readonly Column[] = [
  ['project_id', (record) => record.projectId],
  ['payment_id', (record) => record.paymentId],
  ['payment_id_folded', (record) => record.paymentIdFolded],
  ['status', (record) => record.status],
  ['is_final', (record) => (FINAL_STATUSES.has(record.status) ? 1 : 0)],
  ['amount', (record) => record.amount],
  ['amount_thousandths', amountThousandths],
  ['currency', (record) => record.currency],
  ['method', (record) => record.method],
  ['customer_id', (record) => record.customerId],
  ['customer_id_folded', (record) => record.customerId.toLowerCase()],
  ['account_number', (record) => record.accountNumber],
  ['account_type', (record) => record.accountType],
  ['result_code', (record) => record.resultCode],
  ['result_message', (record) => record.resultMessage],
  ['description', (record) => record.description],
  ['origin', (record) => record.origin],
  ['created_at', (record) => record.createdAt],
  ['updated_at', (record) => record.updatedAt],
  ['clarification_expires_at', (record) => record.clarificationExpiresAt],
  ['deadline_at', (record) => record.deadlineAt],
  ['clarification', (record) => record.clarification],
  ['key', (record) => record.key],
]

export const INSERT_PAYMENT = `INSERT INTO payments (${COLUMNS.map(([name]) => name).join(', ')})
  VALUES (${COLUMNS.map(() => '?').join(', ')})`

/** The last value is the key. */
export const UPDATE_PAYMENT = `UPDATE payments SET ${COLUMNS.slice(0, -1)
  .map(([name]) => `${name} = ?`)
  .join(', ')} WHERE key = ?`

export const paymentValues = (record: PaymentRecord): readonly SqlValue[] =>
  COLUMNS.map(([, value]) => value(record))

/** Columns that {@link readPaymentRow} reads. */
export const PAYMENT_ROW_COLUMNS = `m.key, m.project_id, m.payment_id, m.payment_id_folded, m.status, m.amount,
  m.currency, m.method, m.customer_id, m.account_number, m.account_type, m.result_code, m.result_message,
  m.description, m.origin, m.created_at, m.updated_at, m.clarification_expires_at, m.deadline_at, m.clarification,
  m.callbacks_delivered, m.callbacks_failed, m.callbacks_pending`

export function readPaymentRow(row: Row): PaymentRow {
  return {
    ...readPaymentColumns(row),
    seq: integer(row, 'seq'),
    callbacks: {
      delivered: integer(row, 'callbacks_delivered'),
      failed: integer(row, 'callbacks_failed'),
      pending: integer(row, 'callbacks_pending'),
    },
  }
}

export const readPayment = (row: Row): PaymentRecord => ({
  ...readPaymentColumns(row),
  state: text(row, 'state'),
})

const readPaymentColumns = (row: Row): Omit<PaymentRecord, 'state'> => ({
  key: text(row, 'key'),
  projectId: integer(row, 'project_id', 1),
  paymentId: text(row, 'payment_id'),
  paymentIdFolded: text(row, 'payment_id_folded'),
  status: oneOf(STATUS_WORDS, row, 'status', 'error'),
  amount: integer(row, 'amount'),
  currency: text(row, 'currency'),
  method: text(row, 'method'),
  customerId: text(row, 'customer_id'),
  accountNumber: textOrNull(row, 'account_number'),
  accountType: textOrNull(row, 'account_type'),
  resultCode: text(row, 'result_code'),
  resultMessage: text(row, 'result_message'),
  description: text(row, 'description'),
  origin: oneOf(ORIGINS, row, 'origin'),
  createdAt: integer(row, 'created_at'),
  updatedAt: integer(row, 'updated_at'),
  clarificationExpiresAt: integerOrNull(row, 'clarification_expires_at'),
  deadlineAt: integer(row, 'deadline_at'),
  clarification: textOrNull(row, 'clarification'),
})

/** The amount in one unit for all currencies, so that amounts can be compared; exponents are 0 to 3 (contract 3.1). */
export function amountThousandths({ amount, currency }: PaymentRecord): bigint {
  return BigInt(amount) * 10n ** BigInt(3 - exponentOf(currency))
}
