import { exponentOf } from '#lib/money/currency'
import { asInteger, readersOf, text } from './columns'
import type { Connection, Row } from './connection'
import type { PaymentRecord, PaymentRow } from './records'
import { insertInto, selected, update } from './statements'
import { columnsWithout } from './tables'
import { FINAL_STATUSES, ORIGINS, STATUS_WORDS } from './words'

/** Columns that the deliveries of its callbacks change, or the tester, not the payment. */
const OTHERS = ['callbacks_delivered', 'callbacks_failed', 'callbacks_pending', 'annotation'] as const

const INSERT = insertInto('payments', columnsWithout('payments', 'seq', ...OTHERS))
const UPDATED = columnsWithout('payments', 'seq', 'key', ...OTHERS)

/** Inserts the row of the payment and returns its number. */
export const insertPaymentRow = (connection: Connection, record: PaymentRecord): number =>
  connection.run(INSERT.sql, ...INSERT.values(valuesOf(record))).rowId

/** Writes the columns that differ: SQLite takes every index of a column that is set out and puts it in again. */
export function updatePaymentRow(
  connection: Connection,
  seq: number,
  before: PaymentRecord,
  after: PaymentRecord,
): void {
  const was = valuesOf(before)
  const is = valuesOf(after)
  const columns = UPDATED.filter((column) => was[column] !== is[column])
  if (columns.length === 0) return
  const { sql, values } = update('payments', columns, 'seq')
  connection.run(sql, ...values({ ...is, seq }))
}

const valuesOf = (record: PaymentRecord) => ({
  key: record.key,
  project_id: record.projectId,
  payment_id: record.paymentId,
  payment_id_folded: record.paymentIdFolded,
  status: record.status,
  is_final: asInteger(FINAL_STATUSES.has(record.status)),
  amount: record.amount,
  amount_thousandths: amountThousandths(record),
  currency: record.currency,
  method: record.method,
  customer_id: record.customerId,
  customer_id_folded: record.customerId.toLowerCase(),
  account_number: record.accountNumber,
  account_type: record.accountType,
  result_code: record.resultCode,
  result_message: record.resultMessage,
  description: record.description,
  origin: record.origin,
  created_at: record.createdAt,
  updated_at: record.updatedAt,
  clarification_expires_at: record.clarificationExpiresAt,
  deadline_at: record.deadlineAt,
  clarification: record.clarification,
})

/** Columns that {@link readPaymentRow} reads, `seq` aside. */
export const PAYMENT_ROW_COLUMNS = selected(
  'm',
  columnsWithout('payments', 'seq', 'is_final', 'amount_thousandths', 'customer_id_folded'),
)

const column = readersOf('payments')

export function readPaymentRow(row: Row): PaymentRow {
  return {
    ...readPaymentColumns(row),
    seq: column.integer(row, 'seq'),
    annotation: column.textOrNull(row, 'annotation'),
    callbacks: {
      delivered: column.integer(row, 'callbacks_delivered'),
      failed: column.integer(row, 'callbacks_failed'),
      pending: column.integer(row, 'callbacks_pending'),
    },
  }
}

export const readPayment = (row: Row): PaymentRecord => ({
  ...readPaymentColumns(row),
  state: text(row, 'state'),
})

const readPaymentColumns = (row: Row): Omit<PaymentRecord, 'state'> => ({
  key: column.text(row, 'key'),
  projectId: column.integer(row, 'project_id', 1),
  paymentId: column.text(row, 'payment_id'),
  paymentIdFolded: column.text(row, 'payment_id_folded'),
  status: column.oneOf(STATUS_WORDS, row, 'status', 'error'),
  amount: column.integer(row, 'amount'),
  currency: column.text(row, 'currency'),
  method: column.text(row, 'method'),
  customerId: column.text(row, 'customer_id'),
  accountNumber: column.textOrNull(row, 'account_number'),
  accountType: column.textOrNull(row, 'account_type'),
  resultCode: column.text(row, 'result_code'),
  resultMessage: column.text(row, 'result_message'),
  description: column.text(row, 'description'),
  origin: column.oneOf(ORIGINS, row, 'origin'),
  createdAt: column.integer(row, 'created_at'),
  updatedAt: column.integer(row, 'updated_at'),
  clarificationExpiresAt: column.integerOrNull(row, 'clarification_expires_at'),
  deadlineAt: column.integer(row, 'deadline_at'),
  clarification: column.textOrNull(row, 'clarification'),
})

/** The amount in one unit for all currencies, so that amounts can be compared; exponents are 0 to 3 (contract 3.1). */
export function amountThousandths({ amount, currency }: Pick<PaymentRecord, 'amount' | 'currency'>): bigint {
  return BigInt(amount) * 10n ** BigInt(3 - exponentOf(currency))
}
