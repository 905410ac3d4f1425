import { join } from 'node:path'
import { LIMITS } from '#lib/limits/limit-table'
import type { Steps } from '#lib/steps'
import { BenchError } from '#protocol/connection'
import { integer, text } from '#store/columns'
import { BUSY_TIMEOUT_MS, connect, type Connection, type SqlValue } from '#store/connection'
import { DATABASE_NAME, makePrivateFile, schemaVersion } from '#store/open-database'
import { MIN_ROWS, nextLimit } from './tables'
import { columnName, fieldsOf, TABLE_NAMES, tableOf, type TableName } from '#store/tables'

/** Marks a session file as ours: "PBSF" as a number. */
export const SESSION_APPLICATION_ID = 0x50425346

/** The table in which a session file describes itself. */
export const CREATE_HEAD = (schema: 'main' | 'copy'): string =>
  `CREATE TABLE ${schema}.session (head TEXT NOT NULL) STRICT`

type ColumnValue = (table: TableName, column: string) => string | undefined

/**
 * Takes a snapshot of everything committed or written so far. A separate connection reads a database file in a
 * transaction that sees no later write; a database in memory must be copied in the same turn of the event loop. The
 * caller closes the snapshot.
 */
export function takeSnapshot(opened: Connection, flush: () => void, directory: string | null, file: string) {
  flush()
  const connection = directory === null ? opened : connect(join(directory, DATABASE_NAME), BUSY_TIMEOUT_MS)
  const release = (): void => {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    connection.exec('DETACH copy')
    if (connection !== opened) connection.close()
  }
  makePrivateFile(file)
  connection.run('ATTACH ? AS copy', file)
  try {
    connection.exec('PRAGMA copy.journal_mode = OFF; PRAGMA copy.synchronous = OFF')
    const version = schemaVersion(connection)
    connection.exec(
      `PRAGMA copy.application_id = ${SESSION_APPLICATION_ID}; PRAGMA copy.user_version = ${version}`,
    )
    connection.exec('BEGIN')
    for (const table of TABLE_NAMES) createTable(connection, table)
    return {
      schemaVersion: version,
      /**
       * Copies every row, in steps.
       * @param valueOf the SQL expression that replaces a column; undefined to copy the column
       * @throws BenchError unavailable for a row that is longer than a session file can hold
       */
      *copyRows(valueOf: ColumnValue, onProgress: (rows: number) => void): Steps<Record<TableName, number>> {
        const counts = {} as Record<TableName, number>
        let copied = 0
        for (const table of TABLE_NAMES) {
          counts[table] = yield* copyTable(connection, table, valueOf, (rows) => onProgress((copied += rows)))
        }
        return counts
      },
      /** Writes the head; the file is then complete. */
      finish(head: string): void {
        connection.exec(CREATE_HEAD('copy'))
        connection.run('INSERT INTO copy.session (head) VALUES (?)', head)
        connection.exec('COMMIT')
      },
      close: release,
    }
  } catch (error) {
    release()
    throw error
  }
}

function createTable(connection: Connection, table: TableName): void {
  const row = connection.get(`SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?`, table)
  connection.exec(text(row ?? {}, 'sql').replace(/^CREATE TABLE ("?)\w+\1/, `CREATE TABLE copy.${table}`))
}

function* copyTable(
  connection: Connection,
  table: TableName,
  valueOf: ColumnValue,
  onCopied: (rows: number) => void,
): Steps<number> {
  const { key, only = 'TRUE', isHeavy = false } = tableOf(table)
  const columns = fieldsOf(table).map(columnName)
  const names = columns.map((column) => `"${column}"`).join(', ')
  const values = columns.map((column) => valueOf(table, column) ?? `"${column}"`).join(', ')
  const insert = `INSERT INTO copy.${table} (${names}) SELECT ${values} FROM main.${table} WHERE ${only}`
  const bytes = columns.map((column) => `coalesce(octet_length("${column}"), 0)`).join(' + ')
  const maxBytes = isHeavy ? LIMITS.sessionLineBytes : LIMITS.sessionRecordBytes
  let total = 0
  let limit = MIN_ROWS
  for (let last: SqlValue = null; ;) {
    const order = `ORDER BY "${key}" LIMIT ${limit}`
    const { changes }: { readonly changes: number } =
      last === null
        ? connection.run(`${insert} ${order}`)
        : connection.run(`${insert} AND "${key}" > ? ${order}`, last)
    if (changes === 0) return total
    const copied = connection.get(
      `SELECT max(${bytes}) AS longest, sum(${bytes}) AS bytes, max("${key}") AS last FROM copy.${table} WHERE "${key}" > ?`,
      last ?? -1,
    )
    if (integer(copied ?? {}, 'longest') > maxBytes) throw tooLong(table, maxBytes)
    limit = nextLimit(limit, integer(copied ?? {}, 'bytes'))
    last = copied?.['last'] ?? null
    total += changes
    onCopied(changes)
    yield
  }
}

/** The refusal of a row that is too long, so that every written file can be read again. */
const tooLong = (table: TableName, maxBytes: number): BenchError =>
  new BenchError(
    'unavailable',
    `A row of ${table} is longer than the ${String(maxBytes)} bytes that a session file can hold. Nothing was exported. ` +
      'Remove the long message (bench.reset removes everything), or copy the data folder instead.',
  )
