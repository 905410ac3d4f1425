import type { StoreBase } from './base'
import { asInteger, bytesOrNull, integer, readersOf, text } from './columns'
import type { Connection, Row } from './connection'
import { headerPairsOrNull, marks } from './json-columns'
import type { AttemptOutcome, AttemptOutline, AttemptRecord, NewAttempt } from './records'
import { insertInto, selected } from './statements'
import type { AttemptRepository, CallbackRepository } from './repositories'
import { columnsWithout } from './tables'
import type { CallbackId } from '#domain/ids'

const OUTLINE_COLUMNS = selected(
  'a',
  columnsWithout('attempts', 'callback', 'request_body', 'wire', 'answer_body'),
)
const BYTES = ['request_body', 'wire', 'answer_body']
  .map((name) => `coalesce(length(a.${name}), 0)`)
  .join(' + ')

const START = insertInto('attempts', [
  'callback',
  'n',
  'due_at',
  'sent_at',
  'wall_sent_at',
  'target_url',
  'request_head',
  'request_body',
  'marks',
])
/** What was not known at the start is added; the rest of the request stays as it was. */
const FINISH = `UPDATE attempts SET finished = 1, request_head = coalesce(?, request_head),
  request_body = coalesce(?, request_body), wire = ?, status = ?, answer_http_version = ?, answer_headers = ?,
  answer_body = ?, answer_truncated = ?, failure_code = ?, failure_message = ?, duration_ms = ?, tls_version = ?,
  certificate_fault = ? WHERE seq = ?`

/** The attempts to deliver callbacks. */
export function createAttempts(base: StoreBase, callbacks: CallbackRepository): AttemptRepository {
  const { connection, group, changes, callbackMemory } = base
  return {
    start: (attempt) => group.enlist(() => start(base, attempt)),
    finish: (seq, outcome) =>
      group.enlist(() => {
        const isFinished = finish(connection, seq, outcome)
        if (isFinished) changes.written('attempts', seq)
        return isFinished
      }),
    byCallback: (callbackId) =>
      connection
        .all(
          `SELECT a.* FROM callbacks c JOIN attempts a ON a.callback = c.seq WHERE c.id = ? ORDER BY a.seq`,
          callbackId,
        )
        .map((row) => readAttempt(row, callbackId)),
    outlines: (callbackId) =>
      connection
        .all(
          `SELECT ${OUTLINE_COLUMNS}, ${BYTES} AS bytes FROM callbacks c JOIN attempts a ON a.callback = c.seq
           WHERE c.id = ? ORDER BY a.seq`,
          callbackId,
        )
        .map((row) => ({ ...readOutline(row, callbackId), bytes: integer(row, 'bytes') })),
    hasAny: (callbackId) =>
      callbackMemory.byId(callbackId)?.wasAttempted ??
      connection.get(
        'SELECT 1 FROM callbacks c JOIN attempts a ON a.callback = c.seq WHERE c.id = ? LIMIT 1',
        callbackId,
      ) !== undefined,
    bySeq(callbackId, seq) {
      const row = connection.get(
        'SELECT a.* FROM attempts a JOIN callbacks c ON a.callback = c.seq WHERE a.seq = ? AND c.id = ?',
        seq,
        callbackId,
      )
      return row === undefined ? null : readAttempt(row, callbackId)
    },
    lastAnswerBody(callbackId) {
      const row = connection.get(
        `SELECT a.answer_body FROM callbacks c JOIN attempts a ON a.callback = c.seq
         WHERE c.id = ? AND a.finished = 1 ORDER BY a.seq DESC LIMIT 1`,
        callbackId,
      )
      return row === undefined ? null : bytesOrNull(row, 'answer_body')
    },
    interrupted: () => group.enlist(() => endInterrupted(base, callbacks)),
  }
}

function start({ connection, callbackMemory }: StoreBase, attempt: NewAttempt): number {
  const known = callbackMemory.byId(attempt.callbackId)
  if (known !== null) callbackMemory.wrote({ ...known, wasAttempted: true })
  return connection.run(
    START.sql,
    ...START.values({
      callback: known?.row.seq ?? callbackNumber(connection, attempt.callbackId),
      n: attempt.n,
      due_at: attempt.dueAt,
      sent_at: attempt.sentAt,
      wall_sent_at: attempt.wallSentAt,
      target_url: attempt.targetUrl ?? null,
      request_head: attempt.requestHead ?? null,
      request_body: attempt.requestBody ?? null,
      marks: JSON.stringify(attempt.marks ?? []),
    }),
  ).rowId
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
    outcome.answerHeaders === null ? null : JSON.stringify(outcome.answerHeaders),
    outcome.answerBody,
    asInteger(outcome.answerTruncated),
    outcome.failureCode,
    outcome.failureMessage,
    outcome.durationMs,
    outcome.tlsVersion,
    outcome.certificateError ?? null,
    seq,
  )
  return changes > 0
}

/** Ends the attempts that the process before left open, and schedules their callbacks again (contract 9.3). */
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
         failure_message = 'Paybench ended while the attempt was on its way; it is repeated'
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
  // In delivery, but without an attempt on record: nothing was sent yet.
  const stuck = connection.all(
    `SELECT id FROM callbacks WHERE state = 'delivering' AND next_attempt_at IS NOT NULL ORDER BY seq`,
  )
  for (const row of stuck) callbacks.update(text(row, 'id'), { state: 'scheduled' })
  return [...new Set([...open, ...stuck].map((row) => text(row, 'id')))]
}

const column = readersOf('attempts')

const readAttempt = (row: Row, callbackId: CallbackId): AttemptRecord => ({
  ...readOutline(row, callbackId),
  requestBody: column.bytesOrNull(row, 'request_body'),
  wire: column.bytesOrNull(row, 'wire'),
  answerBody: column.bytesOrNull(row, 'answer_body'),
})

const readOutline = (row: Row, callbackId: CallbackId): Omit<AttemptOutline, 'bytes'> => ({
  seq: column.integer(row, 'seq'),
  callbackId,
  n: column.integer(row, 'n'),
  dueAt: column.integer(row, 'due_at'),
  sentAt: column.integer(row, 'sent_at'),
  wallSentAt: column.integer(row, 'wall_sent_at'),
  targetUrl: column.textOrNull(row, 'target_url'),
  requestHead: column.bytesOrNull(row, 'request_head'),
  marks: marks(row, 'marks'),
  status: column.integerOrNull(row, 'status'),
  answerHttpVersion: column.textOrNull(row, 'answer_http_version'),
  answerHeaders: headerPairsOrNull(row, 'answer_headers'),
  answerTruncated: column.flag(row, 'answer_truncated'),
  failureCode: column.textOrNull(row, 'failure_code'),
  failureMessage: column.textOrNull(row, 'failure_message'),
  durationMs: column.integerOrNull(row, 'duration_ms'),
  tlsVersion: column.textOrNull(row, 'tls_version'),
  certificateError: column.textOrNull(row, 'certificate_fault'),
  finished: column.flag(row, 'finished'),
})
