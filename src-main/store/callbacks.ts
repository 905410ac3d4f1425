import { createHash } from 'node:crypto'
import { boundedNote } from '../lib/limits/bounded-text'
import { paymentNumber, type StoreBase } from './base'
import { CALLBACK_ROW_COLUMNS, deliveryClass, readCallbackRow } from './callback-row'
import { readForList } from './unreadable-value'
import { asInteger, bytes, integer, integerOrNull, oneOf } from './columns'
import type { Row, SqlValue } from './connection'
import { headerPairs } from './json-columns'
import { inBothForms } from './lists/condition'
import { CALLBACK_SORT_COLUMNS, CALLBACK_VOCABULARY } from './lists/message-lists'
import type { CallbackChange, CallbackRecord, CallbackRow, NewCallback, StoredCallbackState } from './records'
import { NO_PAYMENT } from './search'
import { callbackText } from './searched-text'
import type { CallbackRepository } from './store'
import { CALLBACK_KINDS, CALLBACK_STATES } from './words'

const SELECT_ROW = `SELECT m.seq, ${CALLBACK_ROW_COLUMNS} FROM callbacks m`
/** As in the partial index. A failed callback is due again while its schedule goes on. */
/** What cannot be read is not sent either: it stays as it is. */
const TO_BE_SENT = `m.next_attempt_at IS NOT NULL AND m.state IN ('scheduled', 'failed')
  AND m.kind IN (${CALLBACK_KINDS.map((kind) => `'${kind}'`).join(', ')})`
const OF_PAYMENT = 'm.payment = (SELECT seq FROM payments WHERE key = ?)'

interface Delivery {
  readonly state: StoredCallbackState
  readonly attemptCount: number
}

export function createCallbacks(base: StoreBase): CallbackRepository {
  const { connection, group, counters, search, lists, newId } = base

  /** Keeps the totals and the counts of the payment in step with one callback. */
  const recount = (payment: number | null, before: Delivery | null, after: Delivery): void => {
    if (before?.state !== after.state) {
      if (before !== null) counters.add(`callbacks:${before.state}`, -1)
      counters.add(`callbacks:${after.state}`, 1)
    }
    const from = before === null ? null : deliveryClass(before.state, before.attemptCount)
    const to = deliveryClass(after.state, after.attemptCount)
    if (from === to) return
    counters.add('failing', asInteger(to === 'failed') - asInteger(from === 'failed'))
    if (payment === null) return
    const changes: string[] = []
    if (from !== null) changes.push(`callbacks_${from} = callbacks_${from} - 1`)
    if (to !== null) changes.push(`callbacks_${to} = callbacks_${to} + 1`)
    connection.run(`UPDATE payments SET ${changes.join(', ')} WHERE seq = ?`, payment)
  }

  const insert = (callback: NewCallback): CallbackRecord => {
    const payment = callback.paymentKey === '' ? null : paymentNumber(connection, callback.paymentKey)
    const id = callback.id ?? newId()
    const record = {
      ...callback,
      id,
      lane: callback.lane ?? null,
      hold: callback.hold ?? null,
      marks: callback.marks ?? [],
    }
    const { rowId } = connection.run(
      `INSERT INTO callbacks (id, payment, payment_key, payment_id, project_id, kind, created_at, target_url,
         target_is_own_path, method, size_bytes, body_hash, state, attempt_count, first_due_at, next_n,
         next_attempt_at, last_status, last_duration_ms, replay_of, note, operation_id, lane,
         hold, marks)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      payment,
      callback.paymentKey,
      callback.paymentId,
      callback.projectId,
      callback.kind,
      callback.createdAt,
      callback.targetUrl,
      asInteger(callback.targetIsOwnPath),
      callback.method,
      callback.body.length,
      hashOf(callback.body),
      callback.state,
      callback.attemptCount,
      callback.firstDueAt,
      callback.nextN,
      callback.nextAttemptAt,
      callback.lastStatus,
      callback.lastDurationMs,
      callback.replayOf,
      callback.note === null ? null : boundedNote(callback.note),
      callback.operationId,
      record.lane,
      record.hold,
      JSON.stringify(record.marks),
    )
    connection.run(
      'INSERT INTO callback_contents (callback, headers, body) VALUES (?, ?, ?)',
      rowId,
      JSON.stringify(callback.headers),
      callback.body,
    )
    search.add(payment ?? NO_PAYMENT, rowId, 'callback', callbackText({ ...callback, id }))
    recount(payment, null, callback)
    return { ...record, seq: rowId }
  }

  const update = (id: string, change: CallbackChange): boolean => {
    const row = connection.get('SELECT seq, payment, state, attempt_count FROM callbacks WHERE id = ?', id)
    if (row === undefined) return false
    const before: Delivery = {
      state: oneOf(CALLBACK_STATES, row, 'state'),
      attemptCount: integer(row, 'attempt_count'),
    }
    const changed = CHANGED_COLUMNS.flatMap(([column, read]) => {
      const value = read(change)
      return value === undefined ? [] : [[column, value] as const]
    })
    if (changed.length === 0) return true
    connection.run(
      `UPDATE callbacks SET ${changed.map(([column]) => `${column} = ?`).join(', ')} WHERE seq = ?`,
      ...changed.map(([, value]) => value),
      integer(row, 'seq'),
    )
    recount(integerOrNull(row, 'payment'), before, {
      state: change.state ?? before.state,
      attemptCount: change.attemptCount ?? before.attemptCount,
    })
    return true
  }

  const listed = readForList(readCallbackRow)
  const first = (rows: readonly Row[]): CallbackRow | null => rows.map(readCallbackRow)[0] ?? null

  return {
    insert: (callback) => group.enlist(() => insert(callback)),
    update: (id, change) => group.enlist(() => update(id, change)),
    byId(id) {
      const row = connection.get(
        `SELECT m.seq, ${CALLBACK_ROW_COLUMNS}, c.headers, c.body
         FROM callbacks m JOIN callback_contents c ON c.callback = m.seq WHERE m.id = ?`,
        id,
      )
      if (row === undefined) return null
      const { sizeBytes: _, ...callback } = readCallbackRow(row)
      return { ...callback, headers: headerPairs(row, 'headers'), body: bytes(row, 'body') }
    },
    row: (id) => first(connection.all(`${SELECT_ROW} WHERE m.id = ?`, id)),
    list({ terms, projectId, paymentKey, cursor, skip, limit, nowMs, order, sort, preview }) {
      const size = CALLBACK_STATES.reduce((sum, state) => sum + counters.get(`callbacks:${state}`), 0)
      return lists.page({
        list: 'callbacks',
        table: 'callbacks',
        columns: CALLBACK_ROW_COLUMNS,
        read: readCallbackRow,
        vocabulary: CALLBACK_VOCABULARY,
        terms,
        nowMs,
        whole: { condition: null, size },
        narrowing: [
          ...(projectId === undefined ? [] : [inBothForms('m.project_id = ?', projectId)]),
          ...(paymentKey === undefined ? [] : [inBothForms(OF_PAYMENT, paymentKey)]),
        ],
        cursor,
        skip,
        limit,
        order,
        sort,
        sortColumns: CALLBACK_SORT_COLUMNS,
        preview,
      })
    },
    due: (atMs, limit, excluding) =>
      connection
        .all(
          `${SELECT_ROW} WHERE ${TO_BE_SENT} AND m.next_attempt_at <= ?
             AND m.payment_key NOT IN (SELECT value FROM json_each(?))
           ORDER BY m.next_attempt_at, m.seq LIMIT ?`,
          atMs,
          JSON.stringify([...(excluding ?? [])]),
          limit,
        )
        .map(listed),
    next: () =>
      connection
        .all(`${SELECT_ROW} WHERE ${TO_BE_SENT} ORDER BY m.next_attempt_at, m.seq LIMIT 1`)
        .map(listed)[0] ?? null,
    countByState: () => ({
      scheduled: counters.get('callbacks:scheduled'),
      delivering: counters.get('callbacks:delivering'),
      delivered: counters.get('callbacks:delivered'),
      failed: counters.get('callbacks:failed'),
      held: counters.get('callbacks:held'),
      dropped: counters.get('callbacks:dropped'),
    }),
    held: () => connection.all(`${SELECT_ROW} WHERE m.hold IS NOT NULL ORDER BY m.seq`).map(listed),
    countFailing: () => counters.get('failing'),
    replaysOf: (id) => connection.all(`${SELECT_ROW} WHERE m.replay_of = ? ORDER BY m.seq`, id).map(listed),
    byPayment: (paymentKey) =>
      connection.all(`${SELECT_ROW} WHERE ${OF_PAYMENT} ORDER BY m.seq`, paymentKey).map(listed),
    newestWithBody: (paymentKey, body) =>
      paymentKey === null
        ? first(
            connection.all(`${SELECT_ROW} WHERE m.body_hash = ? ORDER BY m.seq DESC LIMIT 1`, hashOf(body)),
          )
        : first(
            connection.all(
              `${SELECT_ROW} WHERE m.body_hash = ? AND +m.payment_key = ? ORDER BY m.seq DESC LIMIT 1`,
              hashOf(body),
              paymentKey,
            ),
          ),
  }
}

const CHANGED_COLUMNS: readonly (readonly [string, (change: CallbackChange) => SqlValue | undefined])[] = [
  ['state', (change) => change.state],
  ['attempt_count', (change) => change.attemptCount],
  ['first_due_at', (change) => change.firstDueAt],
  ['next_n', (change) => change.nextN],
  ['next_attempt_at', (change) => change.nextAttemptAt],
  ['last_status', (change) => change.lastStatus],
  ['last_duration_ms', (change) => change.lastDurationMs],
  ['note', ({ note }) => (typeof note === 'string' ? boundedNote(note) : note)],
  ['target_url', (change) => change.targetUrl],
  [
    'target_is_own_path',
    ({ targetIsOwnPath }) => (targetIsOwnPath === undefined ? undefined : asInteger(targetIsOwnPath)),
  ],
  ['lane', (change) => change.lane],
  ['hold', (change) => change.hold],
  ['marks', (change) => (change.marks === undefined ? undefined : JSON.stringify(change.marks))],
]

const hashOf = (body: Uint8Array): Uint8Array => createHash('sha256').update(body).digest()
