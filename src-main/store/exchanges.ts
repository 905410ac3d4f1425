import { ofPayment, type StoreBase } from './base'
import { integer } from './columns'
import { EXCHANGE_ROW_COLUMNS, readExchange, readExchangeRow, SELECT_EXCHANGE } from './exchange-row'
import { boundedVerdict, insertExchange, setResponse } from './exchange-writes'
import { askFor } from './index/list-index'
import type { ExchangeRepository } from './repositories'
import { readForList } from './unreadable-value'

const SELECT_ROW = `SELECT ${EXCHANGE_ROW_COLUMNS} FROM exchanges m`
const OF_PAYMENT = 'm.payment = (SELECT seq FROM payments WHERE key = ?) AND m.payment <> 0'

/** Requests to the listeners with the replies that they got. */
export function createExchanges(base: StoreBase): ExchangeRepository {
  const { connection, group, counters, changes, index, memory } = base

  const listed = readForList(readExchangeRow)

  return {
    insert: (exchange) => group.enlist(() => insertExchange(base, exchange)),
    setResponse: (id, response) => group.enlist(() => setResponse(base, id, response)),
    mark: (id, marks) =>
      group.enlist(() => {
        const row = connection.get('SELECT seq FROM exchanges WHERE id = ?', id)
        if (row === undefined) return false
        const seq = integer(row, 'seq')
        connection.run('UPDATE exchanges SET marks = ? WHERE seq = ?', JSON.stringify(marks), seq)
        changes.written('exchanges', seq)
        return true
      }),
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
      const row = connection.get(SELECT_EXCHANGE, id)
      return row === undefined ? null : readExchange(row)
    },
    row(id) {
      const row = connection.get(`${SELECT_ROW} WHERE m.id = ?`, id)
      return row === undefined ? null : readExchangeRow(row)
    },
    list: (which, { paymentKey, ...request }) =>
      askFor(index, { list: which, request: { ...request, ...ofPayment(memory, paymentKey) } }),
    byPayment: (paymentKey, after = 0) =>
      connection
        .all(`${SELECT_ROW} WHERE ${OF_PAYMENT} AND m.seq > ? ORDER BY m.seq`, paymentKey, after)
        .map(listed),
    requestTimes: (paymentKey) =>
      connection
        .all(
          `SELECT m.seq, m.wall_received_at FROM exchanges m
           WHERE ${OF_PAYMENT} AND m.source NOT IN ('capture', 'imported') ORDER BY m.seq`,
          paymentKey,
        )
        .map((row) => ({ seq: integer(row, 'seq'), wallReceivedAt: integer(row, 'wall_received_at') })),
    ofUnknownPayment: (projectId, paymentIdFolded, after = 0) =>
      connection
        .all(
          `${SELECT_ROW} WHERE m.payment_id_folded = ? AND m.payment = 0 AND m.project_id IS ? AND m.seq > ? ORDER BY m.seq`,
          paymentIdFolded,
          projectId,
          after,
        )
        .map(listed),
    newestSeq: () =>
      integer(connection.get('SELECT coalesce(max(seq), 0) AS seq FROM exchanges') ?? {}, 'seq'),
    capturesOf: (callbackId) =>
      connection
        .all(`${SELECT_ROW} WHERE m.callback_id = ? AND m.is_capture = 1 ORDER BY m.seq`, callbackId)
        .map(listed),
    counts: () => ({ captures: counters.get('captures'), exchanges: counters.get('exchanges') }),
  }
}
