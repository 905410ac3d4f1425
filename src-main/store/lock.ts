import { existsSync, rmSync } from 'node:fs'
import { connect, SQLITE_BUSY, isDamage, sqliteCode, type Connection } from './connection'
import { readHeader } from './open-database'
import { makePrivateFile } from './private-files'

/** Keeps every other process out of a data folder until `release`, or until the process dies in any way. */
export interface FolderLock {
  release(): void
}

/**
 * Takes the lock file, or returns null where another instance holds it. Other failures throw.
 * @param database the database that the lock protects. Somebody may have deleted the lock file of an instance that runs, whose
 *   database is still open.
 */
export function takeLock(file: string, database: string): FolderLock | null {
  const isNew = !existsSync(file)
  try {
    const lock = hold(file)
    if (!isNew || isUnused(database)) return lock
    lock.release()
    // The next start has to look again.
    rmSync(file)
    return null
  } catch (error) {
    const code = sqliteCode(error)
    if (code === SQLITE_BUSY) return null
    if (!isDamage(error)) throw error
    // Nothing is ever kept in the lock file, so a broken one is replaced.
    rmSync(file)
    return hold(file)
  }
}

/** Whether no program has the database open: with exclusive locking, SQLite gets none of it otherwise. */
function isUnused(database: string): boolean {
  // SQLite would remove the log of what is no database.
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

function hold(file: string): FolderLock {
  makePrivateFile(file)
  const connection: Connection = connect(file, 0)
  try {
    // The transaction is never ended: the operating system drops it with the process.
    connection.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    release() {
      connection.close()
    },
  }
}
