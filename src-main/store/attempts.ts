import type { StoreBase } from './base'
import { asInteger, bytesOrNull, flag, integer, integerOrNull, text, textOrNull } from './columns'
import type { Row } from './connection'
import { headerPairsOrNull, marks } from './json-columns'
import type { AttemptOutline, AttemptRecord } from './records'
import type { AttemptRepository, CallbackRepository } from './store'

export function createAttempts(
  { connection, group, search }: StoreBase,
  callbacks: CallbackRepository,
): AttemptRepository {
  const interrupted = (): readonly string[] => {
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
      search.addAttempt(integer(row, 'seq'))
      callbacks.update(text(row, 'id'), {
        state: 'scheduled',
        nextN: integer(row, 'n'),
        nextAttemptAt: integer(row, 'due_at'),
      })
    }
    // Set to deliver without an attempt on record: nothing has left yet.
    const stuck = connection.all(
      `SELECT id FROM callbacks WHERE state = 'delivering' AND next_attempt_at IS NOT NULL ORDER BY seq`,
    )
    for (const row of stuck) callbacks.update(text(row, 'id'), { state: 'scheduled' })
    return [...new Set([...open, ...stuck].map((row) => text(row, 'id')))]
  }

  return {
    start: (attempt) =>
      group.enlist(() => {
        const callback = connection.get('SELECT seq FROM callbacks WHERE id = ?', attempt.callbackId)
        if (callback === undefined) throw new Error(`There is no callback ${attempt.callbackId}`)
        return connection.run(
          `INSERT INTO attempts (callback, n, due_at, sent_at, wall_sent_at, target_url, request_head, request_body, marks)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          integer(callback, 'seq'),
          attempt.n,
          attempt.dueAt,
          attempt.sentAt,
          attempt.wallSentAt,
          attempt.targetUrl ?? null,
          attempt.requestHead ?? null,
          attempt.requestBody ?? null,
          JSON.stringify(attempt.marks ?? []),
        ).rowId
      }),
    finish: (seq, outcome) =>
      group.enlist(() => {
        const { changes } = connection.run(
          `UPDATE attempts SET finished = 1, request_head = coalesce(?, request_head),
             request_body = coalesce(?, request_body),
             wire = ?, status = ?,
             answer_http_version = ?, answer_headers = ?, answer_body = ?, answer_truncated = ?, failure_code = ?,
             failure_message = ?, duration_ms = ?, tls_version = ?, certificate_fault = ?
           WHERE seq = ?`,
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
        if (changes > 0) search.addAttempt(seq)
        return changes > 0
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
    interrupted: () => group.enlist(interrupted),
  }
}

const OUTLINE_COLUMNS = `a.seq, a.n, a.due_at, a.sent_at, a.wall_sent_at, a.target_url, a.request_head, a.marks, a.status,
  a.answer_http_version, a.answer_headers, a.answer_truncated, a.failure_code, a.failure_message, a.duration_ms,
  a.tls_version, a.certificate_fault, a.finished`
const BYTES = ['request_body', 'wire', 'answer_body']
  .map((name) => `coalesce(length(a.${name}), 0)`)
  .join(' + ')

const readAttempt = (row: Row, callbackId: string): AttemptRecord => ({
  ...readOutline(row, callbackId),
  requestBody: bytesOrNull(row, 'request_body'),
  wire: bytesOrNull(row, 'wire'),
  answerBody: bytesOrNull(row, 'answer_body'),
})

const readOutline = (row: Row, callbackId: string): Omit<AttemptOutline, 'bytes'> => ({
  seq: integer(row, 'seq'),
  callbackId,
  n: integer(row, 'n'),
  dueAt: integer(row, 'due_at'),
  sentAt: integer(row, 'sent_at'),
  wallSentAt: integer(row, 'wall_sent_at'),
  targetUrl: textOrNull(row, 'target_url'),
  requestHead: bytesOrNull(row, 'request_head'),
  marks: marks(row, 'marks'),
  status: integerOrNull(row, 'status'),
  answerHttpVersion: textOrNull(row, 'answer_http_version'),
  answerHeaders: headerPairsOrNull(row, 'answer_headers'),
  answerTruncated: flag(row, 'answer_truncated'),
  failureCode: textOrNull(row, 'failure_code'),
  failureMessage: textOrNull(row, 'failure_message'),
  durationMs: integerOrNull(row, 'duration_ms'),
  tlsVersion: textOrNull(row, 'tls_version'),
  certificateError: textOrNull(row, 'certificate_fault'),
  finished: flag(row, 'finished'),
})
