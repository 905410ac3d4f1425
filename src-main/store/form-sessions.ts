import type { StoreBase } from './base'
import { integer, text, textOrNull } from './columns'
import type { Row } from './connection'
import type { FormSessionRecord } from './records'
import type { FormSessionRepository } from './store'

export function createFormSessions({ connection, group }: StoreBase): FormSessionRepository {
  const first = (sql: string, value: string): FormSessionRecord | null => {
    const row = connection.get(sql, value)
    return row === undefined ? null : readSession(row)
  }
  return {
    insert(session) {
      group.enlist(() =>
        connection.run(
          `INSERT INTO form_sessions (project_id, payment_key, state, created_at, updated_at, id)
           VALUES (?, ?, ?, ?, ?, ?)`,
          ...sessionValues(session),
        ),
      )
    },
    update: (session) =>
      group.enlist(
        () =>
          connection.run(
            `UPDATE form_sessions SET project_id = ?, payment_key = ?, state = ?, created_at = ?, updated_at = ?
             WHERE id = ?`,
            ...sessionValues(session),
          ).changes > 0,
      ),
    byId: (id) => first('SELECT * FROM form_sessions WHERE id = ?', id),
    byPayment: (paymentKey) =>
      first('SELECT * FROM form_sessions WHERE payment_key = ? ORDER BY seq DESC LIMIT 1', paymentKey),
  }
}

const sessionValues = (session: FormSessionRecord) => [
  session.projectId,
  session.paymentKey,
  session.state,
  session.createdAt,
  session.updatedAt,
  session.id,
]

const readSession = (row: Row): FormSessionRecord => ({
  id: text(row, 'id'),
  projectId: integer(row, 'project_id'),
  paymentKey: textOrNull(row, 'payment_key'),
  state: text(row, 'state'),
  createdAt: integer(row, 'created_at'),
  updatedAt: integer(row, 'updated_at'),
})
