import { NOTE_COLUMN, PAYMENT_ID_COLUMN } from './bounded-columns'
import { bytes, bytesOrNull, flag, integer, integerOrNull, oneOf, text, textOrNull } from './columns'
import type { Row } from './connection'
import { headerPairs, headerPairsOrNull, marks, masks, refusalOrNull, verdict } from './json-columns'
import type { ExchangeRecord, ExchangeRow } from './records'
import { DOORS, SIGNATURE_STATES } from './words'

/** Columns that {@link readExchangeRow} reads, `seq` aside. */
export const EXCHANGE_ROW_COLUMNS = `m.id, m.door, m.received_at, m.wall_received_at, m.secure, m.method, m.target,
  m.http_version, m.tls_version, m.remote_address, m.size_bytes, m.project_id, m.payment_key, ${PAYMENT_ID_COLUMN},
  m.callback_id, m.attempt, m.signature_state, m.refusal, ${NOTE_COLUMN}, m.reply_status, m.duration_ms,
  m.replay_of, m.marks`

type SharedColumns = Omit<ExchangeRow, 'signatureState' | 'sizeBytes'>

const readColumns = (row: Row): SharedColumns => ({
  id: text(row, 'id'),
  seq: integer(row, 'seq'),
  door: oneOf(DOORS, row, 'door'),
  receivedAt: integer(row, 'received_at'),
  wallReceivedAt: integer(row, 'wall_received_at'),
  secure: flag(row, 'secure'),
  method: text(row, 'method'),
  target: text(row, 'target'),
  httpVersion: text(row, 'http_version'),
  tlsVersion: textOrNull(row, 'tls_version'),
  remoteAddress: textOrNull(row, 'remote_address'),
  projectId: integerOrNull(row, 'project_id'),
  paymentKey: textOrNull(row, 'payment_key'),
  paymentId: textOrNull(row, 'payment_id'),
  callbackId: textOrNull(row, 'callback_id'),
  attempt: integerOrNull(row, 'attempt'),
  refusal: refusalOrNull(row, 'refusal'),
  note: textOrNull(row, 'note'),
  replyStatus: integerOrNull(row, 'reply_status'),
  durationMs: integerOrNull(row, 'duration_ms'),
  replayOf: textOrNull(row, 'replay_of'),
  marks: marks(row, 'marks'),
})

export const readExchangeRow = (row: Row): ExchangeRow => ({
  ...readColumns(row),
  signatureState: oneOf(SIGNATURE_STATES, row, 'signature_state', 'unreadable'),
  sizeBytes: integer(row, 'size_bytes'),
})

/** An exchange with its contents; those of the reply are named `reply_headers` and `reply_body`. */
export const readExchange = (row: Row): ExchangeRecord => ({
  ...readColumns(row),
  headers: headerPairs(row, 'headers'),
  body: bytes(row, 'body'),
  masked: masks(row, 'masked'),
  verdict: verdict(row, 'verdict'),
  replyHeaders: headerPairsOrNull(row, 'reply_headers'),
  replyBody: bytesOrNull(row, 'reply_body'),
})
