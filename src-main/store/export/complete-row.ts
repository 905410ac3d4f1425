import { createHash } from 'node:crypto'
import { bytes, integer, text } from '#store/columns'
import type { Connection, Row } from '#store/connection'
import { derivedOfExchange } from '#store/exchange-writes'
import { derivedOfPayment } from '#store/payment-row'
import { showsCardNumber } from '#store/saved-cards'
import { NO_PAYMENT } from '#store/search/index-rows'
import { readerOf } from '#store/statements'
import { type Field, type RecordOf, TABLE_NAMES, type TableName, tableOf } from '#store/tables'
import { RowError } from './row-values'

export interface CompletedRow {
  /** What the store works out by itself, by the names of records. */
  readonly derived: Readonly<Record<string, unknown>>
  /** The row, with the columns of the row that it belongs to. */
  readonly known: Row
}

/** Checks and completes a row that was read as `record`. */
type Completion<Name extends TableName> = (
  record: RecordOf<Name>,
  row: Row,
  connection: Connection,
) => Partial<CompletedRow>

/** The tables of which the store works something out, or that must agree with others. */
const COMPLETIONS = new Map([
  ...TABLE_NAMES.map((table) => completing(table, () => ({}))),
  completing('counters', ({ name }) => {
    if (name !== 'evicted') throw new RowError('is a total that is counted, not imported')
    return {}
  }),
  completing('payments', (payment) => {
    refuseCardNumber(payment.accountNumber ?? '')
    return { derived: derivedOfPayment(payment) }
  }),
  completing('payment_states', ({ payment }, row, connection) => ({
    known: withOwner(connection, 'payments', payment, row),
  })),
  completing('timers', ({ paymentKey }, _row, connection) => ({
    derived: { payment: paymentOf(connection, paymentKey) },
  })),
  completing('callbacks', ({ paymentKey }, _row, connection) => ({
    derived: { payment: paymentKey === null ? null : paymentOf(connection, paymentKey) },
  })),
  completing('callback_contents', ({ callback, body }, row, connection) => {
    const known = withOwner(connection, 'callbacks', callback, row)
    checkLength(known, body)
    const hash = createHash('sha256').update(body).digest()
    if (!hash.equals(bytes(known, 'body_hash')))
      throw new RowError('holds another body than its callback had')
    return { known }
  }),
  completing('exchanges', (exchange, _row, connection) => {
    const owner = connection.get('SELECT seq FROM payments WHERE key = ?', exchange.paymentKey)
    const payment = owner === undefined ? NO_PAYMENT : integer(owner, 'seq')
    return { derived: { ...derivedOfExchange(exchange), payment } }
  }),
  completing('exchange_contents', ({ exchange, body, verdict }, row, connection) => {
    const known = withOwner(connection, 'exchanges', exchange, row)
    checkLength(known, body)
    if (verdict.state !== text(known, 'signature_state')) {
      throw new RowError('holds another verdict than its request had')
    }
    return { known }
  }),
  completing('exchange_responses', ({ exchange }, row, connection) => ({
    known: withOwner(connection, 'exchanges', exchange, row),
  })),
  completing('saved_cards', ({ number }) => {
    refuseCardNumber(number)
    return {}
  }),
])

/**
 * Reads a row of a file with the store's own readers and computes the columns that the file lacks. Throws for a row that
 * the store would never have written.
 */
export const completeRow = (table: TableName, row: Row, connection: Connection): CompletedRow => ({
  derived: {},
  known: row,
  ...COMPLETIONS.get(table)?.(row, connection),
})

/** Reads what a file gives of a row of the table, then completes it; columns that the store works out are missing in the record. */
function completing<Name extends TableName>(table: Name, complete: Completion<Name>) {
  const columns = Object.entries(tableOf(table).columns)
  const given = columns.filter(([, { origin }]) => origin === 'given').map(([field]) => field as Field<Name>)
  const read = readerOf(table, given)
  return [table, (row: Row, connection: Connection) => complete(read(row), row, connection)] as const
}

function checkLength(known: Row, body: Uint8Array): void {
  if (integer(known, 'size_bytes') !== body.length) {
    throw new RowError('holds another body than its message had')
  }
}

/** The row with the columns of the one that it belongs to. */
function withOwner(
  connection: Connection,
  table: 'payments' | 'callbacks' | 'exchanges',
  seq: number,
  row: Row,
): Row {
  const owner = connection.get(`SELECT * FROM ${table} WHERE seq = ?`, seq)
  if (owner === undefined) throw new RowError(`belongs to row ${String(seq)} of ${table}, which is not there`)
  return { ...owner, ...row }
}

function paymentOf(connection: Connection, key: string): number {
  const owner = connection.get('SELECT seq FROM payments WHERE key = ?', key)
  if (owner === undefined) throw new RowError('belongs to a payment that is not there')
  return integer(owner, 'seq')
}

function refuseCardNumber(number: string): void {
  if (showsCardNumber(number))
    throw new RowError('shows a whole card number; the store keeps masked ones only')
}
