import type { OperationId, PaymentKey, ProjectId } from '#domain/ids'
import type {
  EventRecord,
  JsonText,
  ListRequest,
  Page,
  PaymentRecord,
  PaymentRow,
  TimerRecord,
} from './records'
import { paymentNumber, type StoreBase } from './base'
import { askFor } from './index/list-index'
import { insertPaymentRow, PAYMENT_ROW_COLUMNS, readPaymentRow, updatePaymentRow } from './rows'
import { insertInto, readerOf, update as updateOf, upsertInto } from './statements'
import { integer, text } from './columns'
import { fieldsOf } from './tables'

const INSERT_STATE = insertInto('payment_states', ['payment', 'state'])
const UPDATE_STATE = updateOf('payment_states', ['state'], 'payment')

export function createPayments(base: StoreBase) {
  const { connection, group, counters, changes, index, memory } = base

  return {
    /** Throws if the project has another payment with this id, and neither is in status `error` (contract 5.7). */
    insert: (record: PaymentRecord): void =>
      group.enlist(() => {
        const rowId = insertPaymentRow(connection, record)
        INSERT_STATE.run(connection, { payment: rowId, state: record.state })
        memory.wrote(rowId, record, null)
        changes.written('payments', rowId)
        counters.add('payments', 1)
        counters.add('waiting', waitingCount(record.status))
      }),
    /** False if there is no such payment. */
    update: (record: PaymentRecord): boolean =>
      group.enlist(() => {
        const before = memory.byKey(record.key)
        const seq = memory.numberOf(record.key)
        if (before === null || seq === null) return false
        updatePaymentRow(connection, seq, before, record)
        UPDATE_STATE.run(connection, { state: record.state, payment: seq })
        memory.wrote(seq, record, before)
        changes.written('payments', seq)
        counters.add('waiting', waitingCount(record.status) - waitingCount(before.status))
        return true
      }),
    /** @throws UnreadableValue */
    byKey: (key: PaymentKey): PaymentRecord | null => memory.byKey(key),
    /** The payment that holds this id, or else the newest that ended in `error`. Throws an `UnreadableValue`. */
    byPaymentId(projectId: ProjectId, paymentIdFolded: string): PaymentRecord | null {
      const key = memory.keyOf(projectId, paymentIdFolded)
      return key === null ? null : memory.byKey(key)
    },
    /** The key of the payment that `byPaymentId` returns, even if the payment cannot be read. */
    keyByPaymentId: (projectId: ProjectId, paymentIdFolded: string): PaymentKey | null =>
      memory.keyOf(projectId, paymentIdFolded),
    row(key: PaymentKey): PaymentRow | null {
      const row = connection.get(`SELECT ${PAYMENT_ROW_COLUMNS} FROM payments m WHERE m.key = ?`, key)
      return row === undefined ? null : readPaymentRow(row)
    },
    list: (request: ListRequest): Promise<Page<PaymentRow>> => askFor(index, { list: 'payments', request }),
    count: (): number => counters.get('payments'),
    /** Payments in `awaiting clarification`. */
    countWaiting: (): number => counters.get('waiting'),
  }
}

export const waitingCount = (status: string): number => (status === 'awaiting clarification' ? 1 : 0)

const INSERT_EVENT = insertInto('events', fieldsOf('events', 'seq'))
const readEvent = readerOf('events', fieldsOf('events', 'payment'))

/** The log of every payment. Events are never changed; they are removed only with their payment. */
export function createEvents({ connection, group, memory }: StoreBase) {
  return {
    /** Returns the number of the event. */
    append: (paymentKey: PaymentKey, at: number, type: string, data: JsonText): number =>
      group.enlist(
        () =>
          INSERT_EVENT.run(connection, { payment: paymentNumber(memory, paymentKey), at, type, data }).rowId,
      ),
    latestAt(): number | null {
      const row = connection.get('SELECT at FROM events ORDER BY seq DESC LIMIT 1')
      return row === undefined ? null : integer(row, 'at')
    },
    /** Oldest first. */
    byPayment: (paymentKey: PaymentKey): readonly EventRecord[] =>
      connection
        .all(
          `SELECT e.seq, e.at, e.type, e.data FROM payments p JOIN events e ON e.payment = p.seq
           WHERE p.key = ? ORDER BY e.seq`,
          paymentKey,
        )
        .map((row) => ({ ...readEvent(row), paymentKey })),
  }
}

/** Prefixes of series and operation numbers among the request ids, which have no colon themselves. */
const SERIES = 'series:'
const DEBIT = 'debit:'

/** Which payment an accepted request belongs to (contract 5.4). */
export function createRequestIds({ connection, group, memory }: StoreBase) {
  const remember = (id: string, paymentKey: PaymentKey): void => {
    group.enlist(() => {
      connection.run(
        'INSERT OR IGNORE INTO request_ids (request_id, payment) VALUES (?, ?)',
        id,
        paymentNumber(memory, paymentKey),
      )
    })
  }
  const keyOf = (id: string, projectId: ProjectId): string | null => {
    const row = connection.get(
      `SELECT p.key FROM request_ids r JOIN payments p ON p.seq = r.payment
       WHERE r.request_id = ? AND p.project_id = ?`,
      id,
      projectId,
    )
    return row === undefined ? null : text(row, 'key')
  }
  return {
    /** A known id changes nothing. */
    remember,
    paymentKey: (requestId: string, projectId: ProjectId): string | null =>
      requestId.includes(':') ? null : keyOf(requestId, projectId),
    /** Records which payment registers a series (contract 13.1). */
    rememberSeries: (seriesId: number, paymentKey: PaymentKey): void =>
      remember(SERIES + String(seriesId), paymentKey),
    rememberDebit: (operationId: OperationId, paymentKey: PaymentKey): void =>
      remember(DEBIT + String(operationId), paymentKey),
    debitPaymentKey: (operationId: OperationId, projectId: ProjectId): string | null =>
      keyOf(DEBIT + String(operationId), projectId),
    seriesPaymentKey: (seriesId: number, projectId: ProjectId): string | null =>
      keyOf(SERIES + String(seriesId), projectId),
  }
}

const TIMER_COLUMNS = 'id, payment_key, name, due_at'
const SET_TIMER = upsertInto('timers', fieldsOf('timers', 'seq'), 'id')
const readTimer = readerOf('timers', fieldsOf('timers', 'seq', 'payment'))

export function createTimers({ connection, group, memory }: StoreBase) {
  /** Timers due by `atMs`, in the order of their due times, without those of the payments in `excluding`. */
  const due = (atMs: number, limit: number, excluding: Iterable<string> = []): readonly TimerRecord[] =>
    connection
      .all(
        `SELECT ${TIMER_COLUMNS} FROM timers
         WHERE due_at <= ? AND payment_key NOT IN (SELECT value FROM json_each(?)) ORDER BY due_at, seq LIMIT ?`,
        atMs,
        JSON.stringify([...excluding]),
        limit,
      )
      .map(readTimer)
  const firstDue = (limit: number): readonly TimerRecord[] => due(Number.MAX_SAFE_INTEGER, limit)
  return {
    set(timer: TimerRecord): void {
      group.enlist(() =>
        SET_TIMER.run(connection, { ...timer, payment: paymentNumber(memory, timer.paymentKey) }),
      )
    },
    remove: (id: string): boolean =>
      group.enlist(() => connection.run('DELETE FROM timers WHERE id = ?', id).changes > 0),
    removeForPayment: (paymentKey: PaymentKey): number =>
      group.enlist(
        () =>
          connection.run(
            'DELETE FROM timers WHERE payment = (SELECT seq FROM payments WHERE key = ?)',
            paymentKey,
          ).changes,
      ),
    due,
    next: (): TimerRecord | null => firstDue(1)[0] ?? null,
    firstDue,
    count: (): number => integer(connection.get('SELECT count(*) AS total FROM timers') ?? {}, 'total'),
    byPayment: (paymentKey: PaymentKey): readonly TimerRecord[] =>
      connection
        .all(
          `SELECT ${TIMER_COLUMNS} FROM timers WHERE payment = (SELECT seq FROM payments WHERE key = ?)
           ORDER BY due_at, seq`,
          paymentKey,
        )
        .map(readTimer),
  }
}
