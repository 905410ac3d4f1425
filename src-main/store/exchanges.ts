import type { StoreBase } from './base'
import { boundedVerdict } from './bounded-columns'
import { asInteger } from './columns'
import { EXCHANGE_ROW_COLUMNS, readExchange, readExchangeRow, SELECT_EXCHANGE } from './exchange-row'
import { insertExchange, setResponse } from './exchange-writes'
import { anyOf, fragment, inBothForms, type Condition } from './lists/condition'
import {
  isFrom,
  EXCHANGE_SORT_COLUMNS,
  EXCHANGE_VOCABULARY,
  TRAFFIC_SORT_COLUMNS,
} from './lists/message-lists'
import type { ExchangeRepository } from './repositories'
import type { ExchangeList } from './list-request'
import { readForList } from './unreadable-value'

const SELECT_ROW = `SELECT m.seq, ${EXCHANGE_ROW_COLUMNS} FROM exchanges m`
const OF_PAYMENT = 'm.payment = (SELECT seq FROM payments WHERE key = ?) AND m.payment <> 0'

/** Requests to the listeners with the replies that they got. */
export function createExchanges(base: StoreBase): ExchangeRepository {
  const { connection, group, counters, lists } = base

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
    insert: (exchange) => group.enlist(() => insertExchange(base, exchange)),
    setResponse: (id, response) => group.enlist(() => setResponse(base, id, response)),
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
      const row = connection.get(SELECT_EXCHANGE, id)
      return row === undefined ? null : readExchange(row)
    },
    row(id) {
      const row = connection.get(`${SELECT_ROW} WHERE m.id = ?`, id)
      return row === undefined ? null : readExchangeRow(row)
    },
    list(which, { terms, projectId, paymentKey, sources, cursor, skip, limit, nowMs, order, sort, preview }) {
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
          ...(sources === undefined ? [] : [anyOf(sources.map(isFrom))]),
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
