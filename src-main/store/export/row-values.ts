import type { Column } from '#store/column-kinds'
import type { Row, SqlValue } from '#store/connection'
import { columnName, tableOf, type TableName } from '#store/tables'
import { columnsOf } from './tables'

/** Why a row cannot be taken, in words that follow the name of its place. */
export class RowError extends Error {}

/**
 * The values of a file's row by column; columns that its schema lacks have what the steps since then gave them. Throws a
 * {@link RowError} for what the column cannot hold.
 */
export function rowOf(table: TableName, values: readonly unknown[], schema = Number.POSITIVE_INFINITY): Row {
  const columns = columnsOf(table, schema)
  if (values.length !== columns.length) {
    throw new RowError(
      `has ${String(values.length)} values where ${table} has ${String(columns.length)} columns`,
    )
  }
  const row: Record<string, SqlValue> = {}
  let place = 0
  for (const [field, column] of Object.entries(tableOf(table).columns)) {
    if (column.origin !== 'given') continue
    const name = columnName(field)
    const { added } = column
    row[name] =
      added !== undefined && added.since > schema
        ? added.value
        : valueOf(column, name, values[place++], schema)
  }
  return row
}

function valueOf(column: Column, name: string, given: unknown, schema: number): SqlValue {
  const { former } = column
  const isFormer = former !== undefined && schema < former.since
  const value = isFormer && typeof given === 'string' ? (former.values?.[given] ?? given) : given
  const stored =
    typeof value !== 'string'
      ? value
      : column.type === 'BLOB'
        ? bytesOf(value)
        : (column.shorten?.(value) ?? value)
  if (!isSqlValue(stored)) throw new RowError(`holds in "${name}" what must be text, a number or null`)
  const expected = column.mustBe(stored)
  if (expected !== null) throw new RowError(`holds in "${name}" what must be ${expected}`)
  return stored
}

const isSqlValue = (value: unknown): value is Exclude<SqlValue, bigint> =>
  value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array

function bytesOf(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64')
  // The decoder passes over what it does not know; only bytes that give the same text were meant.
  if (bytes.toString('base64') !== base64) throw new RowError('holds bytes that are not base64')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
