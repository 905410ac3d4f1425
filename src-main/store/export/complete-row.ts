import { createHash } from 'node:crypto'
import { FINAL_STATUSES } from '#store/words'
import { readCallbackRow } from '#store/callback-row'
import { bytes, integer, text } from '#store/columns'
import type { Connection, Row } from '#store/connection'
import { readExchangeRow } from '#store/exchange-row'
import { headerPairs, headerPairsOrNull, marks, masks, verdict } from '#store/json-columns'
import { amountThousandths, readPaymentRow } from '#store/payment-row'
import { showsCardNumber } from '#store/saved-cards'
import { NO_PAYMENT } from '#store/search/index-rows'
import { RowError } from './row-values'
import type { TableName } from '#store/tables'

export interface CompletedRow {
  /** Columns that the store works out by itself. */
  readonly derived: Row
  /** The row, with the columns of the row that it belongs to. */
  readonly known: Row
}

const NONE: Row = {}

/**
 * Reads a row of a file with the store's own readers and computes the columns that the file lacks. Throws for a row that
 * the store would never have written.
 */
export function completeRow(table: TableName, row: Row, connection: Connection): CompletedRow {
  const plain: CompletedRow = { derived: NONE, known: row }
  switch (table) {
    case 'clock':
      if (integer(row, 'id') !== 1) throw new RowError('is a second clock')
      return plain
    case 'counters':
      if (text(row, 'name') !== 'evicted' || integer(row, 'value') < 0) {
        throw new RowError('is a total that is counted, not imported')
      }
      return plain
    case 'payments':
      return payment(row)
    case 'payment_states':
      return {
        derived: NONE,
        known: { ...ownerOf(connection, 'payments', integer(row, 'payment')), ...row },
      }
    case 'timers':
      return { derived: { payment: paymentOf(connection, text(row, 'payment_key')) }, known: row }
    case 'callbacks': {
      readCallbackRow(row)
      const key = text(row, 'payment_key')
      return { derived: { payment: key === '' ? null : paymentOf(connection, key) }, known: row }
    }
    case 'callback_contents':
      return callbackContents(row, connection)
    case 'attempts':
      headerPairsOrNull(row, 'answer_headers')
      marks(row, 'marks')
      return plain
    case 'exchanges':
      return exchange(row, connection)
    case 'exchange_contents':
      return exchangeContents(row, connection)
    case 'exchange_replies':
      return exchangeResponse(row, connection)
    case 'saved_cards':
      refuseCardNumber(text(row, 'number'))
      return plain
    case 'settings':
    case 'projects':
    case 'events':
    case 'request_ids':
    case 'form_sessions':
    case 'shop_orders':
    case 'rules':
    case 'drafts':
    case 'bulk_replays':
    case 'bulk_replay_parts':
      return plain
  }
}

function payment(row: Row): CompletedRow {
  const folded = text(row, 'payment_id').toLowerCase()
  const customerFolded = text(row, 'customer_id').toLowerCase()
  const record = readPaymentRow({ ...row, payment_id_folded: folded })
  refuseCardNumber(record.accountNumber ?? '')
  for (const count of Object.values(record.callbacks)) {
    if (count < 0) throw new RowError('counts fewer than no callbacks')
  }
  return {
    derived: {
      payment_id_folded: folded,
      customer_id_folded: customerFolded,
      is_final: FINAL_STATUSES.has(record.status) ? 1 : 0,
      amount_thousandths: amountThousandths(record),
    },
    known: row,
  }
}

function callbackContents(row: Row, connection: Connection): CompletedRow {
  const seq = integer(row, 'callback')
  const owner = ownerOf(connection, 'callbacks', seq)
  const body = bytes(row, 'body')
  const hash = createHash('sha256').update(body).digest()
  if (integer(owner, 'size_bytes') !== body.length || !hash.equals(bytes(owner, 'body_hash'))) {
    throw new RowError('holds another body than its callback had')
  }
  headerPairs(row, 'headers')
  return {
    derived: NONE,
    known: { ...owner, ...row },
  }
}

function exchange(row: Row, connection: Connection): CompletedRow {
  const record = readExchangeRow(row)
  const key = record.paymentKey
  const owner = key === null ? undefined : connection.get('SELECT seq FROM payments WHERE key = ?', key)
  return {
    derived: {
      is_capture: record.source === 'capture' ? 1 : 0,
      payment: owner === undefined ? NO_PAYMENT : integer(owner, 'seq'),
      payment_id_folded: record.paymentId?.toLowerCase() ?? null,
      refusal_code: record.refusal?.code ?? null,
      refusal_contract: record.refusal?.contract ?? null,
    },
    known: row,
  }
}

function exchangeContents(row: Row, connection: Connection): CompletedRow {
  const seq = integer(row, 'exchange')
  const owner = ownerOf(connection, 'exchanges', seq)
  const body = bytes(row, 'body')
  if (integer(owner, 'size_bytes') !== body.length)
    throw new RowError('holds another body than its request had')
  if (verdict(row, 'verdict').state !== text(owner, 'signature_state')) {
    throw new RowError('holds another verdict than its request had')
  }
  masks(row, 'masked')
  headerPairs(row, 'headers')
  return {
    derived: NONE,
    known: { ...owner, ...row },
  }
}

function exchangeResponse(row: Row, connection: Connection): CompletedRow {
  const seq = integer(row, 'exchange')
  const owner = ownerOf(connection, 'exchanges', seq)
  headerPairs(row, 'headers')
  return {
    derived: NONE,
    known: { ...owner, ...row },
  }
}

/** The row that another one belongs to. */
function ownerOf(connection: Connection, table: 'payments' | 'callbacks' | 'exchanges', seq: number): Row {
  const owner = connection.get(`SELECT * FROM ${table} WHERE seq = ?`, seq)
  if (owner === undefined) throw new RowError(`belongs to row ${String(seq)} of ${table}, which is not there`)
  return owner
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
