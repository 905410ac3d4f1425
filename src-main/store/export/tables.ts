import type { Column } from '#store/columns'
import { columnName, TABLE_NAMES, type TableName, tableOf } from '#store/tables'
import type { Row, SqlValue } from '#store/connection'

/** A column as session files of one schema have it. */
interface FileColumn {
  readonly name: string
  readonly column: Column
}

/** The tables of a session file of this schema, in the order in which they are written. */
export const tableNamesOf = (schema: number): readonly TableName[] =>
  TABLE_NAMES.filter((name) => (tableOf(name).since ?? 0) <= schema)

/** Tables that files of older schemas have behind the others; their rows are not taken over. */
export const droppedTablesOf = (schema: number): readonly string[] =>
  schema >= 19 ? [] : schema >= 10 ? ['drafts', 'bulk_replays', 'bulk_replay_parts'] : ['drafts']

/** What session files of this schema call a table. */
export function fileNameOf(name: TableName, schema: number): string {
  const { former } = tableOf(name)
  return former !== undefined && schema < former.since ? former.name : name
}

/** The columns of each table by schema. They are asked for with every row. */
const knownColumns = new Map<TableName, Map<number, readonly FileColumn[]>>()

/**
 * Columns of a row of a session file in their order; of an older schema, if one is given, under its names, without those
 * that came later and with those that were removed since.
 */
export function columnsOf(name: TableName, schema = Number.POSITIVE_INFINITY): readonly FileColumn[] {
  const bySchema = knownColumns.get(name) ?? new Map<number, readonly FileColumn[]>()
  knownColumns.set(name, bySchema)
  const columns = bySchema.get(schema) ?? columnsIn(name, schema)
  bySchema.set(schema, columns)
  return columns
}

function columnsIn(name: TableName, schema: number): readonly FileColumn[] {
  const { columns, removed = {} } = tableOf(name)
  const present = Object.entries(columns)
    .filter(([, { origin, added }]) => origin === 'given' && (added?.since ?? 0) <= schema)
    .map(([field, column]) => ({
      name:
        column.former !== undefined && schema < column.former.since ? column.former.name : columnName(field),
      column,
    }))
  const past = Object.entries(removed)
    .filter(([, { since }]) => schema < since)
    .map(([field, { column }]) => ({ name: field, column }))
  return [...present, ...past]
}

/** Why a session file cannot be taken, in words that follow the name of the place, without a full stop. */
export class SessionFileError extends Error {
  constructor(
    message: string,
    readonly place = 'The session file',
  ) {
    super(message)
  }
}

/**
 * The values of a file's row by column; columns that its schema lacks have what the steps since then gave them. Throws a
 * {@link SessionFileError} for what the column cannot hold.
 */
export function rowOf(table: TableName, values: readonly unknown[], schema = Number.POSITIVE_INFINITY): Row {
  const columns = columnsOf(table, schema)
  if (values.length !== columns.length) {
    throw new SessionFileError(
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
  if (!isSqlValue(stored))
    throw new SessionFileError(`holds in "${name}" what must be text, a number or null`)
  const expected = column.mustBe(stored)
  if (expected !== null) throw new SessionFileError(`holds in "${name}" what must be ${expected}`)
  return stored
}

const isSqlValue = (value: unknown): value is Exclude<SqlValue, bigint> =>
  value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array

function bytesOf(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64')
  // The decoder passes over what it does not know; only bytes that give the same text were meant.
  if (bytes.toString('base64') !== base64) throw new SessionFileError('holds bytes that are not base64')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
