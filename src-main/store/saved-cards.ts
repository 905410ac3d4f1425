import type { StoreBase } from './base'
import { integer } from './columns'
import type { SqlValue } from './connection'
import type { SavedCardRecord } from './records'
import { insertInto, readerOf } from './statements'
import type { SavedCardRepository } from './repositories'
import { fieldsOf } from './tables'

const INSERT = insertInto('saved_cards', fieldsOf('saved_cards', 'seq'))
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
      group.enlist(() => INSERT.run(connection, card))
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
