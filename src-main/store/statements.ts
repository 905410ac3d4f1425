import type { SqlValue } from './connection'
import type { ColumnName, RowValues, TableName } from './tables'

/** A statement over some columns of a table, its text made once. */
export interface RowStatement<Values> {
  readonly sql: string
  /** The values to run it with. */
  readonly values: (row: Values) => readonly SqlValue[]
}

type Statement<Name extends TableName, Column extends ColumnName<Name>> = RowStatement<
  RowValues<Name, Column>
>

/** Inserts a row with these columns; the others have their defaults. */
export const insertInto = <Name extends TableName, Column extends ColumnName<Name>>(
  table: Name,
  columns: readonly Column[],
): Statement<Name, Column> =>
  statement(
    `INSERT INTO ${table} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    columns,
  )

/** Inserts a row, or sets its columns in the one that has the same values in the columns of the key. */
export function upsertInto<Name extends TableName, Column extends ColumnName<Name>>(
  table: Name,
  columns: readonly Column[],
  ...key: readonly Column[]
): Statement<Name, Column> {
  const set = columns.filter((column) => !key.includes(column))
  const insertion = insertInto(table, columns)
  return {
    ...insertion,
    sql: `${insertion.sql} ON CONFLICT (${key.map(quoted).join(', ')}) DO UPDATE SET ${set
      .map((column) => `${quoted(column)} = excluded.${quoted(column)}`)
      .join(', ')}`,
  }
}

/** Sets these columns in the row that has this key. */
export const update = <Name extends TableName, Column extends ColumnName<Name>, Key extends ColumnName<Name>>(
  table: Name,
  columns: readonly Column[],
  key: Key,
): Statement<Name, Column | Key> =>
  statement(
    `UPDATE ${table} SET ${columns.map((column) => `${quoted(column)} = ?`).join(', ')} WHERE ${quoted(key)} = ?`,
    [...columns, key],
  )

/** The columns as a query selects them from the table's alias; `as` gives expressions to read in place of columns. */
export const selected = <Column extends string>(
  alias: string,
  columns: readonly Column[],
  as: Partial<Readonly<Record<NoInfer<Column>, string>>> = {},
): string =>
  columns
    .map((column) => {
      const expression = as[column]
      return expression === undefined ? `${alias}.${quoted(column)}` : `${expression} AS ${quoted(column)}`
    })
    .join(', ')

const statement = <Name extends TableName, Column extends ColumnName<Name>>(
  sql: string,
  columns: readonly Column[],
): Statement<Name, Column> => ({ sql, values: (row) => columns.map((column) => row[column]) })

const quoted = (column: string): string => `"${column}"`
