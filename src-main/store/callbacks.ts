import { createHash } from 'node:crypto'
import { type CallbackState, repeatWord } from '#protocol/messages'
import type { CallbackId, MessageId, PaymentKey } from '#domain/ids'
import { boundedNote } from '#lib/limits/bounded-text'
import type { CallbackRecord, CallbackRow, MessageListRequest, NewCallback, Page } from './records'
import { ofPayment, paymentNumber, type StoreBase } from './base'
import {
  CALLBACK_ROW_COLUMNS,
  type CallbackChange,
  CHANGED,
  type Delivery,
  deliveryClass,
  readCallbackRow,
} from './rows'
import { CALLBACK_KINDS, integerOrNull, text } from './columns'
import type { Row } from './connection'
import { askFor } from './index/list-index'
import { changedFields, insertInto, readerOf, update } from './statements'
import { fieldsOf } from './tables'
import type { KnownCallback } from './memory'

const SELECT_ROW = `SELECT ${CALLBACK_ROW_COLUMNS} FROM callbacks m`
/** Like the partial index, includes failed callbacks whose schedule continues. Unknown kinds are never sent. */
const TO_BE_SENT = `m.next_attempt_at IS NOT NULL AND m.state IN ('scheduled', 'failed')
  AND m.kind IN (${CALLBACK_KINDS.map((kind) => `'${kind}'`).join(', ')})`
const OF_PAYMENT = 'm.payment = (SELECT seq FROM payments WHERE key = ?)'

const readContents = readerOf('callback_contents', fieldsOf('callback_contents', 'callback'))

const withContents = (
  row: CallbackRow,
  contents: Pick<CallbackRecord, 'headers' | 'body'>,
): CallbackRecord => {
  const { sizeBytes: _size, annotation: _annotation, ...callback } = row
  return { ...callback, ...contents }
}

export type CallbackRepository = ReturnType<typeof createCallbacks>

/** Callbacks with their contents, without their attempts. */
export function createCallbacks(base: StoreBase) {
  const { connection, group, counters, index, memory, callbackMemory } = base

  const rowsById = (row: Row): readonly CallbackRow[] => {
    const id = text(row, 'id')
    const known = callbackMemory.byId(id)
    return known === null
      ? connection.all(`${SELECT_ROW} WHERE m.id = ?`, id).map(readCallbackRow)
      : [known.row]
  }
  /**
   * Callbacks to send by `atMs`, in the order of their due times: scheduled ones, and failed ones whose schedule
   * continues (`nextAttemptAt` set). `excluding`: keys of payments to leave out.
   */
  const due = (atMs: number, limit: number, excluding?: ReadonlySet<string>): readonly CallbackRow[] =>
    connection
      .all(
        `SELECT m.id FROM callbacks m WHERE ${TO_BE_SENT} AND m.next_attempt_at <= ?
           AND m.payment_key NOT IN (SELECT value FROM json_each(?))
         ORDER BY m.next_attempt_at, m.seq LIMIT ?`,
        atMs,
        JSON.stringify([...(excluding ?? [])]),
        limit,
      )
      .flatMap(rowsById)
  /** The callbacks to be sent first, whenever they are due. */
  const firstDue = (limit: number): readonly CallbackRow[] => due(Number.MAX_SAFE_INTEGER, limit)
  const first = (rows: readonly Row[]): CallbackRow | null => rows.map(readCallbackRow)[0] ?? null

  return {
    insert: (callback: NewCallback): CallbackRecord => group.enlist(() => insertCallback(base, callback)),
    /** False if the callback no longer exists, for example after a reset. */
    update: (id: CallbackId, change: CallbackChange): boolean =>
      group.enlist(() => updateCallback(base, id, change)),
    /** @throws UnreadableValue */
    byId(id: CallbackId): CallbackRecord | null {
      const known = callbackMemory.byId(id)
      if (known !== null) return withContents(known.row, known.content)
      const row = connection.get(
        `SELECT ${CALLBACK_ROW_COLUMNS}, c.headers, c.body
         FROM callbacks m JOIN callback_contents c ON c.callback = m.seq WHERE m.id = ?`,
        id,
      )
      return row === undefined ? null : withContents(readCallbackRow(row), readContents(row))
    },
    /** @throws UnreadableValue */
    row: (id: CallbackId): CallbackRow | null =>
      callbackMemory.byId(id)?.row ?? first(connection.all(`${SELECT_ROW} WHERE m.id = ?`, id)),
    list: ({ paymentKey, ...request }: MessageListRequest): Promise<Page<CallbackRow>> =>
      askFor(index, { list: 'callbacks', request: { ...request, ...ofPayment(memory, paymentKey) } }),
    due,
    next: (): CallbackRow | null => firstDue(1)[0] ?? null,
    firstDue,
    countByState: (): Readonly<Record<CallbackState, number>> => ({
      scheduled: counters.get('callbacks:scheduled'),
      delivering: counters.get('callbacks:delivering'),
      delivered: counters.get('callbacks:delivered'),
      failed: counters.get('callbacks:failed'),
      held: counters.get('callbacks:held'),
      dropped: counters.get('callbacks:dropped'),
    }),
    /** Oldest first. */
    held: (): readonly CallbackRow[] =>
      connection.all(`${SELECT_ROW} WHERE m.hold IS NOT NULL ORDER BY m.seq`).map(readCallbackRow),
    countFailing: (): number => counters.get('failing'),
    /** Oldest first. */
    replaysOf: (id: MessageId): readonly CallbackRow[] =>
      connection.all(`${SELECT_ROW} WHERE m.replay_of = ? ORDER BY m.seq`, id).map(readCallbackRow),
    dueBefore: (paymentKey: PaymentKey, atMs: number): readonly CallbackRow[] =>
      connection
        .all(`${SELECT_ROW} WHERE m.payment = ? AND m.next_attempt_at < ?`, memory.numberOf(paymentKey), atMs)
        .map(readCallbackRow),
    /** Oldest first. */
    byPayment: (paymentKey: PaymentKey): readonly CallbackRow[] =>
      connection.all(`${SELECT_ROW} WHERE ${OF_PAYMENT} ORDER BY m.seq`, paymentKey).map(readCallbackRow),
    /** The newest callback with exactly this body: among those of the payment, or among all if the key is null. */
    newestWithBody(paymentKey: PaymentKey | null, body: Uint8Array): CallbackRow | null {
      const [condition, ...key] = paymentKey === null ? [''] : ['AND +m.payment_key = ?', paymentKey]
      const sql = `${SELECT_ROW} WHERE m.body_hash = ? ${condition} ORDER BY m.seq DESC LIMIT 1`
      return first(connection.all(sql, bodyHash(body), ...key))
    },
  }
}

type WriteBase = Omit<StoreBase, 'group' | 'index'>

const INSERT = insertInto('callbacks', fieldsOf('callbacks', 'seq', 'annotation'))
const INSERT_CONTENT = insertInto('callback_contents', fieldsOf('callback_contents'))

const bodyHash = (body: Uint8Array): Uint8Array => createHash('sha256').update(body).digest()

function insertCallback(base: WriteBase, callback: NewCallback): CallbackRecord {
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
/** Writes only the changed fields. False if there is no such callback. */
function updateCallback(base: WriteBase, id: string, change: CallbackChange): boolean {
  const { connection, changes, callbackMemory } = base
  const known = callbackMemory.byId(id)
  const stored = known === null ? connection.get(SELECT, id) : undefined
  const before = known?.row ?? (stored === undefined ? null : readCallbackRow(stored))
  if (before === null) return false
  const after = { ...before, ...change }
  const row = { ...after, note: storedNote(after.note) }
  const changed = changedFields('callbacks', CHANGED, before, row)
  if (changed.length === 0) return true
  changes.written('callbacks', row.seq)
  update('callbacks', changed, 'seq').run(connection, row)
  const payment = stored === undefined ? (known?.payment ?? null) : integerOrNull(stored, 'payment')
  recount(base, payment, before, row)
  if (known !== null) callbackMemory.wrote({ ...known, row })
  return true
}

function recount(
  { connection, counters, changes: log }: WriteBase,
  payment: number | null,
  before: Delivery | null,
  after: Delivery & Parameters<typeof repeatWord>[0],
): void {
  if (before?.state !== after.state) {
    if (before !== null) counters.add(`callbacks:${before.state}`, -1)
    counters.add(`callbacks:${after.state}`, 1)
  }
  const from = before === null ? null : deliveryClass(before)
  const to = deliveryClass(after)
  if (from === to) return
  counters.add('failing', Number(to === 'failed') - Number(from === 'failed'))
  // A message that the tester sent again is not one of the platform's callbacks; a rule's copy is.
  if (payment === null || ![null, 'copy'].includes(repeatWord(after))) return
  const changes: string[] = []
  if (from !== null) changes.push(`callbacks_${from} = callbacks_${from} - 1`)
  if (to !== null) changes.push(`callbacks_${to} = callbacks_${to} + 1`)
  connection.run(`UPDATE payments SET ${changes.join(', ')} WHERE seq = ?`, payment)
  log.written('payments', payment)
}
