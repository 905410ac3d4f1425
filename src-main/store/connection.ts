import { DatabaseSync } from '@photostructure/sqlite'
import { BenchError } from '#protocol/connection'
import { withNul, withoutNul } from './nul'
import { putNewest } from '#lib/limits/put-newest'

export type SqlValue = null | number | bigint | string | Uint8Array
export type Row = Readonly<Record<string, SqlValue>>

/** One open database. Statements are prepared once and kept. */
export interface Connection {
  /** @throws BenchError disk_full */
  exec(sql: string): void
  /**
   * Returns the number of changed rows and the row id of the last insert.
   * @throws BenchError disk_full
   */
  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number; readonly rowId: number }
  get(sql: string, ...values: readonly SqlValue[]): Row | undefined
  all(sql: string, ...values: readonly SqlValue[]): readonly Row[]
  readonly inTransaction: boolean
  close(): void
}

/** A connection of which the database can be taken along. */
export interface Database extends Connection {
  /** The bytes of a database file with this schema of the connection. */
  serialize(schema: string): Uint8Array
}

type Statement = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>

/** More kinds of statements than the repositories have; queries of lists come and go. */
const KEPT_STATEMENTS = 400

/** Opens a database file, or one in memory for `:memory:`. */
export const connect = (location: string, busyTimeoutMs: number): Database =>
  databaseOf(new DatabaseSync(location, { enableForeignKeyConstraints: true, timeout: busyTimeoutMs }))

/**
 * Opens a database that somebody else made, as a file or as its bytes, only to read tables: nothing that its schema names
 * is run, pages are checked, and no value is longer than `maxValueBytes`.
 */
export function connectForeign(source: string | Uint8Array, maxValueBytes: number): Database {
  const options = { defensive: true, limits: { length: maxValueBytes } }
  const isFile = typeof source === 'string'
  const database = new DatabaseSync(isFile ? source : ':memory:', { ...options, readOnly: isFile })
  if (!isFile) database.deserialize(source)
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON')
  return databaseOf(database)
}

function databaseOf(database: InstanceType<typeof DatabaseSync>): Database {
  const reads = keptStatements((sql) => database.prepare(sql))
  // FTS5 writes rows of its own whose ids are beyond what a number holds, and each may be the last one inserted.
  const writes = keptStatements((sql) => database.prepare(sql, { readBigInts: true }))

  return {
    exec(sql) {
      writing(() => {
        database.exec(sql)
      })
    },
    run(sql, ...values) {
      const { changes, lastInsertRowid } = writing(() => writes.prepared(sql).run(...values.map(toBinding)))
      return { changes: toNumber(changes), rowId: toNumber(lastInsertRowid) }
    },
    get(sql, ...values) {
      const row: unknown = reads.prepared(sql).get(...values.map(toBinding))
      return isRow(row) ? fromBinding(row) : undefined
    },
    all(sql, ...values) {
      const rows: unknown[] = reads.prepared(sql).all(...values.map(toBinding))
      return rows.filter(isRow).map(fromBinding)
    },
    get inTransaction() {
      return database.isTransaction
    },
    serialize: (schema) => database.serialize(schema),
    close() {
      reads.clear()
      writes.clear()
      database.close()
    },
  }
}

/** Says in words that the disk is full: SQLite has then written nothing. */
function writing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_FULL) throw error
    const full = new BenchError(
      'disk_full',
      'The disk is full: nothing was written. Free some space and try again.',
    )
    throw Object.assign(full, { sqliteCode: SQLITE_FULL, cause: error })
  }
}

/** Statements by their SQL, the ones used last. */
function keptStatements(prepare: (sql: string) => Statement) {
  const statements = new Map<string, Statement>()
  return {
    prepared(sql: string): Statement {
      const known = statements.get(sql)
      if (known !== undefined) {
        // Which one was used last matters where some have to go soon.
        if (statements.size > KEPT_STATEMENTS / 2) putNewest(statements, sql, known, KEPT_STATEMENTS)
        return known
      }
      const statement = prepare(sql)
      putNewest(statements, sql, statement, KEPT_STATEMENTS)
      return statement
    },
    clear() {
      statements.clear()
    },
  }
}

/** A statement that reads BigInts returns them for both numbers; the package's own type does not say so. */
const toNumber = (value: number | bigint): number => Number(value)

const toBinding = (value: SqlValue): SqlValue => (typeof value === 'string' ? withoutNul(value) : value)

/** Rows are the binding's own fresh objects: a text that held NUL is put back in place. */
function fromBinding(row: Record<string, SqlValue>): Row {
  for (const name in row) {
    const value = row[name]
    if (typeof value === 'string') row[name] = withNul(value)
  }
  return row
}

const isRow = (value: unknown): value is Record<string, SqlValue> =>
  typeof value === 'object' && value !== null

/** Primary result code of an SQLite failure, null for any other exception. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('sqliteCode' in error)) return null
  const code = error.sqliteCode
  return typeof code === 'number' ? code & 0xff : null
}

/** Whether SQLite says that a file is damaged, or no database. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE_NOTADB || code === SQLITE_CORRUPT
}

/** How long a statement waits for another connection to the same file. */
export const BUSY_TIMEOUT_MS = 5000

export const SQLITE_BUSY = 5
export const SQLITE_READONLY = 8
export const SQLITE_CORRUPT = 11
export const SQLITE_FULL = 13
export const SQLITE_CANTOPEN = 14
export const SQLITE_NOTADB = 26
