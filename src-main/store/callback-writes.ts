import { createHash } from 'node:crypto'
import { boundedNote } from '#lib/limits/bounded-text'
import { paymentNumber, type StoreBase } from './base'
import {
  CALLBACK_ROW_COLUMNS,
  type CallbackChange,
  CHANGED,
  type Delivery,
  deliveryClass,
  readCallbackRow,
} from './callback-row'
import { integerOrNull } from './columns'
import type { KnownCallback } from './callback-memory'
import type { CallbackRecord, NewCallback } from './records'
import { changedFields, insertInto, update } from './statements'
import { fieldsOf } from './tables'
import { readForList } from './unreadable-value'

type WriteBase = Pick<
  StoreBase,
  'connection' | 'counters' | 'changes' | 'memory' | 'callbackMemory' | 'newId'
>

const INSERT = insertInto('callbacks', fieldsOf('callbacks', 'seq', 'annotation'))
const INSERT_CONTENT = insertInto('callback_contents', fieldsOf('callback_contents'))

/** The hash by which a body is found again. */
export const bodyHash = (body: Uint8Array): Uint8Array => createHash('sha256').update(body).digest()

/** Inserts the callback with its content and its counts. */
export function insertCallback(base: WriteBase, callback: NewCallback): CallbackRecord {
  const { connection, changes, memory, callbackMemory, newId } = base
  const payment = callback.paymentKey === null ? null : paymentNumber(memory, callback.paymentKey)
  const record = { id: callback.id ?? newId(), lane: null, hold: null, marks: [], ...callback }
  const { rowId } = INSERT.run(connection, {
    ...record,
    payment,
    note: storedNote(record.note),
    sizeBytes: record.body.length,
    bodyHash: bodyHash(record.body),
  })
  INSERT_CONTENT.run(connection, { callback: rowId, headers: record.headers, body: record.body })
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

const SELECT = `SELECT ${CALLBACK_ROW_COLUMNS}, m.payment FROM callbacks m WHERE m.id = ?`
const readStored = readForList(readCallbackRow)

/** Writes what differs. False where there is no such callback. */
export function updateCallback(base: WriteBase, id: string, change: CallbackChange): boolean {
  const { connection, changes, callbackMemory } = base
  const known = callbackMemory.byId(id)
  const stored = known === null ? connection.get(SELECT, id) : undefined
  const before = known?.row ?? (stored === undefined ? null : readStored(stored))
  if (before === null) return false
  const after = { ...before, ...change }
  const row = { ...after, note: storedNote(after.note) }
  // A substitute for what could not be read may equal the new value, which the database does not have.
  const changed =
    before.unreadable === undefined
      ? changedFields('callbacks', CHANGED, before, row)
      : CHANGED.filter((field) => change[field] !== undefined)
  if (changed.length === 0) return true
  changes.written('callbacks', row.seq)
  update('callbacks', changed, 'seq').run(connection, row)
  recount(
    base,
    stored === undefined ? (known?.payment ?? null) : integerOrNull(stored, 'payment'),
    before,
    row,
  )
  if (known !== null) callbackMemory.wrote({ ...known, row })
  return true
}

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
  counters.add('failing', Number(to === 'failed') - Number(from === 'failed'))
  if (payment === null) return
  const changes: string[] = []
  if (from !== null) changes.push(`callbacks_${from} = callbacks_${from} - 1`)
  if (to !== null) changes.push(`callbacks_${to} = callbacks_${to} + 1`)
  connection.run(`UPDATE payments SET ${changes.join(', ')} WHERE seq = ?`, payment)
  log.written('payments', payment)
}
