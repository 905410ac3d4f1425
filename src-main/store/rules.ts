import type { StoreBase } from './base'
import { insertInto, readerOf } from './statements'
import type { RuleRepository } from './repositories'
import { fieldsOf } from './tables'

const INSERT = insertInto('rules', fieldsOf('rules', 'seq'))
const readRule = readerOf('rules', fieldsOf('rules', 'seq', 'list', 'position'))

/** The lists of rules, each in its order. */
export function createRules({ connection, group }: StoreBase): RuleRepository {
  return {
    all: (list) =>
      connection.all('SELECT * FROM rules WHERE list = ? ORDER BY position, seq', list).map(readRule),
    replaceAll: (list, rules) => {
      group.enlist(() => {
        connection.run('DELETE FROM rules WHERE list = ?', list)
        rules.forEach((rule, position) => {
          INSERT.run(connection, { ...rule, list, position })
        })
      })
    },
    count: (list, id, { evaluated, fired }) =>
      group.enlist(
        () =>
          connection.run(
            'UPDATE rules SET evaluated = ?, fired = ? WHERE list = ? AND id = ?',
            evaluated,
            fired,
            list,
            id,
          ).changes > 0,
      ),
  }
}
