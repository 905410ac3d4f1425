import type { Connection, Row } from './connection'
import { columnName, tableOf, type Field, type RecordOf, type TableName } from './tables'

/** A statement on some columns of a table; its SQL is built only once. */
export interface RowStatement<Values> {
  run(connection: Connection, row: Values): ReturnType<Connection['run']>
}

const quoted = (column: string): string => `"${column}"`
const quotedColumn = (field: string): string => quoted(columnName(field))

export const insertion = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

/** Inserts a row; other columns get their defaults. */
export const insertInto = <Name extends TableName, Some extends Field<Name>>(
  table: Name,
  fields: readonly Some[],
): RowStatement<RecordOf<Name, Some>> => statement(table, insertion(table, fields.map(columnName)), fields)

/** Inserts a row, or updates the one with the same key. */
export function upsertInto<Name extends TableName, Some extends Field<Name>>(
  table: Name,
  fields: readonly Some[],
  ...key: readonly Some[]
): RowStatement<RecordOf<Name, Some>> {
  const set = fields.filter((field) => !key.includes(field)).map(quotedColumn)
  const sql = `${insertion(table, fields.map(columnName))} ON CONFLICT (${key.map(quotedColumn).join(', ')})
    DO UPDATE SET ${set.map((column) => `${column} = excluded.${column}`).join(', ')}`
  return statement(table, sql, fields)
}

/** The columns whose stored values differ between two states of a row. */
export function changedFields<Name extends TableName, Some extends Field<Name>>(
  table: Name,
  fields: readonly Some[],
  before: RecordOf<Name, Some>,
  after: RecordOf<Name, Some>,
): readonly Some[] {
  const { columns } = tableOf(table)
  return fields.filter(
    (field) =>
      before[field] !== after[field] &&
      columns[field]?.write(before[field]) !== columns[field]?.write(after[field]),
  )
}

export const update = <Name extends TableName, Some extends Field<Name>, Key extends Field<Name>>(
  table: Name,
  fields: readonly Some[],
  key: Key,
): RowStatement<RecordOf<Name, Some | Key>> =>
  statement<Name, Some | Key>(
    table,
    `UPDATE ${table} SET ${fields.map((field) => `${quotedColumn(field)} = ?`).join(', ')}
     WHERE ${quotedColumn(key)} = ?`,
    [...fields, key],
  )

function statement<Name extends TableName, Some extends Field<Name>>(
  table: Name,
  sql: string,
  fields: readonly Some[],
): RowStatement<RecordOf<Name, Some>> {
  const { columns } = tableOf(table)
  return {
    run: (connection, row) =>
      connection.run(sql, ...fields.map((field) => columns[field]?.write(row[field]) ?? null)),
  }
}

/** The columns of a SELECT that names the table `alias`; texts are truncated to the length that lists show. */
export const selected = <Name extends TableName>(
  alias: string,
  table: Name,
  fields: readonly Field<Name>[],
): string =>
  fields
    .map((field) => {
      const column = quotedColumn(field)
      const { shownChars } = tableOf(table).columns[field] ?? {}
      return shownChars === undefined
        ? `${alias}.${column}`
        : `substr(${alias}.${column}, 1, ${shownChars}) AS ${column}`
    })
    .join(', ')

/** Returns a reader of these columns; it throws an UnreadableValue for a row with an invalid value. */
export function readerOf<Name extends TableName, Some extends Field<Name> = Field<Name>>(
  table: Name,
  fields: readonly Some[],
): (row: Row) => RecordOf<Name, Some> {
  const { columns } = tableOf(table)
  const readers = fields.flatMap((field) => {
    const column = columns[field]
    return column === undefined ? [] : [{ field, column, name: columnName(field) }]
  })
  return (row) => {
    const record: Partial<Record<Some, unknown>> = {}
    for (const { field, column, name } of readers) record[field] = column.read(row, name)
    return record as RecordOf<Name, Some>
  }
}
