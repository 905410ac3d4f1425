import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  BUSY_TIMEOUT_MS,
  connect,
  isDamage,
  type Connection,
  type Database,
  type SqlValue,
} from './connection'
import { CHECKPOINT_PAGES } from './log-pages'
import { APPLICATION_ID, migrate, newestVersion, type Migration } from './migrate'
import { makePrivateFile } from './private-files'
import type { Durability } from './store'

export const DATABASE_NAME = 'paybench.db'

/** Larger files would take longer to check than anybody wants to wait at the start. */
const CHECKED_BYTES = 64 * 1024 * 1024

export type DatabaseOpening =
  | { readonly kind: 'opened'; readonly connection: Database; readonly setAsideIn: string | null }
  | { readonly kind: 'newer'; readonly version: number }

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
  // Asked of the bare file first: opening a database may already change it and its log.
  const header = readHeader(file)
  if (header.kind === 'database' && header.version > newestVersion(migrations)) {
    return { kind: 'newer', version: header.version }
  }
  try {
    if (header.kind === 'other') throw new Damage('It is no database')
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
  // Made before SQLite makes it, whose log and index of the log take its mode over.
  makePrivateFile(file)
  const { version, applicationId, objects, fault } = inspect(file, isSmall, BUSY_TIMEOUT_MS)
  if (version > newestVersion(migrations)) return { kind: 'newer', version }
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

class Damage extends Error {}

type Header = { readonly kind: 'none' | 'other' } | { readonly kind: 'database'; readonly version: number }

/** The beginning of a database file: a fixed text, and the schema version in bytes 60 to 63 (SQLite file format). */
export function readHeader(file: string): Header {
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

/** The files that SQLite keeps for a database, by what follows its name. */
export const DATABASE_SUFFIXES = ['', '-wal', '-shm', '-journal'] as const

/** Moves files that cannot be used into a folder of their own. Returns the folder's name. */
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

/** What is known of a database file before it is used. */
interface Inspection {
  readonly version: number
  readonly applicationId: number
  readonly objects: number
  /** First fault that the check found, null where it found none or was not asked for. */
  readonly fault: string | null
}

/** Looks into a database file. Throws what SQLite throws for files that are no database. */
function inspect(file: string, withCheck: boolean, busyTimeoutMs: number): Inspection {
  const connection = connect(file, busyTimeoutMs)
  try {
    const value = (sql: string): SqlValue => Object.values(connection.get(sql) ?? {})[0] ?? null
    const check = withCheck ? value('PRAGMA quick_check(1)') : 'ok'
    return {
      version: Number(value('PRAGMA user_version')),
      applicationId: Number(value('PRAGMA application_id')),
      objects: Number(value('SELECT count(*) FROM sqlite_schema')),
      fault: check === 'ok' ? null : typeof check === 'string' ? check : 'The check gave no answer',
    }
  } finally {
    connection.close()
  }
}
