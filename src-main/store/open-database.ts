import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connect, SQLITE_CORRUPT, SQLITE_NOTADB, sqliteCode, type Connection } from './connection'
import { isForeign, migrate, newestVersion, schemaVersion, type Migration } from './migrate'
import { setAside } from './set-aside'
import type { Durability } from './store'

export const DATABASE_NAME = 'paybench.db'

/** Larger files would take longer to check than anybody wants to wait at the start. */
const CHECKED_BYTES = 64 * 1024 * 1024
const BUSY_TIMEOUT_MS = 5000

export type DatabaseOpening =
  | { readonly kind: 'opened'; readonly connection: Connection; readonly setAsideIn: string | null }
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
  // Asked of the bare file first: opening a database may already write to it.
  const written = versionInHeader(file)
  if (written !== null && written > newestVersion(migrations)) return { kind: 'newer', version: written }
  try {
    return openSound(file, durability, migrations)
  } catch (error) {
    if (!isDamage(error)) throw error
    const setAsideIn = setAside(directory, DATABASE_NAME, new Date())
    const opening = openSound(file, durability, migrations)
    return opening.kind === 'opened' ? { ...opening, setAsideIn } : opening
  }
}

export function setSynchronous(connection: Connection, durability: Durability): void {
  connection.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`)
}

function openSound(file: string, durability: Durability, migrations: readonly Migration[]): DatabaseOpening {
  const isSmall = existsSync(file) && statSync(file).size <= CHECKED_BYTES
  const connection = connect(file, BUSY_TIMEOUT_MS)
  try {
    const version = schemaVersion(connection)
    if (version > newestVersion(migrations)) {
      connection.close()
      return { kind: 'newer', version }
    }
    if (isForeign(connection)) throw new Damage('It is a database of another program')
    if (isSmall) check(connection)
    connection.exec('PRAGMA auto_vacuum = INCREMENTAL')
    connection.exec('PRAGMA journal_mode = WAL')
    setSynchronous(connection, durability)
    connection.exec('PRAGMA cache_size = -65536; PRAGMA mmap_size = 268435456; PRAGMA temp_store = MEMORY')
    connection.exec('PRAGMA journal_size_limit = 67108864')
    migrate(connection, migrations)
    // Reads every table's first page, so that a broken schema shows now and not in the middle of a payment.
    connection.all(`SELECT name, sql FROM sqlite_schema`)
    return { kind: 'opened', connection, setAsideIn: null }
  } catch (error) {
    connection.close()
    throw error
  }
}

function check(connection: Connection): void {
  const [first] = connection.all('PRAGMA quick_check(1)')
  const words = first?.['quick_check']
  if (words !== 'ok') throw new Damage(typeof words === 'string' ? words : 'The check gave no answer')
}

class Damage extends Error {}

function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return error instanceof Damage || code === SQLITE_NOTADB || code === SQLITE_CORRUPT
}

/** The schema version in the header of a database file (file format, bytes 60 to 63); null where there is none. */
function versionInHeader(file: string): number | null {
  if (!existsSync(file)) return null
  const header = Buffer.alloc(100)
  const descriptor = openSync(file, 'r')
  try {
    const length = readSync(descriptor, header, 0, header.length, 0)
    const isDatabase = length === header.length && header.toString('latin1', 0, 16) === 'SQLite format 3\0'
    return isDatabase ? header.readUInt32BE(60) : null
  } finally {
    closeSync(descriptor)
  }
}
