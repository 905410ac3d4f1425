import type { StoreBase } from './base'
import { integer, text } from './columns'
import { inBothForms } from './lists/condition'
import { PAYMENT_SORT_COLUMNS, PAYMENT_VOCABULARY } from './lists/payment-list'
import {
  insertPaymentRow,
  PAYMENT_ROW_COLUMNS,
  readPayment,
  readPaymentRow,
  updatePaymentRow,
} from './payment-row'
import type { PaymentRecord } from './records'
import { insertInto, update as updateOf } from './statements'
import type { PaymentRepository } from './repositories'
import { readForList } from './unreadable-value'

const INSERT_STATE = insertInto('payment_states', ['payment', 'state'])
const UPDATE_STATE = updateOf('payment_states', ['state'], 'payment')
const WITH_STATE = 'FROM payments m JOIN payment_states s ON s.payment = m.seq'
/** Several payments have the same id where all but one ended in `error`. */
const HAS_PAYMENT_ID = `m.payment_id_folded = ? AND m.project_id = ?
  ORDER BY m.status = 'error', m.seq DESC LIMIT 1`

export function createPayments(base: StoreBase): PaymentRepository {
  const { connection, group, counters, search, lists } = base

  const insert = (record: PaymentRecord): void => {
    const rowId = insertPaymentRow(connection, record)
    connection.run(INSERT_STATE.sql, ...INSERT_STATE.values({ payment: rowId, state: record.state }))
    search.nameAdd(rowId, record.paymentIdFolded, record.customerId.toLowerCase())
    counters.add('payments', 1)
    counters.add('waiting', isWaiting(record.status))
  }

  const update = (record: PaymentRecord): boolean => {
    const before = connection.get(
      'SELECT seq, status, payment_id_folded, customer_id_folded FROM payments WHERE key = ?',
      record.key,
    )
    if (before === undefined) return false
    updatePaymentRow(connection, record)
    const seq = integer(before, 'seq')
    connection.run(UPDATE_STATE.sql, ...UPDATE_STATE.values({ state: record.state, payment: seq }))
    const customerIdFolded = record.customerId.toLowerCase()
    if (
      text(before, 'payment_id_folded') !== record.paymentIdFolded ||
      text(before, 'customer_id_folded') !== customerIdFolded
    ) {
      search.nameRemove(seq)
      search.nameAdd(seq, record.paymentIdFolded, customerIdFolded)
    }
    counters.add('waiting', isWaiting(record.status) - isWaiting(text(before, 'status')))
    return true
  }

  return {
    insert(record) {
      group.enlist(() => {
        insert(record)
      })
    },
    update: (record) => group.enlist(() => update(record)),
    byKey(key) {
      const row = connection.get(`SELECT ${PAYMENT_ROW_COLUMNS}, s.state ${WITH_STATE} WHERE m.key = ?`, key)
      return row === undefined ? null : readPayment(row)
    },
    byPaymentId(projectId, paymentIdFolded) {
      const row = connection.get(
        `SELECT ${PAYMENT_ROW_COLUMNS}, s.state ${WITH_STATE} WHERE ${HAS_PAYMENT_ID}`,
        paymentIdFolded,
        projectId,
      )
      return row === undefined ? null : readPayment(row)
    },
    keyByPaymentId(projectId, paymentIdFolded) {
      const row = connection.get(
        `SELECT m.key FROM payments m WHERE ${HAS_PAYMENT_ID}`,
        paymentIdFolded,
        projectId,
      )
      return row === undefined ? null : text(row, 'key')
    },
    row(key) {
      const row = connection.get(`SELECT m.seq, ${PAYMENT_ROW_COLUMNS} FROM payments m WHERE m.key = ?`, key)
      return row === undefined ? null : readForList(readPaymentRow)(row)
    },
    list({ terms, projectId, cursor, skip, limit, nowMs, sort, preview }) {
      return lists.page({
        list: 'payments',
        table: 'payments',
        columns: PAYMENT_ROW_COLUMNS,
        read: readPaymentRow,
        vocabulary: PAYMENT_VOCABULARY,
        terms,
        nowMs,
        whole: { condition: null, size: counters.get('payments') },
        narrowing: projectId === undefined ? [] : [inBothForms('m.project_id = ?', projectId)],
        cursor,
        skip,
        limit,
        sort,
        sortColumns: PAYMENT_SORT_COLUMNS,
        preview,
      })
    },
    count: () => counters.get('payments'),
    countWaiting: () => counters.get('waiting'),
  }
}

const isWaiting = (status: string): number => (status === 'awaiting clarification' ? 1 : 0)
