import type { Column } from '#store/columns'
import { columnName, TABLE_NAMES, type TableName, tableOf } from '#store/tables'
import type { Row, SqlValue } from '#store/connection'

const COLUMNS = new Map(
  TABLE_NAMES.map((table) => {
    const given = Object.entries(tableOf(table).columns).filter(([, { origin }]) => origin === 'given')
    return [table, given.map(([field, column]) => ({ name: columnName(field), column }))]
  }),
)

/** The columns of a table that a session file contains, in the order of the file; derived columns are left out. */
export const columnsOf = (name: TableName) => COLUMNS.get(name) ?? []

/** A table as the header of a session file announces it. */
export interface AnnouncedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
}

export const announced = (table: TableName, rows: number) => ({
  name: table,
  columns: columnsOf(table).map(({ name }) => name),
  rows,
})

/** The number of rows to read or copy first: small, because a single row may hold megabytes. */
export const MIN_ROWS = 4

/** How many rows to take next, after `rows` rows of `bytes` in total: about 1 MiB, at most 500 or twice `rows`. */
export const nextLimit = (rows: number, bytes: number): number =>
  Math.max(MIN_ROWS, Math.min(500, rows * 2, Math.floor((rows * 1024 * 1024) / Math.max(1, bytes))))

/** Why a session file is refused, in words that follow the name of the place, without a full stop. */
export class SessionFileError extends Error {
  constructor(
    message: string,
    readonly place = 'The session file',
  ) {
    super(message)
  }
}

/** The values of a file's row by column. Throws a {@link SessionFileError} for a value that a column cannot hold. */
export function rowOf(table: TableName, values: readonly unknown[]): Row {
  const columns = columnsOf(table)
  if (values.length !== columns.length) {
    throw new SessionFileError(
      `has ${String(values.length)} values where ${table} has ${String(columns.length)} columns`,
    )
  }
  return Object.fromEntries(columns.map(({ name, column }, at) => [name, valueOf(column, name, values[at])]))
}

function valueOf(column: Column, name: string, value: unknown): SqlValue {
  const stored = typeof value === 'string' ? (column.shorten?.(value) ?? value) : value
  if (!isSqlValue(stored))
    throw new SessionFileError(`holds a value in "${name}" that must be text, a number or null`)
  const expected = column.mustBe(stored)
  if (expected !== null) throw new SessionFileError(`holds a value in "${name}" that must be ${expected}`)
  return stored
}

export const isSqlValue = (value: unknown): value is Exclude<SqlValue, bigint> =>
  value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array

export function bytesOf(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64')
  // The decoder skips characters that it does not know: accept only bytes that encode to the same text.
  if (bytes.toString('base64') !== base64) throw new SessionFileError('holds bytes that are not base64')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
