import { bytes, integer, integerOrNull, oneOf, text, textOrNull } from '../columns'
import type { Connection } from '../connection'
import { headerPairs, headerPairsOrNull } from '../json-columns'
import { EXCHANGE_SOURCES } from '../words'
import { NO_PAYMENT, partsOf } from './index-rows'
import type { Search } from './search'
import { callbackText, responseText, requestText } from './searched-text'

/** What indexing rows anew needs. */
export interface Indexing {
  readonly connection: Connection
  readonly search: Search
}

/** Indexes a callback and the answers to it anew, from their rows. */
export function reindexCallback({ connection, search }: Indexing, seq: number): void {
  const row = connection.get(
    `SELECT m.id, m.payment, m.payment_id, m.target_url, c.headers, c.body
     FROM callbacks m JOIN callback_contents c ON c.callback = m.seq WHERE m.seq = ?`,
    seq,
  )
  if (row === undefined) return
  const payment = integerOrNull(row, 'payment') ?? NO_PAYMENT
  const callback = {
    id: text(row, 'id'),
    paymentId: text(row, 'payment_id'),
    targetUrl: textOrNull(row, 'target_url'),
    headers: headerPairs(row, 'headers'),
    body: bytes(row, 'body'),
  }
  search.remove(payment, seq, 'callback')
  search.remove(payment, seq, 'attempt')
  search.add(payment, seq, 'callback', callbackText(callback))
  const attempts = 'SELECT seq FROM attempts WHERE callback = ? AND finished = 1 ORDER BY seq'
  for (const attempt of connection.all(attempts, seq)) search.addAttempt(integer(attempt, 'seq'))
}

/** Indexes a request and its response anew, from their rows. */
export function reindexExchange({ connection, search }: Indexing, seq: number): void {
  const row = connection.get(
    `SELECT m.id, m.source, m.payment, m.method, m.target, m.payment_id, m.callback_id, c.headers, c.body,
       r.headers AS reply_headers, r.body AS reply_body
     FROM exchanges m JOIN exchange_contents c ON c.exchange = m.seq
     LEFT JOIN exchange_replies r ON r.exchange = m.seq WHERE m.seq = ?`,
    seq,
  )
  if (row === undefined) return
  const payment = integer(row, 'payment')
  const source = oneOf(EXCHANGE_SOURCES, row, 'source')
  const parts = partsOf(source)
  const exchange = {
    id: text(row, 'id'),
    method: text(row, 'method'),
    target: text(row, 'target'),
    paymentId: textOrNull(row, 'payment_id'),
    callbackId: textOrNull(row, 'callback_id'),
    headers: headerPairs(row, 'headers'),
    body: bytes(row, 'body'),
  }
  search.remove(payment, seq, parts.request)
  search.add(payment, seq, parts.request, requestText(exchange))
  const headers = headerPairsOrNull(row, 'reply_headers')
  if (headers === null) return
  search.remove(payment, seq, parts.response)
  search.add(payment, seq, parts.response, responseText(source, headers, bytes(row, 'reply_body')))
}

/** Indexes the ids of a payment and its customer anew. */
export function reindexName({ connection, search }: Indexing, seq: number): void {
  const row = connection.get('SELECT payment_id_folded, customer_id_folded FROM payments WHERE seq = ?', seq)
  if (row === undefined) return
  search.nameRemove(seq)
  search.nameAdd(seq, text(row, 'payment_id_folded'), text(row, 'customer_id_folded'))
}
