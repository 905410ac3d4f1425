import type { StoreBase } from './base'
import { integer, text } from './columns'
import type { Row } from './connection'
import type { RuleRecord } from './records'
import { insertInto } from './statements'
import type { RuleRepository } from './repositories'
import { columnsWithout } from './tables'

const INSERT = insertInto('rules', columnsWithout('rules', 'seq'))

/** The lists of rules, each in its order. */
export function createRules({ connection, group }: StoreBase): RuleRepository {
  return {
    all: (list) =>
      connection.all('SELECT * FROM rules WHERE list = ? ORDER BY position, seq', list).map(readRule),
    replaceAll: (list, rules) => {
      group.enlist(() => {
        connection.run('DELETE FROM rules WHERE list = ?', list)
        rules.forEach((rule, position) => {
          connection.run(INSERT.sql, ...INSERT.values({ ...rule, list, position }))
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

const readRule = (row: Row): RuleRecord => ({
  id: text(row, 'id'),
  data: text(row, 'data'),
  evaluated: integer(row, 'evaluated'),
  fired: integer(row, 'fired'),
})
