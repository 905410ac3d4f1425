import { createHash } from 'node:crypto'
import { boundedNote } from '#lib/limits/bounded-text'
import { paymentNumber, type StoreBase } from './base'
import { type Delivery, deliveryClass, readDelivery, STORED_NO_KEY } from './callback-row'
import { asInteger, integer, integerOrNull, oneOf } from './columns'
import type { KnownCallback } from './callback-memory'
import type { Connection, SqlValue } from './connection'
import type { CallbackChange, CallbackRecord, CallbackRow, NewCallback } from './records'
import { insertInto } from './statements'
import { columnsWithout, type ColumnName } from './tables'
import { CALLBACK_STATES } from './words'

type WriteBase = Pick<
  StoreBase,
  'connection' | 'counters' | 'changes' | 'memory' | 'callbackMemory' | 'newId'
>

const INSERT = insertInto('callbacks', columnsWithout('callbacks', 'seq', 'annotation'))
const INSERT_CONTENT = insertInto('callback_contents', columnsWithout('callback_contents'))

/** The hash by which a body is found again. */
export const bodyHash = (body: Uint8Array): Uint8Array => createHash('sha256').update(body).digest()

/** Inserts the callback with its content and its counts. */
export function insertCallback(base: WriteBase, callback: NewCallback): CallbackRecord {
  const { connection, changes, memory, callbackMemory, newId } = base
  const payment = callback.paymentKey === null ? null : paymentNumber(memory, callback.paymentKey)
  const record = {
    ...callback,
    id: callback.id ?? newId(),
    lane: callback.lane ?? null,
    hold: callback.hold ?? null,
    marks: callback.marks ?? [],
  }
  const { rowId } = connection.run(INSERT.sql, ...INSERT.values(valuesOf(record, payment)))
  connection.run(
    INSERT_CONTENT.sql,
    ...INSERT_CONTENT.values({
      callback: rowId,
      headers: JSON.stringify(record.headers),
      body: record.body,
    }),
  )
  changes.written('callbacks', rowId)
  recount(base, payment, null, record)
  callbackMemory.wrote(knownOf({ ...record, seq: rowId }, payment))
  return { ...record, seq: rowId }
}

function knownOf({ headers, body, ...record }: CallbackRecord, payment: number | null): KnownCallback {
  const row = { ...record, note: storedNote(record.note), sizeBytes: body.length, annotation: null }
  return { row, content: { headers, body }, payment, wasAttempted: false }
}

const storedNote = (note: string | null): string | null => (note === null ? null : boundedNote(note))

const valuesOf = (record: Omit<CallbackRecord, 'seq'>, payment: number | null) => ({
  id: record.id,
  payment,
  payment_key: record.paymentKey ?? STORED_NO_KEY,
  payment_id: record.paymentId,
  project_id: record.projectId,
  kind: record.kind,
  created_at: record.createdAt,
  target_url: record.targetUrl,
  target_is_own_path: asInteger(record.targetIsOwnPath),
  method: record.method,
  size_bytes: record.body.length,
  body_hash: bodyHash(record.body),
  state: record.state,
  attempt_count: record.attemptCount,
  first_due_at: record.firstDueAt,
  next_n: record.nextN,
  next_attempt_at: record.nextAttemptAt,
  last_status: record.lastStatus,
  last_duration_ms: record.lastDurationMs,
  replay_of: record.replayOf,
  note: storedNote(record.note),
  operation_id: record.operationId,
  lane: record.lane,
  hold: record.hold,
  marks: JSON.stringify(record.marks),
})

/** Writes the fields of the change; of a callback in memory those that differ. False where there is no such callback. */
export function updateCallback(base: WriteBase, id: string, change: CallbackChange): boolean {
  const { connection, callbackMemory } = base
  const known = callbackMemory.byId(id)
  const stored = known === null ? storedDelivery(connection, id) : deliveryOf(known)
  if (stored === null) return false
  const { seq, payment, before } = stored
  const changed = CHANGED_COLUMNS.flatMap(([column, read]) => {
    const value = read(change)
    const isSame = value === undefined || (known !== null && value === read(known.row))
    return isSame ? [] : [[column, value] as const]
  })
  if (changed.length === 0) return true
  base.changes.written('callbacks', seq)
  connection.run(
    `UPDATE callbacks SET ${changed.map(([column]) => `${column} = ?`).join(', ')} WHERE seq = ?`,
    ...changed.map(([, value]) => value),
    seq,
  )
  recount(base, payment, before, {
    state: change.state ?? before.state,
    attemptCount: change.attemptCount ?? before.attemptCount,
    nextN: change.nextN ?? before.nextN,
    nextAttemptAt: change.nextAttemptAt === undefined ? before.nextAttemptAt : change.nextAttemptAt,
  })
  if (known !== null) callbackMemory.wrote({ ...known, row: changedRow(known.row, change) })
  return true
}

interface StoredDelivery {
  readonly seq: number
  readonly payment: number | null
  readonly before: Delivery
}

const deliveryOf = ({ row, payment }: KnownCallback): StoredDelivery => ({
  seq: row.seq,
  payment,
  before: row,
})

function storedDelivery(connection: Connection, id: string): StoredDelivery | null {
  const row = connection.get(
    'SELECT seq, payment, state, attempt_count, next_n, next_attempt_at FROM callbacks WHERE id = ?',
    id,
  )
  if (row === undefined) return null
  return {
    seq: integer(row, 'seq'),
    payment: integerOrNull(row, 'payment'),
    before: readDelivery(row, oneOf(CALLBACK_STATES, row, 'state')),
  }
}

function changedRow(row: CallbackRow, change: CallbackChange): CallbackRow {
  const changed = { ...row, ...change }
  return { ...changed, note: storedNote(changed.note) }
}

type ChangedColumn = readonly [
  column: ColumnName<'callbacks'>,
  value: (change: CallbackChange) => SqlValue | undefined,
]

const CHANGED_COLUMNS: readonly ChangedColumn[] = [
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

/** Keeps the totals and the counts of the payment in step with one callback. */
function recount(
  { connection, counters, changes: log }: WriteBase,
  payment: number | null,
  before: Delivery | null,
  after: Delivery,
): void {
  if (before?.state !== after.state) {
    if (before !== null) counters.add(`callbacks:${before.state}`, -1)
    counters.add(`callbacks:${after.state}`, 1)
  }
  const from = before === null ? null : deliveryClass(before)
  const to = deliveryClass(after)
  if (from === to) return
  counters.add('failing', asInteger(to === 'failed') - asInteger(from === 'failed'))
  if (payment === null) return
  const changes: string[] = []
  if (from !== null) changes.push(`callbacks_${from} = callbacks_${from} - 1`)
  if (to !== null) changes.push(`callbacks_${to} = callbacks_${to} + 1`)
  connection.run(`UPDATE payments SET ${changes.join(', ')} WHERE seq = ?`, payment)
  log.written('payments', payment)
}
