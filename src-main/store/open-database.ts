import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  BUSY_TIMEOUT_MS,
  connect,
  type Connection,
  isDamage,
  SQLITE_BUSY,
  sqliteCode,
  type SqlValue,
} from './connection'
import { integer } from './columns'

export type Durability = 'normal' | 'full'

export const DATABASE_NAME = 'paybench.db'

/** Checking larger files at the start would take too long. */
const CHECKED_BYTES = 64 * 1024 * 1024

type DatabaseOpening =
  | { readonly kind: 'opened'; readonly connection: Connection; readonly setAsideIn: string | null }
  | { readonly kind: 'older' | 'newer'; readonly version: number }

/** Opens the database of a folder that this process has locked, or one in memory. */
export function openDatabase(
  directory: string | null,
  durability: Durability,
  migrations: readonly Migration[],
): DatabaseOpening {
  if (directory === null) {
    const connection = connect(':memory:', 0)
    migrate(connection, migrations)
    return { kind: 'opened', connection, setAsideIn: null }
  }
  const file = join(directory, DATABASE_NAME)
  // Read from the bare file first: opening a database may already change it and its log.
  const header = readHeader(file)
  const refused = header.kind === 'database' ? refusedVersion(header.version, migrations) : null
  if (refused !== null) return refused
  try {
    if (header.kind === 'other') throw new Damage('It is not a database')
    return openSound(file, durability, migrations)
  } catch (error) {
    if (!(error instanceof Damage) && !isDamage(error)) throw error
    const damaged = DATABASE_SUFFIXES.map((suffix) => DATABASE_NAME + suffix).filter((name) =>
      existsSync(join(directory, name)),
    )
    const setAsideIn = setAside(directory, damaged, new Date())
    const opening = openSound(file, durability, migrations)
    return opening.kind === 'opened' ? { ...opening, setAsideIn } : opening
  }
}

export function setSynchronous(connection: Connection, durability: Durability): void {
  connection.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`)
}

function openSound(file: string, durability: Durability, migrations: readonly Migration[]): DatabaseOpening {
  const isSmall = existsSync(file) && statSync(file).size <= CHECKED_BYTES
  // Create the file before SQLite does: the log inherits its mode.
  makePrivateFile(file)
  const { version, applicationId, objects, fault } = inspect(file, isSmall, BUSY_TIMEOUT_MS)
  const refused = refusedVersion(version, migrations)
  if (refused !== null) return refused
  if (objects > 0 && applicationId !== APPLICATION_ID)
    throw new Damage('It is the database of another program')
  if (fault !== null) throw new Damage(fault)

  const connection = connect(file, BUSY_TIMEOUT_MS)
  try {
    connection.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL')
    setSynchronous(connection, durability)
    connection.exec('PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY')
    connection.exec(`PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    migrate(connection, migrations)
    return { kind: 'opened', connection, setAsideIn: null }
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Refuses a version from which no step leads to the newest schema; version 0 is a database without tables. */
function refusedVersion(
  version: number,
  migrations: readonly Migration[],
): Exclude<DatabaseOpening, { readonly kind: 'opened' }> | null {
  if (version > newestVersion(migrations)) return { kind: 'newer', version }
  return version > 0 && version < (migrations[0]?.version ?? 0) ? { kind: 'older', version } : null
}

class Damage extends Error {}

type Header = { readonly kind: 'none' | 'other' } | { readonly kind: 'database'; readonly version: number }

/** A database file begins with a fixed text and has the schema version in bytes 60 to 63 (SQLite file format). */
function readHeader(file: string): Header {
  if (!existsSync(file)) return { kind: 'none' }
  const header = Buffer.alloc(100)
  const descriptor = openSync(file, 'r')
  try {
    const length = readSync(descriptor, header, 0, header.length, 0)
    if (length === 0) return { kind: 'none' }
    const isDatabase = length === header.length && header.toString('latin1', 0, 16) === 'SQLite format 3\0'
    return isDatabase ? { kind: 'database', version: header.readUInt32BE(60) } : { kind: 'other' }
  } finally {
    closeSync(descriptor)
  }
}

/** Suffixes of the files that SQLite creates for a database. */
export const DATABASE_SUFFIXES = ['', '-wal', '-shm', '-journal'] as const

/** Moves unusable files into a separate folder and returns its name. */
export function setAside(directory: string, names: readonly string[], at: Date): string {
  const stamp = at
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, 'Z')
  let folder = `damaged-${stamp}`
  for (let n = 2; existsSync(join(directory, folder)); n += 1) folder = `damaged-${stamp}-${n}`
  mkdirSync(join(directory, folder), { mode: 0o700 })
  for (const name of names) renameSync(join(directory, name), join(directory, folder, name))
  return folder
}

/** Throws SQLite's error for files that are not databases. */
function inspect(file: string, withCheck: boolean, busyTimeoutMs: number) {
  const connection = connect(file, busyTimeoutMs)
  try {
    const value = (sql: string): SqlValue => Object.values(connection.get(sql) ?? {})[0] ?? null
    const check = withCheck ? value('PRAGMA quick_check(1)') : 'ok'
    return {
      version: Number(value('PRAGMA user_version')),
      applicationId: Number(value('PRAGMA application_id')),
      objects: Number(value('SELECT count(*) FROM sqlite_schema')),
      /** The first error that the check found; null if there was none, or no check. */
      fault: check === 'ok' ? null : typeof check === 'string' ? check : 'The check gave no result',
    }
  } finally {
    connection.close()
  }
}

/** One step of the schema. Versions are consecutive. */
export interface Migration {
  readonly version: number
  readonly statements: readonly string[]
}

/** Marks a database file as ours: "PBEN" as a number. */
export const APPLICATION_ID = 0x5042454e

export const schemaVersion = (connection: Connection): number =>
  integer(connection.get('PRAGMA user_version') ?? {}, 'user_version')

export const newestVersion = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0

/** Brings the schema to the newest version, each step in a separate transaction. */
export function migrate(connection: Connection, migrations: readonly Migration[]): void {
  const from = schemaVersion(connection)
  for (const { version, statements } of migrations) {
    if (version <= from) continue
    try {
      connection.exec('BEGIN IMMEDIATE')
      for (const statement of statements) connection.exec(statement)
      connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`)
      connection.exec('COMMIT')
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      throw error
    }
  }
}

/**
 * Once the log has this many pages, they are moved to the database. SQLite's default of 1000 moves the same busy
 * pages of every index again and again; a much higher number would delay the next request for too long.
 */
export const CHECKPOINT_PAGES = 4000

/** If a thread moves the pages, the writing connection moves them itself only once there are this many. */
const LEFT_TO_THREAD = 4 * CHECKPOINT_PAGES

/** Leaves the pages of the log to a thread that calls {@link moveLogPages} with a separate connection. */
export function leaveLogToThread(connection: Connection): void {
  connection.exec(`PRAGMA wal_autocheckpoint = ${LEFT_TO_THREAD}`)
}

/**
 * Moves the pages of a long log to the database. Pages that are written meanwhile stay: the writing connection
 * moves them with {@link moveLastLogPages}, and begins a new log.
 * @returns whether pages were moved
 */
export function moveLogPages(connection: Connection): boolean {
  const state = connection.get('PRAGMA wal_checkpoint(NOOP)') ?? {}
  if (integer(state, 'log') - integer(state, 'checkpointed') < CHECKPOINT_PAGES) return false
  moveLastLogPages(connection)
  return true
}

/** Moves as many pages of the log as possible without waiting for readers. */
export function moveLastLogPages(connection: Connection): void {
  connection.get('PRAGMA wal_checkpoint(PASSIVE)')
}

/** Keeps every other process out of a data folder until `release`, or until the process ends, even by a crash. */
export type FolderLock = ReturnType<typeof hold>

/**
 * Locks the file. Returns null if another instance holds it; throws for other failures.
 * @param database the protected database. Somebody may have deleted the lock file of a running instance, whose
 * database is still open.
 */
export function takeLock(file: string, database: string): FolderLock | null {
  const isNew = !existsSync(file)
  try {
    const lock = hold(file)
    if (!isNew || isUnused(database)) return lock
    lock.release()
    // Without the lock file, the next start checks again.
    rmSync(file)
    return null
  } catch (error) {
    const code = sqliteCode(error)
    if (code === SQLITE_BUSY) return null
    if (!isDamage(error)) throw error
    // The lock file is always empty, so a broken one is replaced.
    rmSync(file)
    return hold(file)
  }
}

/** Whether no program has the database open: only then does SQLite grant the exclusive lock. */
function isUnused(database: string): boolean {
  // Never opens a file that is not a database, because SQLite would remove its log.
  if (readHeader(database).kind !== 'database') return true
  const connection = connect(database, 0)
  try {
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK')
    return true
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) return false
    if (isDamage(error)) return true // it is set aside when it is opened
    throw error
  } finally {
    connection.close()
  }
}

function hold(file: string) {
  makePrivateFile(file)
  const connection: Connection = connect(file, 0)
  try {
    // The transaction is never ended: the operating system drops it with the process.
    connection.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    connection.close()
    throw error
  }
  return { release: connection.close }
}

const OTHERS = 0o077
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** Modes mean nothing on Windows, where the user's own folders are closed to other accounts. */
const hasModes = process.platform !== 'win32'

/** Names in the data folder that {@link makePrivateFolder} makes private; it leaves other files alone. */
const OURS =
  /^(?:(?:paybench|lock)\.db(?:-wal|-shm|-journal)?|exports|sessions|certificates|imports|damaged-.*)$/

/** Creates the file if it is missing, and gives access to its owner only, whatever the umask is. */
export function makePrivateFile(file: string): void {
  const descriptor = openSync(file, 'a', FILE_MODE)
  try {
    if (hasModes && (fstatSync(descriptor).mode & OTHERS) !== 0) fchmodSync(descriptor, FILE_MODE)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Creates the data folder if it is missing, for its owner only, and makes our files in it private. An
 * existing folder keeps its mode, because it may be shared on purpose. Returns whether others can read it.
 */
export function makePrivateFolder(directory: string): { readonly isOpenToOthers: boolean } {
  mkdirSync(directory, { recursive: true, mode: FOLDER_MODE })
  if (!hasModes) return { isOpenToOthers: false }
  for (const name of readdirSync(directory)) if (OURS.test(name)) makePrivate(join(directory, name))
  return { isOpenToOthers: (statSync(directory).mode & OTHERS) !== 0 }
}

/** Makes a file, or a folder with its contents, private. Links are left alone: their targets are not ours. */
function makePrivate(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isSymbolicLink()) return
  if (found.isDirectory()) {
    restrictMode(path, found.mode, FOLDER_MODE)
    for (const name of readdirSync(path)) makePrivate(join(path, name))
  } else if (found.isFile()) restrictMode(path, found.mode, FILE_MODE)
}

function restrictMode(path: string, mode: number, wanted: number): void {
  if ((mode & OTHERS) !== 0) chmodSync(path, wanted)
}
