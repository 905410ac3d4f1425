import { createHash } from 'node:crypto'
import { bytes, integer, text, textOrNull } from '#store/columns'
import type { Connection, Row } from '#store/connection'
import { derivedOfExchange } from '#store/exchange-writes'
import { derivedOfPayment } from '#store/payment-row'
import { showsCardNumber } from '#store/saved-cards'
import { NO_PAYMENT } from '#store/search/index-rows'
import { readerOf } from '#store/statements'
import { TABLE_NAMES, TABLES, type Field, type TableName } from '#store/tables'
import { RowError } from './row-values'

export interface CompletedRow {
  /** What the store works out by itself, by the names of records. */
  readonly derived: Readonly<Record<string, unknown>>
  /** The row, with the columns of the row that it belongs to. */
  readonly known: Row
}

const givenReader = <Name extends TableName>(table: Name) => {
  const columns = Object.entries(TABLES[table].columns)
  const given = columns.filter(([, { origin }]) => origin === 'given').map(([field]) => field as Field<Name>)
  return readerOf(table, given)
}
const readPayment = givenReader('payments')
const readExchange = givenReader('exchanges')
const READERS = new Map(TABLE_NAMES.map((table) => [table, givenReader(table)]))

/**
 * Reads a row of a file with the store's own readers and computes the columns that the file lacks. Throws for a row that
 * the store would never have written.
 */
export function completeRow(table: TableName, row: Row, connection: Connection): CompletedRow {
  const plain: CompletedRow = { derived: {}, known: row }
  READERS.get(table)?.(row)
  switch (table) {
    case 'counters':
      if (text(row, 'name') !== 'evicted') throw new RowError('is a total that is counted, not imported')
      return plain
    case 'payments':
      refuseCardNumber(textOrNull(row, 'account_number') ?? '')
      return { derived: derivedOfPayment(readPayment(row)), known: row }
    case 'payment_states':
      return { derived: {}, known: withOwner(connection, 'payments', 'payment', row) }
    case 'timers':
      return { derived: { payment: paymentOf(connection, text(row, 'payment_key')) }, known: row }
    case 'callbacks': {
      const key = text(row, 'payment_key')
      return { derived: { payment: key === '' ? null : paymentOf(connection, key) }, known: row }
    }
    case 'callback_contents': {
      const known = withOwner(connection, 'callbacks', 'callback', row)
      checkBody(known)
      const hash = createHash('sha256').update(bytes(row, 'body')).digest()
      if (!hash.equals(bytes(known, 'body_hash')))
        throw new RowError('holds another body than its callback had')
      return { derived: {}, known }
    }
    case 'exchanges': {
      const record = readExchange(row)
      const owner = connection.get('SELECT seq FROM payments WHERE key = ?', record.paymentKey)
      const payment = owner === undefined ? NO_PAYMENT : integer(owner, 'seq')
      return { derived: { ...derivedOfExchange(record), payment }, known: row }
    }
    case 'exchange_contents': {
      const known = withOwner(connection, 'exchanges', 'exchange', row)
      checkBody(known)
      const { state } = TABLES.exchange_contents.columns.verdict.read(row, 'verdict')
      if (state !== text(known, 'signature_state')) {
        throw new RowError('holds another verdict than its request had')
      }
      return { derived: {}, known }
    }
    case 'exchange_responses':
      return { derived: {}, known: withOwner(connection, 'exchanges', 'exchange', row) }
    case 'saved_cards':
      refuseCardNumber(text(row, 'number'))
      return plain
    default:
      return plain
  }
}

function checkBody(row: Row): void {
  if (integer(row, 'size_bytes') !== bytes(row, 'body').length) {
    throw new RowError('holds another body than its message had')
  }
}

/** The row with the columns of the one that it belongs to. */
function withOwner(
  connection: Connection,
  table: 'payments' | 'callbacks' | 'exchanges',
  column: string,
  row: Row,
): Row {
  const seq = integer(row, column)
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
