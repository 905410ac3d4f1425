import { bytesOrNull } from './columns'
import { fieldsOf, HEADERS_OR_NULL } from './tables'
import type { Row } from './connection'
import type { ExchangeRecord, ExchangeRow } from './records'
import { readerOf, selected } from './statements'

const DERIVED = ['isCapture', 'payment', 'paymentIdFolded', 'refusalCode', 'refusalContract'] as const
const ROW = fieldsOf('exchanges', ...DERIVED)

/** Columns that {@link readExchangeRow} reads. */
export const EXCHANGE_ROW_COLUMNS = selected('m', 'exchanges', ROW)

export const readExchangeRow: (row: Row) => ExchangeRow = readerOf('exchanges', ROW)

/** The exchange with this id, as {@link readExchange} reads it, and the number of its payment. */
export const SELECT_EXCHANGE = `SELECT ${EXCHANGE_ROW_COLUMNS}, m.payment, c.headers, c.body, c.masked, c.verdict,
  r.headers AS response_headers, r.body AS response_body
  FROM exchanges m JOIN exchange_contents c ON c.exchange = m.seq
  LEFT JOIN exchange_responses r ON r.exchange = m.seq WHERE m.id = ?`

const readColumns = readerOf(
  'exchanges',
  fieldsOf('exchanges', 'signatureState', 'sizeBytes', 'annotation', ...DERIVED),
)
const readContents = readerOf('exchange_contents', fieldsOf('exchange_contents', 'exchange'))

/** An exchange with its contents; those of the response are named `response_headers` and `response_body`. */
export const readExchange = (row: Row): ExchangeRecord => ({
  ...readColumns(row),
  ...readContents(row),
  responseHeaders: HEADERS_OR_NULL.read(row, 'response_headers'),
  responseBody: bytesOrNull(row, 'response_body'),
})
