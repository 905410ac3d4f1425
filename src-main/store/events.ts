import { paymentNumber, type StoreBase } from './base'
import { integer } from './columns'
import { insertInto, readerOf } from './statements'
import type { EventRepository } from './repositories'
import { fieldsOf } from './tables'

const INSERT = insertInto('events', fieldsOf('events', 'seq'))
const readEvent = readerOf('events', fieldsOf('events', 'payment'))

/** The log of every payment; rows are only ever added, until everything is reset. */
export function createEvents({ connection, group, memory }: StoreBase): EventRepository {
  return {
    append: (paymentKey, at, type, data) =>
      group.enlist(
        () => INSERT.run(connection, { payment: paymentNumber(memory, paymentKey), at, type, data }).rowId,
      ),
    latestAt() {
      const row = connection.get('SELECT at FROM events ORDER BY seq DESC LIMIT 1')
      return row === undefined ? null : integer(row, 'at')
    },
    byPayment: (paymentKey) =>
      connection
        .all(
          `SELECT e.seq, e.at, e.type, e.data FROM payments p JOIN events e ON e.payment = p.seq
           WHERE p.key = ? ORDER BY e.seq`,
          paymentKey,
        )
        .map((row) => ({ ...readEvent(row), paymentKey })),
  }
}
