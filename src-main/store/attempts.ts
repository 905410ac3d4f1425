import type { CallbackId } from '#domain/ids'
import type { AttemptOutcome, AttemptOutline, AttemptRecord, NewAttempt } from './records'
import type { StoreBase } from './base'
import { bytesOrNull, integer, text } from './columns'
import type { Connection, Row } from './connection'
import { insertInto, readerOf, selected } from './statements'
import type { CallbackRepository } from './callbacks'
import { fieldsOf, HEADERS_OR_NULL } from './tables'

const OUTLINE = fieldsOf('attempts', 'callback', 'requestBody', 'wire', 'answerBody')
const OUTLINE_COLUMNS = selected('a', 'attempts', OUTLINE)
const BYTES = ['request_body', 'wire', 'answer_body']
  .map((name) => `coalesce(length(a.${name}), 0)`)
  .join(' + ')

const START = insertInto('attempts', [
  'callback',
  'n',
  'dueAt',
  'sentAt',
  'wallSentAt',
  'targetUrl',
  'requestHead',
  'requestBody',
  'marks',
])
/** Adds what was not known at the start; the rest of the request stays unchanged. */
const FINISH = `UPDATE attempts SET finished = 1, request_head = coalesce(?, request_head),
  request_body = coalesce(?, request_body), wire = ?, status = ?, answer_http_version = ?, answer_headers = ?,
  answer_body = ?, answer_truncated = ?, failure_code = ?, failure_message = ?, duration_ms = ?, tls_version = ?,
  certificate_error = ? WHERE seq = ?`

export function createAttempts(base: StoreBase, callbacks: CallbackRepository) {
  const { connection, group, changes, callbackMemory } = base
  return {
    /** Returns the `seq` of the attempt's row. */
    start: (attempt: NewAttempt): number => group.enlist(() => start(base, attempt)),
    /** False if the attempt no longer exists. */
    finish: (seq: number, outcome: AttemptOutcome): boolean =>
      group.enlist(() => {
        const isFinished = finish(connection, seq, outcome)
        if (isFinished) changes.written('attempts', seq)
        return isFinished
      }),
    /** Oldest first. Reads all bytes, which may be megabytes for each of more than a hundred attempts. */
    byCallback: (callbackId: CallbackId): readonly AttemptRecord[] =>
      connection
        .all(
          `SELECT a.* FROM callbacks c JOIN attempts a ON a.callback = c.seq WHERE c.id = ? ORDER BY a.seq`,
          callbackId,
        )
        .map((row) => readAttempt(row, callbackId)),
    /** Oldest first. */
    outlines: (callbackId: CallbackId): readonly AttemptOutline[] =>
      connection
        .all(
          `SELECT ${OUTLINE_COLUMNS}, ${BYTES} AS bytes FROM callbacks c JOIN attempts a ON a.callback = c.seq
           WHERE c.id = ? ORDER BY a.seq`,
          callbackId,
        )
        .map((row) => ({ ...readOutline(row), callbackId, bytes: integer(row, 'bytes') })),
    hasAny: (callbackId: CallbackId): boolean =>
      callbackMemory.byId(callbackId)?.wasAttempted ??
      connection.get(
        'SELECT 1 FROM callbacks c JOIN attempts a ON a.callback = c.seq WHERE c.id = ? LIMIT 1',
        callbackId,
      ) !== undefined,
    /** Null if the callback has no such attempt. */
    bySeq(callbackId: CallbackId, seq: number): AttemptRecord | null {
      const row = connection.get(
        'SELECT a.* FROM attempts a JOIN callbacks c ON a.callback = c.seq WHERE a.seq = ? AND c.id = ?',
        seq,
        callbackId,
      )
      return row === undefined ? null : readAttempt(row, callbackId)
    },
    /** The response body of the newest finished attempt; null if there is no such attempt or body. */
    lastAnswerBody(callbackId: CallbackId): Uint8Array | null {
      const row = connection.get(
        `SELECT a.answer_body FROM callbacks c JOIN attempts a ON a.callback = c.seq
         WHERE c.id = ? AND a.finished = 1 ORDER BY a.seq DESC LIMIT 1`,
        callbackId,
      )
      return row === undefined ? null : bytesOrNull(row, 'answer_body')
    },
    /**
     * Ends, with the failure `interrupted`, the attempts that a dead process left open. Reschedules their callbacks
     * with the same due time and n (contract 9.3), and any other callback left in delivery. Returns the callbacks' ids.
     */
    interrupted: (): readonly string[] => group.enlist(() => endInterrupted(base, callbacks)),
  }
}

function start({ connection, callbackMemory }: StoreBase, attempt: NewAttempt): number {
  const known = callbackMemory.byId(attempt.callbackId)
  if (known !== null) callbackMemory.wrote({ ...known, wasAttempted: true })
  return START.run(connection, {
    targetUrl: null,
    requestHead: null,
    requestBody: null,
    marks: [],
    ...attempt,
    callback: known?.row.seq ?? callbackNumber(connection, attempt.callbackId),
  }).rowId
}

function callbackNumber(connection: Connection, id: CallbackId): number {
  const callback = connection.get('SELECT seq FROM callbacks WHERE id = ?', id)
  if (callback === undefined) throw new Error(`There is no callback ${id}`)
  return integer(callback, 'seq')
}

function finish(connection: Connection, seq: number, outcome: AttemptOutcome): boolean {
  const { changes } = connection.run(
    FINISH,
    outcome.requestHead ?? null,
    outcome.requestBody ?? null,
    outcome.wire ?? null,
    outcome.status,
    outcome.answerHttpVersion,
    HEADERS_OR_NULL.write(outcome.answerHeaders),
    outcome.answerBody,
    Number(outcome.answerTruncated),
    outcome.failureCode,
    outcome.failureMessage,
    outcome.durationMs,
    outcome.tlsVersion,
    outcome.certificateError ?? null,
    seq,
  )
  return changes > 0
}

function endInterrupted(
  { connection, changes }: StoreBase,
  callbacks: CallbackRepository,
): readonly string[] {
  const open = connection.all(
    `SELECT a.seq, a.n, a.due_at, c.id FROM attempts a JOIN callbacks c ON c.seq = a.callback
     WHERE a.finished = 0 ORDER BY a.seq`,
  )
  for (const row of open) {
    connection.run(
      `UPDATE attempts SET finished = 1, failure_code = 'interrupted',
         failure_message = 'Paybench ended during this attempt, which is repeated'
       WHERE seq = ?`,
      integer(row, 'seq'),
    )
    changes.written('attempts', integer(row, 'seq'))
    callbacks.update(text(row, 'id'), {
      state: 'scheduled',
      nextN: integer(row, 'n'),
      nextAttemptAt: integer(row, 'due_at'),
    })
  }
  // In delivery, but without a recorded attempt: nothing was sent.
  const stuck = connection.all(
    `SELECT id FROM callbacks WHERE state = 'delivering' AND next_attempt_at IS NOT NULL ORDER BY seq`,
  )
  for (const row of stuck) callbacks.update(text(row, 'id'), { state: 'scheduled' })
  return [...new Set([...open, ...stuck].map((row) => text(row, 'id')))]
}

const readColumns = readerOf('attempts', fieldsOf('attempts', 'callback'))
const readAttempt = (row: Row, callbackId: CallbackId): AttemptRecord => ({ ...readColumns(row), callbackId })
const readOutline = readerOf('attempts', OUTLINE)
