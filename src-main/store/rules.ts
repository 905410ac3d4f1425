import type { StoreBase } from './base'
import { integer, text } from './columns'
import type { Row } from './connection'
import type { RuleRecord } from './records'
import type { RuleRepository } from './store'

export function createRules({ connection, group }: StoreBase): RuleRepository {
  return {
    all: (list) =>
      connection.all('SELECT * FROM rules WHERE list = ? ORDER BY position, seq', list).map(readRule),
    replaceAll: (list, rules) => {
      group.enlist(() => {
        connection.run('DELETE FROM rules WHERE list = ?', list)
        rules.forEach((rule, position) => {
          connection.run(
            'INSERT INTO rules (id, list, position, data, evaluated, fired) VALUES (?, ?, ?, ?, ?, ?)',
            rule.id,
            list,
            position,
            rule.data,
            rule.evaluated,
            rule.fired,
          )
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
