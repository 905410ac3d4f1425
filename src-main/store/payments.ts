import type { StoreBase } from './base'
import { askFor } from './index/list-index'
import { insertPaymentRow, PAYMENT_ROW_COLUMNS, readPaymentRow, updatePaymentRow } from './payment-row'
import type { PaymentRecord } from './records'
import { insertInto, update as updateOf } from './statements'
import type { PaymentRepository } from './repositories'
import { readForList } from './unreadable-value'

const INSERT_STATE = insertInto('payment_states', ['payment', 'state'])
const UPDATE_STATE = updateOf('payment_states', ['state'], 'payment')

export function createPayments(base: StoreBase): PaymentRepository {
  const { connection, group, counters, changes, index, memory } = base

  const insert = (record: PaymentRecord): void => {
    const rowId = insertPaymentRow(connection, record)
    INSERT_STATE.run(connection, { payment: rowId, state: record.state })
    memory.wrote(rowId, record, null)
    changes.written('payments', rowId)
    counters.add('payments', 1)
    counters.add('waiting', isWaiting(record.status))
  }

  const update = (record: PaymentRecord): boolean => {
    const before = memory.byKey(record.key)
    const seq = memory.numberOf(record.key)
    if (before === null || seq === null) return false
    updatePaymentRow(connection, seq, before, record)
    UPDATE_STATE.run(connection, { state: record.state, payment: seq })
    memory.wrote(seq, record, before)
    changes.written('payments', seq)
    counters.add('waiting', isWaiting(record.status) - isWaiting(before.status))
    return true
  }

  return {
    insert(record) {
      group.enlist(() => {
        insert(record)
      })
    },
    update: (record) => group.enlist(() => update(record)),
    byKey: (key) => memory.byKey(key),
    byPaymentId(projectId, paymentIdFolded) {
      const key = memory.keyOf(projectId, paymentIdFolded)
      return key === null ? null : memory.byKey(key)
    },
    keyByPaymentId: (projectId, paymentIdFolded) => memory.keyOf(projectId, paymentIdFolded),
    row(key) {
      const row = connection.get(`SELECT ${PAYMENT_ROW_COLUMNS} FROM payments m WHERE m.key = ?`, key)
      return row === undefined ? null : readForList(readPaymentRow)(row)
    },
    list: (request) => askFor(index, { list: 'payments', request }),
    count: () => counters.get('payments'),
    countWaiting: () => counters.get('waiting'),
  }
}

/** 1 for a payment that counts as waiting, else 0. */
export const isWaiting = (status: string): number => (status === 'awaiting clarification' ? 1 : 0)
