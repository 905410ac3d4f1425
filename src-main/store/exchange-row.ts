import { BOUNDED_NOTE, BOUNDED_PAYMENT_ID } from './bounded-columns'
import { bytes, bytesOrNull, readersOf } from './columns'
import type { Row } from './connection'
import { headerPairs, headerPairsOrNull, marks, masks, refusalOrNull, verdict } from './json-columns'
import type { ExchangeRecord, ExchangeRow } from './records'
import { selected } from './statements'
import { columnsWithout } from './tables'
import { EXCHANGE_SOURCES, SIGNATURE_STATES } from './words'

/** Columns that {@link readExchangeRow} reads, `seq` aside. */
export const EXCHANGE_ROW_COLUMNS = selected(
  'm',
  columnsWithout(
    'exchanges',
    ...(['seq', 'is_capture', 'payment', 'payment_id_folded', 'refusal_code', 'refusal_contract'] as const),
  ),
  { note: BOUNDED_NOTE, payment_id: BOUNDED_PAYMENT_ID },
)

/** The exchange with this id, as {@link readExchange} reads it, and the number of its payment. */
export const SELECT_EXCHANGE = `SELECT m.seq, ${EXCHANGE_ROW_COLUMNS}, m.payment, c.headers, c.body, c.masked, c.verdict,
  r.headers AS reply_headers, r.body AS reply_body
  FROM exchanges m JOIN exchange_contents c ON c.exchange = m.seq
  LEFT JOIN exchange_replies r ON r.exchange = m.seq WHERE m.id = ?`

const column = readersOf('exchanges')

type SharedColumns = Omit<ExchangeRow, 'signatureState' | 'sizeBytes' | 'annotation'>

const readColumns = (row: Row): SharedColumns => ({
  id: column.text(row, 'id'),
  seq: column.integer(row, 'seq'),
  source: column.oneOf(EXCHANGE_SOURCES, row, 'source'),
  receivedAt: column.integer(row, 'received_at'),
  wallReceivedAt: column.integer(row, 'wall_received_at'),
  secure: column.flag(row, 'secure'),
  method: column.text(row, 'method'),
  target: column.text(row, 'target'),
  httpVersion: column.text(row, 'http_version'),
  tlsVersion: column.textOrNull(row, 'tls_version'),
  remoteAddress: column.textOrNull(row, 'remote_address'),
  projectId: column.integerOrNull(row, 'project_id'),
  paymentKey: column.textOrNull(row, 'payment_key'),
  paymentId: column.textOrNull(row, 'payment_id'),
  callbackId: column.textOrNull(row, 'callback_id'),
  attempt: column.integerOrNull(row, 'attempt'),
  refusal: refusalOrNull(row, 'refusal'),
  note: column.textOrNull(row, 'note'),
  responseStatus: column.integerOrNull(row, 'reply_status'),
  durationMs: column.integerOrNull(row, 'duration_ms'),
  replayOf: column.textOrNull(row, 'replay_of'),
  marks: marks(row, 'marks'),
})

export const readExchangeRow = (row: Row): ExchangeRow => ({
  ...readColumns(row),
  signatureState: column.oneOf(SIGNATURE_STATES, row, 'signature_state', 'unreadable'),
  sizeBytes: column.integer(row, 'size_bytes'),
  annotation: column.textOrNull(row, 'annotation'),
})

/** An exchange with its contents; those of the response are named `reply_headers` and `reply_body`. */
export const readExchange = (row: Row): ExchangeRecord => ({
  ...readColumns(row),
  headers: headerPairs(row, 'headers'),
  body: bytes(row, 'body'),
  masked: masks(row, 'masked'),
  verdict: verdict(row, 'verdict'),
  responseHeaders: headerPairsOrNull(row, 'reply_headers'),
  responseBody: bytesOrNull(row, 'reply_body'),
})
