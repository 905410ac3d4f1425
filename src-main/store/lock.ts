import { rmSync } from 'node:fs'
import { connect, SQLITE_BUSY, isDamage, sqliteCode, type Connection } from './connection'
import { makePrivateFile } from './private-files'

/** Keeps every other process out of a data folder until `release`, or until the process dies in any way. */
export interface FolderLock {
  release(): void
}

/** Takes the lock file, or returns null where another instance holds it. Other failures throw. */
export function takeLock(file: string): FolderLock | null {
  try {
    return hold(file)
  } catch (error) {
    const code = sqliteCode(error)
    if (code === SQLITE_BUSY) return null
    if (!isDamage(error)) throw error
    // Nothing is ever kept in the lock file, so a broken one is made anew.
    rmSync(file)
    return hold(file)
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
