import { DatabaseSync } from '@photostructure/sqlite'
import { BenchError } from '#protocol/connection'
import { putNewest } from '#lib/limits/bounded-text'

export type SqlValue = null | number | bigint | string | Uint8Array
export type Row = Readonly<Record<string, SqlValue>>

/** One open database. Prepared statements are cached. */
export interface Connection {
  /** @throws BenchError disk_full */
  exec(sql: string): void
  /** `rowId`: of the last insert. Throws a BenchError `disk_full`. */
  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number; readonly rowId: number }
  get(sql: string, ...values: readonly SqlValue[]): Row | undefined
  all(sql: string, ...values: readonly SqlValue[]): readonly Row[]
  readonly inTransaction: boolean
  close(): void
}

type Statement = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>

const KEPT_STATEMENTS = 400

/** `:memory:` opens a database in memory. */
export const connect = (location: string, busyTimeoutMs: number): Connection =>
  databaseOf(new DatabaseSync(location, { enableForeignKeyConstraints: true, timeout: busyTimeoutMs }))

/** Opens an untrusted database to read tables: its code never runs, and no value exceeds `maxValueBytes`. */
export function connectForeign(path: string, maxValueBytes: number): Connection {
  const database = new DatabaseSync(path, {
    defensive: true,
    limits: { length: maxValueBytes },
    readOnly: true,
  })
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON')
  return databaseOf(database)
}

function databaseOf(database: InstanceType<typeof DatabaseSync>): Connection {
  const reads = keptStatements((sql) => database.prepare(sql))
  // FTS5 writes internal rows with ids beyond the safe integers; one may be the last insert, so read ids as BigInts.
  const writes = keptStatements((sql) => database.prepare(sql, { readBigInts: true }))

  return {
    exec: (sql) => tryWrite(() => database.exec(sql)),
    run(sql, ...values) {
      const { changes, lastInsertRowid } = tryWrite(() => writes.prepared(sql).run(...values.map(toBinding)))
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
    close() {
      reads.clear()
      writes.clear()
      database.close()
    },
  }
}

/** Turns SQLite's error for a full disk into one with a remedy; nothing was written. */
function tryWrite<T>(work: () => T): T {
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

function keptStatements(prepare: (sql: string) => Statement) {
  const statements = new Map<string, Statement>()
  return {
    prepared(sql: string): Statement {
      const known = statements.get(sql)
      if (known !== undefined) {
        // The order of use matters only once statements may soon be dropped.
        if (statements.size > KEPT_STATEMENTS / 2) putNewest(statements, sql, known, KEPT_STATEMENTS)
        return known
      }
      const statement = prepare(sql)
      putNewest(statements, sql, statement, KEPT_STATEMENTS)
      return statement
    },
    clear: () => statements.clear(),
  }
}

/** A statement that reads BigInts returns them for both numbers; the package's type does not say so. */
const toNumber = (value: number | bigint): number => Number(value)

const toBinding = (value: SqlValue): SqlValue => (typeof value === 'string' ? withoutNul(value) : value)

/** Restores texts with NUL. Changes the row itself, because the binding creates a new object for every row. */
function fromBinding(row: Record<string, SqlValue>): Row {
  for (const name in row) {
    const value = row[name]
    if (typeof value === 'string') row[name] = withNul(value)
  }
  return row
}

const isRow = (value: unknown): value is Record<string, SqlValue> =>
  typeof value === 'object' && value !== null

/** The primary result code of an SQLite failure, null for any other exception. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('sqliteCode' in error)) return null
  const code = error.sqliteCode
  return typeof code === 'number' ? code & 0xff : null
}

/** Whether SQLite reports that a file is damaged, or is not a database. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE_NOTADB || code === SQLITE_CORRUPT
}

/** Milliseconds that a statement waits for another connection to the same file. */
export const BUSY_TIMEOUT_MS = 5000

export const SQLITE_BUSY = 5
export const SQLITE_READONLY = 8
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
export const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26

/**
 * The database's binding takes texts as C strings and cuts them at the first NUL: two payment ids that differ
 * only after a NUL (contract 3.1 allows it) would become one. So NUL is stored as a mark, which is a noncharacter
 * code point, and a digit. The mark itself is stored the same way.
 */
const MARK = '\uFDD0'
const KEPT_NUL = `${MARK}0`
const KEPT_MARK = `${MARK}1`

/** The text as it is stored. */
export function withoutNul(text: string): string {
  if (!text.includes('\0') && !text.includes(MARK)) return text
  return text.replaceAll(MARK, KEPT_MARK).replaceAll('\0', KEPT_NUL)
}

/** Reverses {@link withoutNul}. */
export function withNul(text: string): string {
  if (!text.includes(MARK)) return text
  return text.replaceAll(KEPT_NUL, '\0').replaceAll(KEPT_MARK, MARK)
}

const SQLITE_IOERR = 10
const ENDS_WRITING: readonly (number | null)[] = [
  SQLITE_READONLY,
  SQLITE_IOERR,
  SQLITE_CORRUPT,
  SQLITE_FULL,
  SQLITE_CANTOPEN,
  SQLITE_NOTADB,
]

/** Whether the store cannot be written: disk full, read-only, damaged, gone. */
export function isUnwritable(error: unknown): boolean {
  return ENDS_WRITING.includes(sqliteCode(error))
}

/** A part of a transaction that can be undone separately. Parts are nested; the last to start ends first. */
interface UndoablePart {
  keep(): void
  /** Does nothing if the database itself has ended the transaction. */
  undo(): void
}

export interface Savepoints {
  /** Use it instead of the given connection: its writes belong to the innermost part. */
  readonly connection: Connection
  begin(): UndoablePart
}

const READS = /^\s*(?:SELECT|PRAGMA)\b/i

/**
 * Creates a savepoint only at the first write of a part, and a single one for all parts that began since the last
 * write: most parts only read, or are the only content of their outer part.
 */
export function createSavepoints(inner: Connection): Savepoints {
  /** `savepoint`: null if the part has no writes, or shares that of an outer part that began at the same point. */
  const frames: { savepoint: string | null }[] = []
  /** The number of outermost frames that can be undone: they have a savepoint, or share that of an outer frame. */
  let covered = 0

  const beforeWrite = (): void => {
    const frame = frames[covered]
    if (frame === undefined) return
    frame.savepoint = `write${covered}`
    inner.run(`SAVEPOINT ${frame.savepoint}`)
    covered = frames.length
  }

  const ownSavepoint = (): string | null => (inner.inTransaction ? (frames.at(-1)?.savepoint ?? null) : null)

  const end = (): void => {
    frames.pop()
    covered = Math.min(covered, frames.length)
  }

  const rollBack = (): void => {
    if (covered < frames.length || !inner.inTransaction) return
    const savepoint = frames.findLast((frame) => frame.savepoint !== null)?.savepoint ?? null
    if (savepoint === null) return
    inner.run(`ROLLBACK TO ${savepoint}`)
    if (savepoint === ownSavepoint()) inner.run(`RELEASE ${savepoint}`)
  }

  return {
    connection: {
      ...inner,
      exec(sql) {
        if (!READS.test(sql)) beforeWrite()
        inner.exec(sql)
      },
      run(sql, ...values) {
        beforeWrite()
        return inner.run(sql, ...values)
      },
      get inTransaction() {
        return inner.inTransaction
      },
    },
    begin() {
      frames.push({ savepoint: null })
      return {
        keep() {
          const savepoint = ownSavepoint()
          if (savepoint !== null) inner.run(`RELEASE ${savepoint}`)
          end()
        },
        undo() {
          try {
            rollBack()
          } finally {
            end()
          }
        },
      }
    },
  }
}

/** Tables that say when something is due: no write to another table can change that. */
const AGENDA_TABLES = /\b(?:timers|callbacks|payments|payment_states|saved_cards|settings|clock)\b/
const CHANGES_NO_DUE_TIME = /^\s*(?:SELECT|SAVEPOINT|RELEASE|BEGIN|COMMIT|PRAGMA)\b/i

interface Agenda {
  /** Use it instead of the given connection. */
  readonly connection: Connection
  readonly version: number
}

/** Increments `version` with each write that may change when something is due. Judges each statement of `run` once. */
export function watchAgenda(connection: Connection): Agenda {
  const judged = new Map<string, boolean>()
  let version = 0
  const mayChange = (sql: string): boolean => {
    const known = judged.get(sql)
    if (known !== undefined) return known
    const changes = !CHANGES_NO_DUE_TIME.test(sql) && AGENDA_TABLES.test(sql)
    judged.set(sql, changes)
    return changes
  }
  return {
    connection: {
      ...connection,
      exec(sql) {
        if (!CHANGES_NO_DUE_TIME.test(sql)) version += 1
        connection.exec(sql)
      },
      run(sql, ...values) {
        if (mayChange(sql)) version += 1
        return connection.run(sql, ...values)
      },
      get inTransaction() {
        return connection.inTransaction
      },
    },
    get version() {
      return version
    },
  }
}
