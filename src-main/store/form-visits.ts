import type { StoreBase } from './base'
import { integer, text, textOrNull } from './columns'
import type { Row } from './connection'
import type { FormVisitRecord } from './records'
import { insertInto, update } from './statements'
import type { FormVisitRepository } from './repositories'
import { columnsWithout } from './tables'

const INSERT = insertInto('form_sessions', columnsWithout('form_sessions', 'seq'))
const UPDATE = update('form_sessions', columnsWithout('form_sessions', 'seq', 'id'), 'id')

/** Sessions of the payment form. */
export function createFormVisits({ connection, group }: StoreBase): FormVisitRepository {
  const first = (sql: string, value: string): FormVisitRecord | null => {
    const row = connection.get(sql, value)
    return row === undefined ? null : readSession(row)
  }
  return {
    insert(session) {
      group.enlist(() => connection.run(INSERT.sql, ...INSERT.values(valuesOf(session))))
    },
    update: (session) =>
      group.enlist(() => connection.run(UPDATE.sql, ...UPDATE.values(valuesOf(session))).changes > 0),
    byId: (id) => first('SELECT * FROM form_sessions WHERE id = ?', id),
    byPayment: (paymentKey) =>
      first('SELECT * FROM form_sessions WHERE payment_key = ? ORDER BY seq DESC LIMIT 1', paymentKey),
  }
}

const valuesOf = (session: FormVisitRecord) => ({
  id: session.id,
  project_id: session.projectId,
  payment_key: session.paymentKey,
  state: session.state,
  created_at: session.createdAt,
  updated_at: session.updatedAt,
})

const readSession = (row: Row): FormVisitRecord => ({
  id: text(row, 'id'),
  projectId: integer(row, 'project_id'),
  paymentKey: textOrNull(row, 'payment_key'),
  state: text(row, 'state'),
  createdAt: integer(row, 'created_at'),
  updatedAt: integer(row, 'updated_at'),
})
