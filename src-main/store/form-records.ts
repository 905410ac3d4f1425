import type { CardMonth } from '#domain/card/card-number'
import type { PaymentKey, ProjectId } from '#domain/ids'
import type { FormVisitRecord, JsonText, SavedCardRecord } from './records'
import type { StoreBase } from './base'
import { insertInto, readerOf, update } from './statements'
import { fieldsOf } from './tables'
import { integer, text } from './columns'
import type { SqlValue } from './connection'

const INSERT = insertInto('form_visits', fieldsOf('form_visits', 'seq'))
const UPDATE = update('form_visits', fieldsOf('form_visits', 'seq', 'id'), 'id')
const readVisit = readerOf('form_visits', fieldsOf('form_visits', 'seq'))

export function createFormVisits({ connection, group }: StoreBase) {
  const first = (sql: string, value: string): FormVisitRecord | null => {
    const row = connection.get(sql, value)
    return row === undefined ? null : readVisit(row)
  }
  return {
    insert: (visit: FormVisitRecord): void => void group.enlist(() => INSERT.run(connection, visit)),
    /** False if the visit no longer exists. */
    update: (visit: FormVisitRecord): boolean =>
      group.enlist(() => UPDATE.run(connection, visit).changes > 0),
    byId: (id: string): FormVisitRecord | null => first('SELECT * FROM form_visits WHERE id = ?', id),
    byPayment: (paymentKey: PaymentKey): FormVisitRecord | null =>
      first('SELECT * FROM form_visits WHERE payment_key = ? ORDER BY seq DESC LIMIT 1', paymentKey),
  }
}

const INSERT_CARD = insertInto('saved_cards', fieldsOf('saved_cards', 'seq'))
const readCard = readerOf('saved_cards', fieldsOf('saved_cards', 'seq'))

/** A masked number shows at most ten digits, the first six and the last four. */
const UNMASKED = /\d{11}/

/** Whether a text that should be a masked card number shows too much of it. */
export const showsCardNumber = (number: string): boolean => UNMASKED.test(number.replaceAll(/[\s-]/g, ''))

/** Saved cards, without their full numbers. Each card belongs to one project. */
export function createSavedCards({ connection, group }: StoreBase) {
  const find = (condition: string, ...values: readonly SqlValue[]): readonly SavedCardRecord[] =>
    connection.all(`SELECT * FROM saved_cards WHERE ${condition} ORDER BY seq`, ...values).map(readCard)
  return {
    /** Throws for a number that is not masked, and for an id or token that the project already has. */
    insert(card: SavedCardRecord): void {
      if (showsCardNumber(card.number)) {
        throw new Error('The number of a saved card must be masked')
      }
      group.enlist(() => INSERT_CARD.run(connection, card))
    },
    /** The most recently used card last; saving a card counts as using it. */
    list: (projectId: ProjectId, customerId: string): readonly SavedCardRecord[] =>
      find('project_id = ? AND customer_id = ?', projectId, customerId),
    byToken: (projectId: ProjectId, token: string): SavedCardRecord | null =>
      find('project_id = ? AND token = ?', projectId, token)[0] ?? null,
    byId: (projectId: ProjectId, id: number): SavedCardRecord | null =>
      find('project_id = ? AND id = ?', projectId, id)[0] ?? null,
    /** The card of any project that expires first after the given month. */
    nextToExpire({ month, year }: CardMonth): SavedCardRecord | null {
      const row = connection.get(
        'SELECT * FROM saved_cards WHERE (year, month) > (?, ?) ORDER BY year, month, seq LIMIT 1',
        year,
        month,
      )
      return row === undefined ? null : readCard(row)
    },
    countToExpire: ({ month, year }: CardMonth): number =>
      integer(
        connection.get(
          'SELECT count(*) AS total FROM saved_cards WHERE (year, month) > (?, ?)',
          year,
          month,
        ) ?? {},
        'total',
      ),
    /** Cards of all projects that expire at the end of the given month. */
    expiring: ({ month, year }: CardMonth): readonly SavedCardRecord[] =>
      find('year = ? AND month = ?', year, month),
    markUsed: (projectId: ProjectId, id: number): void =>
      group.enlist(() => {
        connection.run(
          'UPDATE saved_cards SET seq = (SELECT max(seq) + 1 FROM saved_cards) WHERE project_id = ? AND id = ?',
          projectId,
          id,
        )
      }),
    /** False if there is no such card. */
    remove: (projectId: ProjectId, id: number): boolean =>
      group.enlist(
        () =>
          connection.run('DELETE FROM saved_cards WHERE project_id = ? AND id = ?', projectId, id).changes >
          0,
      ),
  }
}

const KEPT_ORDERS = 5000

/** The newest orders of the demo shop, as JSON that the shop writes; older ones are removed. */
export function createShopOrders({ connection, group }: StoreBase) {
  return {
    put: (id: string, data: JsonText): void =>
      group.enlist(() => {
        const { changes } = connection.run('UPDATE shop_orders SET data = ? WHERE id = ?', data, id)
        if (changes > 0) return
        const { rowId } = connection.run('INSERT INTO shop_orders (id, data) VALUES (?, ?)', id, data)
        connection.run('DELETE FROM shop_orders WHERE seq <= ?', rowId - KEPT_ORDERS)
      }),
    get(id: string): JsonText | null {
      const row = connection.get('SELECT data FROM shop_orders WHERE id = ?', id)
      return row === undefined ? null : text(row, 'data')
    },
    /** Newest first. */
    list: (limit: number): readonly JsonText[] =>
      connection
        .all('SELECT data FROM shop_orders ORDER BY seq DESC LIMIT ?', limit)
        .map((row) => text(row, 'data')),
  }
}
