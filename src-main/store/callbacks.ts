import { ofPayment, type StoreBase } from './base'
import { CALLBACK_ROW_COLUMNS, readCallbackRow } from './callback-row'
import { bodyHash, insertCallback, updateCallback } from './callback-writes'
import { text } from './columns'
import type { Row } from './connection'
import { askFor } from './index/list-index'
import type { CallbackRecord, CallbackRow } from './records'
import type { CallbackRepository } from './repositories'
import { readerOf } from './statements'
import { fieldsOf } from './tables'
import { readForList, UnreadableValue } from './unreadable-value'
import { CALLBACK_KINDS } from './words'

const SELECT_ROW = `SELECT ${CALLBACK_ROW_COLUMNS} FROM callbacks m`
/**
 * As in the partial index: a failed callback is due again while its schedule continues. One of a kind that this version
 * does not know is not sent.
 */
const TO_BE_SENT = `m.next_attempt_at IS NOT NULL AND m.state IN ('scheduled', 'failed')
  AND m.kind IN (${CALLBACK_KINDS.map((kind) => `'${kind}'`).join(', ')})`
const OF_PAYMENT = 'm.payment = (SELECT seq FROM payments WHERE key = ?)'

const readContents = readerOf('callback_contents', fieldsOf('callback_contents', 'callback'))

/** A callback is sent even where its marks, an annotation, cannot be read. */
function readRow(row: Row): CallbackRow {
  try {
    return readCallbackRow(row)
  } catch (error) {
    if (!(error instanceof UnreadableValue) || error.column !== 'marks') throw error
    return readCallbackRow({ ...row, marks: '[]' })
  }
}

const withContents = (
  row: CallbackRow,
  contents: Pick<CallbackRecord, 'headers' | 'body'>,
): CallbackRecord => {
  const { sizeBytes: _size, annotation: _annotation, ...callback } = row
  return { ...callback, ...contents }
}

/** Callbacks with their contents. Their attempts stand apart. */
export function createCallbacks(base: StoreBase): CallbackRepository {
  const { connection, group, counters, index, memory, callbackMemory } = base

  const listed = readForList(readCallbackRow)
  /** What the row with this id is in a list. */
  const listedById = (row: Row): readonly CallbackRow[] => {
    const id = text(row, 'id')
    const known = callbackMemory.byId(id)
    return known === null ? connection.all(`${SELECT_ROW} WHERE m.id = ?`, id).map(listed) : [known.row]
  }
  const first = (rows: readonly Row[]): CallbackRow | null => rows.map(readRow)[0] ?? null

  return {
    insert: (callback) => group.enlist(() => insertCallback(base, callback)),
    update: (id, change) => group.enlist(() => updateCallback(base, id, change)),
    byId(id) {
      const known = callbackMemory.byId(id)
      if (known !== null) return withContents(known.row, known.content)
      const row = connection.get(
        `SELECT ${CALLBACK_ROW_COLUMNS}, c.headers, c.body
         FROM callbacks m JOIN callback_contents c ON c.callback = m.seq WHERE m.id = ?`,
        id,
      )
      return row === undefined ? null : withContents(readRow(row), readContents(row))
    },
    row: (id) => callbackMemory.byId(id)?.row ?? first(connection.all(`${SELECT_ROW} WHERE m.id = ?`, id)),
    list: ({ paymentKey, ...request }) =>
      askFor(index, { list: 'callbacks', request: { ...request, ...ofPayment(memory, paymentKey) } }),
    due: (atMs, limit, excluding) =>
      connection
        .all(
          `SELECT m.id FROM callbacks m WHERE ${TO_BE_SENT} AND m.next_attempt_at <= ?
             AND m.payment_key NOT IN (SELECT value FROM json_each(?))
           ORDER BY m.next_attempt_at, m.seq LIMIT ?`,
          atMs,
          JSON.stringify([...(excluding ?? [])]),
          limit,
        )
        .flatMap(listedById),
    next: () =>
      connection
        .all(`SELECT m.id FROM callbacks m WHERE ${TO_BE_SENT} ORDER BY m.next_attempt_at, m.seq LIMIT 1`)
        .flatMap(listedById)[0] ?? null,
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
    dueBefore: (paymentKey, atMs) =>
      connection
        .all(`${SELECT_ROW} WHERE m.payment = ? AND m.next_attempt_at < ?`, memory.numberOf(paymentKey), atMs)
        .map(listed),
    byPayment: (paymentKey) =>
      connection.all(`${SELECT_ROW} WHERE ${OF_PAYMENT} ORDER BY m.seq`, paymentKey).map(listed),
    newestWithBody: (paymentKey, body) =>
      paymentKey === null
        ? first(
            connection.all(`${SELECT_ROW} WHERE m.body_hash = ? ORDER BY m.seq DESC LIMIT 1`, bodyHash(body)),
          )
        : first(
            connection.all(
              `${SELECT_ROW} WHERE m.body_hash = ? AND +m.payment_key = ? ORDER BY m.seq DESC LIMIT 1`,
              bodyHash(body),
              paymentKey,
            ),
          ),
  }
}
