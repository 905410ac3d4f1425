import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { BUSY_TIMEOUT_MS, connect, isDamage, type Connection } from '#store/connection'
import { CHECKPOINT_PAGES, DATABASE_SUFFIXES, makePrivateFile } from '#store/open-database'
import { createIndexEngine, type IndexEngine } from './engine'
import { isOurIndex } from './schema'

export const INDEX_NAME = 'index.db'

/**
 * Opens the index of a data folder; for null, an index in memory. A file that is damaged, now or later, or is not
 * an index of this version, is discarded and built again: everything in it is in the journal.
 */
export function openIndex(directory: string | null, journal: Connection): IndexEngine {
  if (directory === null) return createIndexEngine(journal, connect(':memory:', 0))
  const rebuild = (): IndexEngine => {
    discardIndex(directory)
    return createIndexEngine(journal, openFile(directory))
  }
  let engine = openOrRebuild(rebuild, () => createIndexEngine(journal, openFile(directory)))
  let isMended = false
  /** Builds the index again. If the damage recurs, the index is not its cause: the error is passed on. */
  const mend = (error: unknown): void => {
    if (isMended || !isDamage(error)) throw error
    isMended = true
    engine.close()
    engine = rebuild()
  }
  return {
    get progress() {
      return engine.progress
    },
    step() {
      try {
        return engine.step()
      } catch (error) {
        mend(error)
        return true
      }
    },
    page(question) {
      try {
        return engine.page(question)
      } catch (error) {
        mend(error)
        throw error
      }
    },
    close: () => engine.close(),
  }
}

/** The opened index; if it is damaged, the result of `rebuild`. */
function openOrRebuild(rebuild: () => IndexEngine, open: () => IndexEngine): IndexEngine {
  try {
    return open()
  } catch (error) {
    if (!isDamage(error)) throw error
    return rebuild()
  }
}

/** Deletes the files of the index; it is built again when it is next opened. */
function discardIndex(directory: string): void {
  for (const suffix of DATABASE_SUFFIXES) rmSync(join(directory, INDEX_NAME + suffix), { force: true })
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
  // Only the owner may read the file. Create it before SQLite does: the write-ahead log inherits its mode.
  makePrivateFile(file)
  const index = connect(file, BUSY_TIMEOUT_MS)
  try {
    // A power cut may lose the last steps, which are then repeated.
    index.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY')
    index.exec('PRAGMA cache_size = -16384; PRAGMA journal_size_limit = 67108864')
    index.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    return index
  } catch (error) {
    index.close()
    throw error
  }
}
