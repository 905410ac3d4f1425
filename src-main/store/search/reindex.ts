import { bytes, integer, integerOrNull, oneOf, text, textOrNull } from '#store/columns'
import { HEADERS, HEADERS_OR_NULL } from '#store/tables'
import type { Connection, Row } from '#store/connection'
import { EXCHANGE_SOURCES } from '#store/words'
import { NO_PAYMENT, partsOf } from './index-rows'
import type { Search } from './search'
import { callbackText, requestText, responseText, searchedBeginning, wholeBody } from './searched-text'

/** What indexing the texts of rows needs. */
export interface Indexing {
  readonly journal: Connection
  readonly search: Search
}

/** Indexes a callback, from its rows. What attempts brought comes apart. */
export function indexCallback({ journal, search }: Indexing, seq: number): void {
  const row = callbackRow(journal, seq)
  if (row === undefined) return
  const callback = {
    id: text(row, 'id'),
    paymentId: text(row, 'payment_id'),
    targetUrl: textOrNull(row, 'target_url'),
    headers: HEADERS.read(row, 'headers'),
    body: wholeBody(bytes(row, 'body')),
  }
  search.add(paymentOf(row), seq, 'callback', callbackText(callback))
}

/** Indexes a callback and the answers to it anew, from their rows. */
export function reindexCallback(indexing: Indexing, seq: number): void {
  const { journal, search } = indexing
  const row = callbackRow(journal, seq)
  if (row === undefined) return
  search.remove(paymentOf(row), seq, 'callback')
  search.remove(paymentOf(row), seq, 'attempt')
  indexCallback(indexing, seq)
  const attempts = 'SELECT seq FROM attempts WHERE callback = ? AND finished = 1 ORDER BY seq'
  for (const attempt of journal.all(attempts, seq)) search.addAttempt(integer(attempt, 'seq'))
}

const callbackRow = (journal: Connection, seq: number): Row | undefined =>
  journal.get(
    `SELECT m.id, m.payment, m.payment_id, m.target_url, c.headers, c.body
     FROM callbacks m JOIN callback_contents c ON c.callback = m.seq WHERE m.seq = ?`,
    seq,
  )

const paymentOf = (row: Row): number => integerOrNull(row, 'payment') ?? NO_PAYMENT

/** Indexes a request and its response, from a row with the columns of {@link EXCHANGE_TEXTS} beside its own. */
export function indexExchangeRow(search: Search, row: Row, seq: number): void {
  // Without contents there is nothing to be found by.
  if (row['headers'] === null) return
  const exchange = {
    id: text(row, 'id'),
    method: text(row, 'method'),
    target: text(row, 'target'),
    paymentId: textOrNull(row, 'payment_id'),
    callbackId: textOrNull(row, 'callback_id'),
    headers: HEADERS.read(row, 'headers'),
    body: { bytes: bytes(row, 'body'), start: 0, length: integer(row, 'body_bytes') },
  }
  const source = oneOf(EXCHANGE_SOURCES, row, 'source')
  search.add(integer(row, 'payment'), seq, partsOf(source).request, requestText(exchange))
  addResponse(search, row, seq)
}

/** Indexes the response of an exchange anew, from its rows. */
export function indexResponse({ journal, search }: Indexing, seq: number): void {
  const row = exchangeRow(journal, seq)
  if (row === undefined) return
  search.remove(integer(row, 'payment'), seq, partsOf(oneOf(EXCHANGE_SOURCES, row, 'source')).response)
  addResponse(search, row, seq)
}

/** Indexes a request and its response anew, from their rows. */
export function reindexExchange(indexing: Indexing, seq: number): void {
  const row = exchangeRow(indexing.journal, seq)
  if (row === undefined) return
  const parts = partsOf(oneOf(EXCHANGE_SOURCES, row, 'source'))
  indexing.search.remove(integer(row, 'payment'), seq, parts.request)
  indexing.search.remove(integer(row, 'payment'), seq, parts.response)
  indexExchangeRow(indexing.search, row, seq)
}

/** What an exchange `m` is searched by, beside its own columns. */
export const EXCHANGE_TEXTS = {
  columns: `c.headers, ${searchedBeginning('c.body')} AS body, length(c.body) AS body_bytes,
    r.headers AS response_headers, r.body AS response_body`,
  joins: `LEFT JOIN exchange_contents c ON c.exchange = m.seq
     LEFT JOIN exchange_responses r ON r.exchange = m.seq`,
} as const

const exchangeRow = (journal: Connection, seq: number): Row | undefined =>
  journal.get(
    `SELECT m.id, m.source, m.payment, m.method, m.target, m.payment_id, m.callback_id, ${EXCHANGE_TEXTS.columns}
     FROM exchanges m ${EXCHANGE_TEXTS.joins} WHERE m.seq = ?`,
    seq,
  )

function addResponse(search: Search, row: Row, seq: number): void {
  const headers = HEADERS_OR_NULL.read(row, 'response_headers')
  if (headers === null) return
  const source = oneOf(EXCHANGE_SOURCES, row, 'source')
  const response = responseText(source, headers, bytes(row, 'response_body'))
  search.add(integer(row, 'payment'), seq, partsOf(source).response, response)
}
