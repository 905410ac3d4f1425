import type { ExchangeId } from '#domain/ids'
import { boundedNote } from '#lib/limits/bounded-text'
import type { StoreBase } from './base'
import { boundedPaymentId, boundedRefusal, boundedVerdict } from './bounded-columns'
import { asInteger, integer } from './columns'
import type { Connection } from './connection'
import type { ExchangeRecord, ExchangeResponse, NewExchange } from './records'
import type { HeaderList } from '#lib/http-message/message'
import { NO_PAYMENT } from './search/index-rows'
import { insertInto, update } from './statements'
import { columnsWithout } from './tables'

type WriteBase = Pick<StoreBase, 'connection' | 'counters' | 'changes' | 'memory' | 'newId'>

const INSERT = insertInto('exchanges', columnsWithout('exchanges', 'seq', 'annotation'))
const INSERT_CONTENT = insertInto('exchange_contents', columnsWithout('exchange_contents'))
const INSERT_RESPONSE = insertInto('exchange_replies', columnsWithout('exchange_replies'))
const SET_RESPONSE = update('exchanges', ['reply_status', 'duration_ms'], 'seq')

interface ResponseContent {
  readonly headers: HeaderList
  readonly body: Uint8Array
}

/** Inserts the exchange with its contents and its count. */
export function insertExchange(base: WriteBase, given: NewExchange): ExchangeRecord {
  const { connection, counters, changes, memory, newId } = base
  const exchange = complete(given, given.id ?? newId())
  // Of a payment that is not kept, there is none.
  const payment =
    exchange.paymentKey === null ? NO_PAYMENT : (memory.numberOf(exchange.paymentKey) ?? NO_PAYMENT)
  const { rowId } = connection.run(INSERT.sql, ...INSERT.values(valuesOf(exchange, payment)))
  connection.run(
    INSERT_CONTENT.sql,
    ...INSERT_CONTENT.values({
      exchange: rowId,
      headers: JSON.stringify(exchange.headers),
      body: exchange.body,
      masked: JSON.stringify(exchange.masked),
      verdict: JSON.stringify(exchange.verdict),
    }),
  )
  changes.written('exchanges', rowId)
  const { source, responseHeaders, responseBody } = exchange
  if (responseHeaders !== null || responseBody !== null) {
    const response = { headers: responseHeaders ?? [], body: responseBody ?? new Uint8Array() }
    keepResponse(connection, rowId, response)
  }
  counters.add(source === 'capture' ? 'captures' : 'exchanges', 1)
  return { ...exchange, seq: rowId }
}

const valuesOf = (exchange: Omit<ExchangeRecord, 'seq'>, payment: number) => ({
  id: exchange.id,
  source: exchange.source,
  is_capture: asInteger(exchange.source === 'capture'),
  received_at: exchange.receivedAt,
  wall_received_at: exchange.wallReceivedAt,
  secure: asInteger(exchange.secure),
  method: exchange.method,
  target: exchange.target,
  http_version: exchange.httpVersion,
  tls_version: exchange.tlsVersion,
  remote_address: exchange.remoteAddress,
  size_bytes: exchange.body.length,
  project_id: exchange.projectId,
  payment,
  payment_key: exchange.paymentKey,
  payment_id: exchange.paymentId,
  payment_id_folded: exchange.paymentId?.toLowerCase() ?? null,
  callback_id: exchange.callbackId,
  attempt: exchange.attempt,
  signature_state: exchange.verdict.state,
  refusal: exchange.refusal === null ? null : JSON.stringify(exchange.refusal),
  refusal_code: exchange.refusal?.code ?? null,
  refusal_contract: exchange.refusal?.contract ?? null,
  note: exchange.note,
  reply_status: exchange.responseStatus,
  duration_ms: exchange.durationMs,
  replay_of: exchange.replayOf,
  marks: JSON.stringify(exchange.marks),
})

/** Stores the response as it was written. False where there is no such exchange any more. */
export function setResponse(base: WriteBase, id: string, response: ExchangeResponse): boolean {
  const { connection, changes } = base
  const row = connection.get('SELECT seq FROM exchanges WHERE id = ?', id)
  if (row === undefined) return false
  const seq = integer(row, 'seq')
  connection.run(
    SET_RESPONSE.sql,
    ...SET_RESPONSE.values({ reply_status: response.status, duration_ms: response.durationMs, seq }),
  )
  changes.written('exchanges', seq)
  if (response.body === null) {
    // Its words are in the index already; nobody searches for what the connection adds, a length and a date.
    const headers = JSON.stringify(response.headers)
    connection.run('UPDATE exchange_replies SET headers = ? WHERE exchange = ?', headers, seq)
    return true
  }
  connection.run('DELETE FROM exchange_replies WHERE exchange = ?', seq)
  keepResponse(connection, seq, { headers: response.headers, body: response.body })
  changes.written('responses', seq)
  return true
}

function keepResponse(connection: Connection, exchange: number, response: ResponseContent): void {
  const headers = JSON.stringify(response.headers)
  connection.run(INSERT_RESPONSE.sql, ...INSERT_RESPONSE.values({ exchange, headers, body: response.body }))
}

/** The exchange without its place, its derived parts limited in length. */
const complete = (given: NewExchange, id: ExchangeId): Omit<ExchangeRecord, 'seq'> => ({
  ...given,
  id,
  paymentId: given.paymentId === null ? null : boundedPaymentId(given.paymentId),
  verdict: boundedVerdict(given.verdict),
  refusal: given.refusal === null ? null : boundedRefusal(given.refusal),
  note: given.note === null ? null : boundedNote(given.note),
  attempt: given.attempt ?? null,
  replayOf: given.replayOf ?? null,
  marks: given.marks ?? [],
})
