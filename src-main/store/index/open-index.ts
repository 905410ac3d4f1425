import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { connect, SQLITE_CORRUPT, SQLITE_NOTADB, sqliteCode, type Connection } from '../connection'
import { makePrivateFile } from '../private-files'
import { createIndexEngine, type IndexEngine } from './engine'
import { isOurIndex } from './schema'

export const INDEX_NAME = 'index.db'
const BUSY_TIMEOUT_MS = 5000

/** The files that SQLite keeps beside a database. */
const COMPANIONS = ['', '-wal', '-shm', '-journal']

/**
 * Opens the index of a data folder, or one in memory for null. A file that is damaged, or is no index of this version, is
 * thrown away: everything in it is in the journal.
 */
export function openIndex(directory: string | null, journal: Connection): IndexEngine {
  if (directory === null) return createIndexEngine(journal, connect(':memory:', 0))
  try {
    return createIndexEngine(journal, openFile(directory))
  } catch (error) {
    if (!isDamage(error)) throw error
    discardIndex(directory)
    return createIndexEngine(journal, openFile(directory))
  }
}

/** Removes the index of a folder; it is built again when it is opened next. */
export function discardIndex(directory: string): void {
  for (const suffix of COMPANIONS) rmSync(join(directory, INDEX_NAME + suffix), { force: true })
}

/** Whether the error says that a database file is damaged. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE_NOTADB || code === SQLITE_CORRUPT
}

function openFile(directory: string): Connection {
  const index = connectFile(directory)
  const objects = index.get('SELECT 1 FROM sqlite_schema LIMIT 1')
  if (objects === undefined || isOurIndex(index)) return index
  index.close()
  discardIndex(directory)
  return connectFile(directory)
}

function connectFile(directory: string): Connection {
  const file = join(directory, INDEX_NAME)
  // Made before SQLite makes it, whose log and index of the log take its mode over.
  makePrivateFile(file)
  const index = connect(file, BUSY_TIMEOUT_MS)
  try {
    // A power cut may cost the last steps, which are then taken again.
    index.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY')
    index.exec(
      'PRAGMA cache_size = -65536; PRAGMA mmap_size = 268435456; PRAGMA journal_size_limit = 67108864',
    )
    index.exec('PRAGMA wal_autocheckpoint = 4000')
    return index
  } catch (error) {
    index.close()
    throw error
  }
}
