import type { StoreBase } from './base'
import type { FormVisitRecord, SavedCardRecord } from './records'
import { insertInto, readerOf, update } from './statements'
import type { FormVisitRepository, SavedCardRepository, ShopOrderRepository } from './repositories'
import { fieldsOf } from './tables'
import { integer, text } from './columns'
import type { SqlValue } from './connection'

const INSERT = insertInto('form_visits', fieldsOf('form_visits', 'seq'))
const UPDATE = update('form_visits', fieldsOf('form_visits', 'seq', 'id'), 'id')
const readVisit = readerOf('form_visits', fieldsOf('form_visits', 'seq'))

/** The stays of customers on the payment form. */
export function createFormVisits({ connection, group }: StoreBase): FormVisitRepository {
  const first = (sql: string, value: string): FormVisitRecord | null => {
    const row = connection.get(sql, value)
    return row === undefined ? null : readVisit(row)
  }
  return {
    insert(visit) {
      group.enlist(() => INSERT.run(connection, visit))
    },
    update: (visit) => group.enlist(() => UPDATE.run(connection, visit).changes > 0),
    byId: (id) => first('SELECT * FROM form_visits WHERE id = ?', id),
    byPayment: (paymentKey) =>
      first('SELECT * FROM form_visits WHERE payment_key = ? ORDER BY seq DESC LIMIT 1', paymentKey),
  }
}

const INSERT_CARD = insertInto('saved_cards', fieldsOf('saved_cards', 'seq'))
const readCard = readerOf('saved_cards', fieldsOf('saved_cards', 'seq'))

/** A masked number shows the first six and the last four digits; so many in a row are no longer masked. */
const UNMASKED = /\d{11}/

/** Whether a text that should be a masked card number shows too much of it. */
export const showsCardNumber = (number: string): boolean => UNMASKED.test(number.replaceAll(/[\s-]/g, ''))

/** Cards that customers saved, without their full numbers. */
export function createSavedCards({ connection, group }: StoreBase): SavedCardRepository {
  const find = (condition: string, ...values: readonly SqlValue[]): readonly SavedCardRecord[] =>
    connection.all(`SELECT * FROM saved_cards WHERE ${condition} ORDER BY seq`, ...values).map(readCard)
  return {
    insert(card) {
      if (showsCardNumber(card.number)) {
        throw new Error('A saved card keeps its masked number only')
      }
      group.enlist(() => INSERT_CARD.run(connection, card))
    },
    list: (projectId, customerId) => find('project_id = ? AND customer_id = ?', projectId, customerId),
    byToken: (projectId, token) => find('project_id = ? AND token = ?', projectId, token)[0] ?? null,
    byId: (projectId, id) => find('project_id = ? AND id = ?', projectId, id)[0] ?? null,
    nextToExpire({ month, year }) {
      const row = connection.get(
        'SELECT * FROM saved_cards WHERE (year, month) > (?, ?) ORDER BY year, month, seq LIMIT 1',
        year,
        month,
      )
      return row === undefined ? null : readCard(row)
    },
    countToExpire: ({ month, year }) =>
      integer(
        connection.get(
          'SELECT count(*) AS total FROM saved_cards WHERE (year, month) > (?, ?)',
          year,
          month,
        ) ?? {},
        'total',
      ),
    expiring: ({ month, year }) => find('year = ? AND month = ?', year, month),
    markUsed: (projectId, id) =>
      group.enlist(() => {
        connection.run(
          'UPDATE saved_cards SET seq = (SELECT max(seq) + 1 FROM saved_cards) WHERE project_id = ? AND id = ?',
          projectId,
          id,
        )
      }),
    remove: (projectId, id) =>
      group.enlist(
        () =>
          connection.run('DELETE FROM saved_cards WHERE project_id = ? AND id = ?', projectId, id).changes >
          0,
      ),
  }
}

/** A demo shop needs no longer memory. */
const KEPT_ORDERS = 5000

export function createShopOrders({ connection, group }: StoreBase): ShopOrderRepository {
  const put = (id: string, data: string): void => {
    const { changes } = connection.run('UPDATE shop_orders SET data = ? WHERE id = ?', data, id)
    if (changes > 0) return
    const { rowId } = connection.run('INSERT INTO shop_orders (id, data) VALUES (?, ?)', id, data)
    connection.run('DELETE FROM shop_orders WHERE seq <= ?', rowId - KEPT_ORDERS)
  }
  return {
    put(id, data) {
      group.enlist(() => {
        put(id, data)
      })
    },
    get(id) {
      const row = connection.get('SELECT data FROM shop_orders WHERE id = ?', id)
      return row === undefined ? null : text(row, 'data')
    },
    list: (limit) =>
      connection
        .all('SELECT data FROM shop_orders ORDER BY seq DESC LIMIT ?', limit)
        .map((row) => text(row, 'data')),
  }
}
