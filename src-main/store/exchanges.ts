import { boundedNote } from '../lib/limits/bounded-text'
import type { StoreBase } from './base'
import { boundedPaymentId, boundedRefusal, boundedVerdict } from './bounded-columns'
import { asInteger, bytes, integer, integerOrNull, oneOf, textOrNull } from './columns'
import { EXCHANGE_ROW_COLUMNS, readExchange, readExchangeRow } from './exchange-row'
import { readForList } from './unreadable-value'
import { headerPairs } from './json-columns'
import { anyOf, fragment, inBothForms, type Condition } from './lists/condition'
import {
  doorIs,
  EXCHANGE_SORT_COLUMNS,
  EXCHANGE_VOCABULARY,
  TRAFFIC_SORT_COLUMNS,
} from './lists/message-lists'
import type {
  ExchangeSource,
  ExchangeLink,
  ExchangeRecord,
  ExchangeReply,
  HeaderPairs,
  NewExchange,
} from './records'
import { partsOf } from './search'
import { replyText, requestText } from './searched-text'
import type { ExchangeList, ExchangeRepository } from './store'
import { DOORS } from './words'

const SELECT_ROW = `SELECT m.seq, ${EXCHANGE_ROW_COLUMNS} FROM exchanges m`
const SELECT_RECORD = `SELECT m.seq, ${EXCHANGE_ROW_COLUMNS}, m.payment, c.headers, c.body, c.masked, c.verdict,
  r.headers AS reply_headers, r.body AS reply_body
  FROM exchanges m JOIN exchange_contents c ON c.exchange = m.seq
  LEFT JOIN exchange_replies r ON r.exchange = m.seq WHERE m.id = ?`
const OF_PAYMENT = 'm.payment = (SELECT seq FROM payments WHERE key = ?) AND m.payment <> 0'

export function createExchanges(base: StoreBase): ExchangeRepository {
  const { connection, group, counters, search, lists, newId } = base

  /** 0 where the exchange belongs to no payment that is kept. */
  const numberOf = (paymentKey: string | null): number => {
    if (paymentKey === null) return 0
    const row = connection.get('SELECT seq FROM payments WHERE key = ?', paymentKey)
    return row === undefined ? 0 : integer(row, 'seq')
  }

  const indexRequest = (payment: number, exchange: ExchangeRecord): void => {
    search.add(payment, exchange.seq, partsOf(exchange.door).request, requestText(exchange))
  }

  const insert = (given: NewExchange): ExchangeRecord => {
    const exchange = bounded(given)
    const payment = numberOf(exchange.paymentKey)
    const id = exchange.id ?? newId()
    const isCapture = exchange.door === 'capture'
    const { refusal } = exchange
    const { rowId } = connection.run(
      `INSERT INTO exchanges (id, door, is_capture, received_at, wall_received_at, secure, method, target,
         http_version, tls_version, remote_address, size_bytes, project_id, payment, payment_key, payment_id,
         payment_id_folded, callback_id, signature_state, refusal, refusal_code, refusal_contract, note, reply_status,
         duration_ms, attempt, replay_of, marks)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      exchange.door,
      asInteger(isCapture),
      exchange.receivedAt,
      exchange.wallReceivedAt,
      asInteger(exchange.secure),
      exchange.method,
      exchange.target,
      exchange.httpVersion,
      exchange.tlsVersion,
      exchange.remoteAddress,
      exchange.body.length,
      exchange.projectId,
      payment,
      exchange.paymentKey,
      exchange.paymentId,
      exchange.paymentId?.toLowerCase() ?? null,
      exchange.callbackId,
      exchange.verdict.state,
      refusal === null ? null : JSON.stringify(refusal),
      refusal?.code ?? null,
      refusal?.contract ?? null,
      exchange.note,
      exchange.replyStatus,
      exchange.durationMs,
      exchange.attempt ?? null,
      exchange.replayOf ?? null,
      JSON.stringify(exchange.marks ?? []),
    )
    connection.run(
      'INSERT INTO exchange_contents (exchange, headers, body, masked, verdict) VALUES (?, ?, ?, ?, ?)',
      rowId,
      JSON.stringify(exchange.headers),
      exchange.body,
      JSON.stringify(exchange.masked),
      JSON.stringify(exchange.verdict),
    )
    const record: ExchangeRecord = {
      ...exchange,
      id,
      seq: rowId,
      attempt: exchange.attempt ?? null,
      replayOf: exchange.replayOf ?? null,
      marks: exchange.marks ?? [],
    }
    indexRequest(payment, record)
    if (exchange.replyHeaders !== null || exchange.replyBody !== null) {
      keepReply(
        payment,
        rowId,
        exchange.door,
        exchange.replyHeaders ?? [],
        exchange.replyBody ?? new Uint8Array(),
      )
    }
    counters.add(isCapture ? 'captures' : 'exchanges', 1)
    return record
  }

  const indexReply = (
    payment: number,
    seq: number,
    door: ExchangeSource,
    headers: HeaderPairs,
    body: Uint8Array,
  ): void => {
    search.add(payment, seq, partsOf(door).reply, replyText(door, headers, body))
  }

  const keepReply = (
    payment: number,
    seq: number,
    door: ExchangeSource,
    headers: HeaderPairs,
    body: Uint8Array,
  ): void => {
    connection.run(
      'INSERT INTO exchange_replies (exchange, headers, body) VALUES (?, ?, ?)',
      seq,
      JSON.stringify(headers),
      body,
    )
    indexReply(payment, seq, door, headers, body)
  }

  const setReply = (id: string, reply: ExchangeReply): boolean => {
    const row = connection.get('SELECT seq, payment, door FROM exchanges WHERE id = ?', id)
    if (row === undefined) return false
    const seq = integer(row, 'seq')
    const payment = integer(row, 'payment')
    connection.run(
      'UPDATE exchanges SET reply_status = ?, duration_ms = ? WHERE seq = ?',
      reply.status,
      reply.durationMs,
      seq,
    )
    if (reply.body === null) {
      // The words of it stand in the index already; what a connection adds, its length and a date, nobody looks for.
      const headers = JSON.stringify(reply.headers)
      connection.run('UPDATE exchange_replies SET headers = ? WHERE exchange = ?', headers, seq)
      return true
    }
    const { changes } = connection.run('DELETE FROM exchange_replies WHERE exchange = ?', seq)
    const door = oneOf(DOORS, row, 'door')
    if (changes > 0) search.remove(payment, seq, partsOf(door).reply)
    keepReply(payment, seq, door, reply.headers, reply.body)
    return true
  }

  const link = (id: string, change: ExchangeLink): boolean => {
    const row = connection.get(SELECT_RECORD, id)
    if (row === undefined) return false
    const before = integer(row, 'payment')
    const paymentKey = change.paymentKey ?? textOrNull(row, 'payment_key')
    const paymentId = change.paymentId ?? textOrNull(row, 'payment_id')
    const after = numberOf(paymentKey)
    connection.run(
      `UPDATE exchanges SET project_id = ?, payment = ?, payment_key = ?, payment_id = ?, payment_id_folded = ?,
         callback_id = ?, replay_of = ? WHERE id = ?`,
      change.projectId ?? integerOrNull(row, 'project_id'),
      after,
      paymentKey,
      paymentId,
      paymentId?.toLowerCase() ?? null,
      change.callbackId ?? textOrNull(row, 'callback_id'),
      change.replayOf ?? textOrNull(row, 'replay_of'),
      id,
    )
    const seq = integer(row, 'seq')
    const door = oneOf(DOORS, row, 'door')
    const parts = partsOf(door)
    search.remove(before, seq, parts.request)
    const record = readExchange(connection.get(SELECT_RECORD, id) ?? row)
    indexRequest(after, record)
    if (before !== after && row['reply_headers'] !== null) {
      search.remove(before, seq, parts.reply)
      indexReply(after, seq, door, headerPairs(row, 'reply_headers'), bytes(row, 'reply_body'))
    }
    return true
  }

  /** For all of it the seeking form names both values of the column that every index begins with. */
  const wholeOf = (which: ExchangeList): { readonly condition: Condition; readonly size: number } =>
    which === 'traffic'
      ? {
          condition: { seek: fragment('m.is_capture IN (0, 1)'), scan: fragment('TRUE') },
          size: counters.get('captures') + counters.get('exchanges'),
        }
      : {
          condition: inBothForms('m.is_capture = ?', asInteger(which === 'captures')),
          size: counters.get(which),
        }

  const listed = readForList(readExchangeRow)

  return {
    insert: (exchange) => group.enlist(() => insert(exchange)),
    setReply: (id, reply) => group.enlist(() => setReply(id, reply)),
    link: (id, change) => group.enlist(() => link(id, change)),
    mark: (id, marks) =>
      group.enlist(
        () =>
          connection.run('UPDATE exchanges SET marks = ? WHERE id = ?', JSON.stringify(marks), id).changes >
          0,
      ),
    setVerdict: (id, verdict) =>
      group.enlist(
        () =>
          connection.run(
            `UPDATE exchange_contents SET verdict = ?
             WHERE exchange = (SELECT seq FROM exchanges WHERE id = ? AND signature_state = ?)`,
            JSON.stringify(boundedVerdict(verdict)),
            id,
            verdict.state,
          ).changes > 0,
      ),
    replaysOf: (id) => connection.all(`${SELECT_ROW} WHERE m.replay_of = ? ORDER BY m.seq`, id).map(listed),
    byId(id) {
      const row = connection.get(SELECT_RECORD, id)
      return row === undefined ? null : readExchange(row)
    },
    row(id) {
      const row = connection.get(`${SELECT_ROW} WHERE m.id = ?`, id)
      return row === undefined ? null : readExchangeRow(row)
    },
    list(which, { terms, projectId, paymentKey, doors, cursor, skip, limit, nowMs, order, sort, preview }) {
      return lists.page({
        list: which,
        table: 'exchanges',
        columns: EXCHANGE_ROW_COLUMNS,
        read: readExchangeRow,
        vocabulary: EXCHANGE_VOCABULARY,
        terms,
        nowMs,
        whole: wholeOf(which),
        narrowing: [
          ...(projectId === undefined ? [] : [inBothForms('m.project_id = ?', projectId)]),
          ...(paymentKey === undefined ? [] : [inBothForms(OF_PAYMENT, paymentKey)]),
          ...(doors === undefined ? [] : [anyOf(doors.map(doorIs))]),
        ],
        cursor,
        skip,
        limit,
        order,
        sort,
        sortColumns: which === 'traffic' ? TRAFFIC_SORT_COLUMNS : EXCHANGE_SORT_COLUMNS,
        preview,
      })
    },
    byPayment: (paymentKey, after = 0) =>
      connection
        .all(`${SELECT_ROW} WHERE ${OF_PAYMENT} AND m.seq > ? ORDER BY m.seq`, paymentKey, after)
        .map(listed),
    ofUnknownPayment: (projectId, paymentIdFolded, after = 0) =>
      connection
        .all(
          `${SELECT_ROW} WHERE m.payment_id_folded = ? AND m.payment = 0 AND m.project_id IS ? AND m.seq > ? ORDER BY m.seq`,
          paymentIdFolded,
          projectId,
          after,
        )
        .map(listed),
    capturesOf: (callbackId) =>
      connection
        .all(`${SELECT_ROW} WHERE m.callback_id = ? AND m.is_capture = 1 ORDER BY m.seq`, callbackId)
        .map(listed),
    counts: () => ({ captures: counters.get('captures'), exchanges: counters.get('exchanges') }),
  }
}

/** What was made of a message is kept short, whoever made it of whatever. */
const bounded = (exchange: NewExchange): NewExchange => ({
  ...exchange,
  paymentId: exchange.paymentId === null ? null : boundedPaymentId(exchange.paymentId),
  verdict: boundedVerdict(exchange.verdict),
  refusal: exchange.refusal === null ? null : boundedRefusal(exchange.refusal),
  note: exchange.note === null ? null : boundedNote(exchange.note),
})
