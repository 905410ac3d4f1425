import type { Row, SqlValue } from '#store/connection'
import { columnsOf, exportedTable, type RenamedColumn } from './tables'
import type { ColumnKind, TableName } from '#store/tables'

/** Why a row cannot be taken, in words that follow the name of its place. */
export class RowError extends Error {}

/** Bytes travel as base64; everything else as it is. */
export function travelling(value: SqlValue): unknown {
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
  }
  return typeof value === 'bigint' ? Number(value) : value
}

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
  const { added = {}, renamed = {} } = exportedTable(table)
  const row: Record<string, SqlValue> = {}
  let place = 0
  for (const [name, kind] of columnsOf(table)) {
    const later = added[name]
    if (later !== undefined && later.since > schema) row[name] = later.value
    else row[name] = renamedValue(renamed[name], schema, valueOf(kind, name, values[place++]))
  }
  return row
}

function renamedValue(renamed: RenamedColumn | undefined, schema: number, value: SqlValue): SqlValue {
  if (renamed === undefined || schema >= renamed.since || typeof value !== 'string') return value
  return renamed.values[value] ?? value
}

function valueOf(kind: ColumnKind, name: string, value: unknown): SqlValue {
  const wrong = (wanted: string): RowError => new RowError(`holds in "${name}" what is not ${wanted}`)
  if (value === null && kind.endsWith('?')) return null
  switch (kind) {
    case 'text':
    case 'text?':
    case 'json':
    case 'json?':
      if (typeof value !== 'string') throw wrong('a text')
      return value
    case 'integer':
    case 'integer?':
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrong('a whole number')
      return value
    case 'number?':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong('a number')
      return value
    case 'flag':
      if (value !== 0 && value !== 1) throw wrong('0 or 1')
      return value
    case 'bytes':
    case 'bytes?': {
      if (typeof value !== 'string') throw wrong('base64')
      const bytes = Buffer.from(value, 'base64')
      // The decoder passes over what it does not know; only bytes that give the same text were meant.
      if (bytes.toString('base64') !== value) throw wrong('base64')
      return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
  }
}
