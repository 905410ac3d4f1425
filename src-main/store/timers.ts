import { paymentNumber, type StoreBase } from './base'
import { integer } from './columns'
import type { TimerRecord } from './records'
import { readerOf, upsertInto } from './statements'
import type { TimerRepository } from './repositories'
import { fieldsOf } from './tables'
import { ORIGINS, STATUS_WORDS } from './words'

const COLUMNS = 'id, payment_key, name, due_at'
const SET = upsertInto('timers', fieldsOf('timers', 'seq'), 'id')
const readTimer = readerOf('timers', fieldsOf('timers', 'seq', 'payment'))
const words = (known: Iterable<string>): string => [...known].map((word) => `'${word}'`).join(', ')
/** A payment that cannot be read stays as it is: its timers would fire into nothing, and keep all others waiting. */
const CAN_FIRE = `SELECT 1 FROM payments p JOIN payment_states s ON s.payment = p.seq
  WHERE p.key = ? AND p.status IN (${words(STATUS_WORDS)}) AND p.origin IN (${words(ORIGINS)}) AND json_valid(s.state)`
/** In the order in which they are due, from behind a place in it. */
const DUE = `SELECT seq, ${COLUMNS} FROM timers WHERE due_at <= ? AND (due_at, seq) > (?, ?) ORDER BY due_at, seq LIMIT ?`
/** So many are read at once where some may have to be passed over. */
const AT_ONCE = 50

export function createTimers({ connection, group, memory }: StoreBase): TimerRepository {
  const canFire = ({ paymentKey }: TimerRecord): boolean =>
    memory.wroteLately(paymentKey) || connection.get(CAN_FIRE, paymentKey) !== undefined

  /** Timers that are due and can fire, in their order. */
  function* dueUntil(atMs: number, atFirst: number): Generator<TimerRecord> {
    let after: readonly [dueAt: number, seq: number] = [Number.MIN_SAFE_INTEGER, 0]
    for (let atOnce = Math.min(atFirst, AT_ONCE); ; atOnce = AT_ONCE) {
      const rows = connection.all(DUE, atMs, ...after, atOnce)
      for (const row of rows) {
        const timer = readTimer(row)
        if (canFire(timer)) yield timer
        after = [timer.dueAt, integer(row, 'seq')]
      }
      if (rows.length < atOnce) return
    }
  }

  return {
    set(timer) {
      group.enlist(() => SET.run(connection, { ...timer, payment: paymentNumber(memory, timer.paymentKey) }))
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
    due(atMs, limit, excluding) {
      const due: TimerRecord[] = []
      if (limit <= 0) return due
      for (const timer of dueUntil(atMs, limit)) {
        if (excluding?.has(timer.paymentKey) === true) continue
        due.push(timer)
        if (due.length === limit) break
      }
      return due
    },
    next() {
      const [first] = dueUntil(Number.MAX_SAFE_INTEGER, 1)
      return first ?? null
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
