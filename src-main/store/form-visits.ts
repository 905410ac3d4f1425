import type { StoreBase } from './base'
import type { FormVisitRecord } from './records'
import { insertInto, readerOf, update } from './statements'
import type { FormVisitRepository } from './repositories'
import { fieldsOf } from './tables'

const INSERT = insertInto('form_visits', fieldsOf('form_visits', 'seq'))
const UPDATE = update('form_visits', fieldsOf('form_visits', 'seq', 'id'), 'id')
const readVisit = readerOf('form_visits', fieldsOf('form_visits', 'seq'))

/** The stays of customers on the payment form. */
export function createFormVisits({ connection, group }: StoreBase): FormVisitRepository {
  const first = (sql: string, value: string): FormVisitRecord | null => {
    const row = connection.get(sql, value)
    return row === undefined ? null : readVisit(row)
  }
  return {
    insert(visit) {
      group.enlist(() => INSERT.run(connection, visit))
    },
    update: (visit) => group.enlist(() => UPDATE.run(connection, visit).changes > 0),
    byId: (id) => first('SELECT * FROM form_visits WHERE id = ?', id),
    byPayment: (paymentKey) =>
      first('SELECT * FROM form_visits WHERE payment_key = ? ORDER BY seq DESC LIMIT 1', paymentKey),
  }
}
