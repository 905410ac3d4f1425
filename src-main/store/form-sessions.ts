import type { StoreBase } from './base'
import { integer, text, textOrNull } from './columns'
import type { Row } from './connection'
import type { FormSessionRecord } from './records'
import { insertInto, update } from './statements'
import type { FormSessionRepository } from './repositories'
import { columnsWithout } from './tables'

const INSERT = insertInto('form_sessions', columnsWithout('form_sessions', 'seq'))
const UPDATE = update('form_sessions', columnsWithout('form_sessions', 'seq', 'id'), 'id')

/** Sessions of the payment form. */
export function createFormSessions({ connection, group }: StoreBase): FormSessionRepository {
  const first = (sql: string, value: string): FormSessionRecord | null => {
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

const valuesOf = (session: FormSessionRecord) => ({
  id: session.id,
  project_id: session.projectId,
  payment_key: session.paymentKey,
  state: session.state,
  created_at: session.createdAt,
  updated_at: session.updatedAt,
})

const readSession = (row: Row): FormSessionRecord => ({
  id: text(row, 'id'),
  projectId: integer(row, 'project_id'),
  paymentKey: textOrNull(row, 'payment_key'),
  state: text(row, 'state'),
  createdAt: integer(row, 'created_at'),
  updatedAt: integer(row, 'updated_at'),
})
