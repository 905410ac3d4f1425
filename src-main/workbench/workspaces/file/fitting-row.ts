import type { SqlValue } from '../../../store/connection'
import { columnsOf } from '../../../store/export/tables'
import type { TableName } from '../../../store/tables'
import { rulesOf } from './column-rules'

/** A row as a session file takes it: what older data holds beyond today's bounds is shortened. */
export function fittingRow(table: TableName, values: readonly SqlValue[]): readonly SqlValue[] {
  const rules = rulesOf(table)
  return columnsOf(table).map(([column], place) => {
    const value = values[place] ?? null
    return rules[column]?.fit?.(value) ?? value
  })
}
