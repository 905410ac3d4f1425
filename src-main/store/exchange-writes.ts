import type { ExchangeId } from '#domain/ids'
import { boundedExplanation, boundedNote, boundedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { Refusal, SignatureVerdict } from '#protocol/messages'
import type { StoreBase } from './base'
import { integer } from './columns'
import type { ExchangeRecord, ExchangeResponse, NewExchange } from './records'
import { NO_PAYMENT } from './search/index-rows'
import { insertInto, update, upsertInto } from './statements'
import { fieldsOf } from './tables'

type WriteBase = Pick<StoreBase, 'connection' | 'counters' | 'changes' | 'memory' | 'newId'>

const INSERT = insertInto('exchanges', fieldsOf('exchanges', 'seq', 'annotation'))
const INSERT_CONTENT = insertInto('exchange_contents', fieldsOf('exchange_contents'))
const PUT_RESPONSE = upsertInto('exchange_responses', fieldsOf('exchange_responses'), 'exchange')
const SET_HEADERS = update('exchange_responses', ['headers'], 'exchange')
const SET_RESPONSE = update('exchanges', ['responseStatus', 'durationMs'], 'seq')

/** Inserts the exchange with its contents and its count. */
export function insertExchange(base: WriteBase, given: NewExchange): ExchangeRecord {
  const { connection, counters, changes, memory, newId } = base
  const exchange = complete(given, given.id ?? newId())
  // Of a payment that is not kept, there is none.
  const payment =
    exchange.paymentKey === null ? NO_PAYMENT : (memory.numberOf(exchange.paymentKey) ?? NO_PAYMENT)
  const { rowId } = INSERT.run(connection, {
    ...exchange,
    ...derivedOfExchange(exchange),
    payment,
    sizeBytes: exchange.body.length,
    signatureState: exchange.verdict.state,
  })
  INSERT_CONTENT.run(connection, { ...exchange, exchange: rowId })
  changes.written('exchanges', rowId)
  const { responseHeaders: headers, responseBody: body } = exchange
  if (headers !== null || body !== null) {
    const response = { headers: headers ?? [], body: body ?? new Uint8Array() }
    PUT_RESPONSE.run(connection, { exchange: rowId, ...response })
  }
  counters.add(exchange.source === 'capture' ? 'captures' : 'exchanges', 1)
  return { ...exchange, seq: rowId }
}

/** Columns by which lists select exchanges. */
export const derivedOfExchange = ({
  source,
  paymentId,
  refusal,
}: Pick<ExchangeRecord, 'source' | 'paymentId' | 'refusal'>) => ({
  isCapture: source === 'capture',
  paymentIdFolded: paymentId?.toLowerCase() ?? null,
  refusalCode: refusal?.code ?? null,
  refusalContract: refusal?.contract ?? null,
})

/** Stores the response as it was written. False where there is no such exchange any more. */
export function setResponse(base: WriteBase, id: string, response: ExchangeResponse): boolean {
  const { connection, changes } = base
  const row = connection.get('SELECT seq FROM exchanges WHERE id = ?', id)
  if (row === undefined) return false
  const seq = integer(row, 'seq')
  const { status, durationMs, headers, body } = response
  SET_RESPONSE.run(connection, { responseStatus: status, durationMs, seq })
  changes.written('exchanges', seq)
  if (body === null) {
    // Its words are in the index already; nobody searches for what the connection adds, a length and a date.
    SET_HEADERS.run(connection, { headers, exchange: seq })
    return true
  }
  PUT_RESPONSE.run(connection, { exchange: seq, headers, body })
  changes.written('responses', seq)
  return true
}

/** A refusal as it is stored with a message. */
const boundedRefusal = (refusal: Refusal): Refusal => ({
  ...refusal,
  message: boundedNote(refusal.message),
  ...(refusal.field === undefined ? {} : { field: boundedText(refusal.field, LIMITS.pathChars) }),
})

/** A verdict as it is stored with a message: the signature that was received can be as long as the message. */
export const boundedVerdict = (verdict: SignatureVerdict): SignatureVerdict => ({
  ...verdict,
  explanation: boundedExplanation(verdict.explanation),
  ...(verdict.received === undefined ? {} : { received: boundedNote(verdict.received) }),
})

/** The exchange without its place, its derived parts limited in length. */
const complete = (given: NewExchange, id: ExchangeId): Omit<ExchangeRecord, 'seq'> => ({
  ...given,
  id,
  paymentId: given.paymentId === null ? null : boundedText(given.paymentId, LIMITS.paymentIdChars),
  verdict: boundedVerdict(given.verdict),
  refusal: given.refusal === null ? null : boundedRefusal(given.refusal),
  note: given.note === null ? null : boundedNote(given.note),
  attempt: given.attempt ?? null,
  replayOf: given.replayOf ?? null,
  marks: given.marks ?? [],
})
