import { paymentNumber, type StoreBase } from './base'
import { integer, text } from './columns'
import type { Row } from './connection'
import type { TimerRecord } from './records'
import { upsertInto } from './statements'
import type { TimerRepository } from './repositories'
import { columnsWithout } from './tables'
import { ORIGINS, STATUS_WORDS } from './words'

const COLUMNS = 'id, payment_key, name, due_at'
const SET = upsertInto('timers', columnsWithout('timers', 'seq'), 'id')
const words = (known: Iterable<string>): string => [...known].map((word) => `'${word}'`).join(', ')
/** A payment that cannot be read stays as it is: its timers would fire into nothing, and keep all others waiting. */
const CAN_FIRE = `EXISTS (SELECT 1 FROM payments p JOIN payment_states s ON s.payment = p.seq
  WHERE p.seq = timers.payment
  AND p.status IN (${words(STATUS_WORDS)}) AND p.origin IN (${words(ORIGINS)}) AND json_valid(s.state))`

export function createTimers({ connection, group, memory }: StoreBase): TimerRepository {
  return {
    set(timer) {
      group.enlist(() =>
        connection.run(
          SET.sql,
          ...SET.values({
            id: timer.id,
            payment: paymentNumber(memory, timer.paymentKey),
            payment_key: timer.paymentKey,
            name: timer.name,
            due_at: timer.dueAt,
          }),
        ),
      )
    },
    remove: (id) => group.enlist(() => connection.run('DELETE FROM timers WHERE id = ?', id).changes > 0),
    removeForPayment: (paymentKey) =>
      group.enlist(
        () =>
          connection.run(
            'DELETE FROM timers WHERE payment = (SELECT seq FROM payments WHERE key = ?)',
            paymentKey,
          ).changes,
      ),
    due: (atMs, limit, excluding) =>
      connection
        .all(
          `SELECT ${COLUMNS} FROM timers
           WHERE due_at <= ? AND payment_key NOT IN (SELECT value FROM json_each(?)) AND ${CAN_FIRE}
           ORDER BY due_at, seq LIMIT ?`,
          atMs,
          JSON.stringify([...(excluding ?? [])]),
          limit,
        )
        .map(readTimer),
    next() {
      const row = connection.get(
        `SELECT ${COLUMNS} FROM timers WHERE ${CAN_FIRE} ORDER BY due_at, seq LIMIT 1`,
      )
      return row === undefined ? null : readTimer(row)
    },
    count: () => integer(connection.get('SELECT count(*) AS total FROM timers') ?? {}, 'total'),
    byPayment: (paymentKey) =>
      connection
        .all(
          `SELECT ${COLUMNS} FROM timers WHERE payment = (SELECT seq FROM payments WHERE key = ?)
           ORDER BY due_at, seq`,
          paymentKey,
        )
        .map(readTimer),
  }
}

const readTimer = (row: Row): TimerRecord => ({
  id: text(row, 'id'),
  paymentKey: text(row, 'payment_key'),
  name: text(row, 'name'),
  dueAt: integer(row, 'due_at'),
})
