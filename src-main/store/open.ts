import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createAnnotations } from './annotations'
import { createAttempts } from './attempts'
import type { StoreBase } from './base'
import { createBulkReplays } from './bulk-replays'
import { createCallbacks } from './callbacks'
import { SQLITE_CANTOPEN, SQLITE_READONLY, sqliteCode, type Connection } from './connection'
import { watchAgenda } from './agenda'
import { createCounters } from './counters'
import { createDrafts } from './drafts'
import { createEvents } from './events'
import { createExchanges } from './exchanges'
import { takeSnapshot } from './export/snapshot'
import { createFormSessions } from './form-sessions'
import { createGroup } from './group'
import { createFreshness } from './lists/freshness'
import { createLists } from './lists/list-rows'
import { createMatches } from './lists/matches'
import { createTotals } from './lists/totals'
import { takeLock, type FolderLock } from './lock'
import { MIGRATIONS } from './migrations/list'
import { DATABASE_NAME, openDatabase, setSynchronous } from './open-database'
import { createPaymentMemory } from './payment-memory'
import { createPayments } from './payments'
import { makePrivateFolder } from './private-files'
import { createRequestIds } from './request-ids'
import { reset } from './reset'
import { createRetention } from './retention'
import { createRules } from './rules'
import { createSavepoints } from './savepoints'
import { createSavedCards } from './saved-cards'
import { createSearch } from './search/search'
import { createSearchCatchUp } from './search/catch-up'
import { createSearchDelay } from './search/search-delay'
import { createClockState, createProjects, createSettings } from './settings'
import { createShopOrders } from './shop-orders'
import type { Store, StoreOpeningError, StoreNotice, StoreOpening, StoreOptions } from './store'
import { createTimers } from './timers'
import { errorText } from '../lib/error-text'

/** From this many payments or messages on, a slow total may lag behind for a moment. */
const LARGE = 20_000

/**
 * Opens the store of a data folder and keeps every other process out of it until `close`. The folder is made where it
 * is missing, for its owner alone: it holds secrets. A damaged database is moved aside and named in a notice.
 */
export function openStore(options: StoreOptions): StoreOpening {
  const { directory } = options
  let lock: FolderLock | null = null
  let isOpenToOthers = false
  try {
    if (directory !== null) {
      ;({ isOpenToOthers } = makePrivateFolder(directory))
      lock = takeLock(join(directory, 'lock.db'))
      if (lock === null) return { ok: false, error: lockedError(directory) }
    }
    const opening = openDatabase(directory, options.durability, MIGRATIONS)
    if (opening.kind === 'newer') {
      lock?.release()
      return { ok: false, error: newerError(directory ?? '', opening.version) }
    }
    const notices = [
      ...(opening.setAsideIn === null ? [] : [damagedNotice(directory ?? '', opening.setAsideIn)]),
      ...(isOpenToOthers ? [openFolderNotice(directory ?? '')] : []),
    ]
    for (const { message } of notices) options.log('warning', message)
    return { ok: true, store: assembleStore(opening.connection, lock, options), notices }
  } catch (error) {
    lock?.release()
    return { ok: false, error: errorOf(directory, error) }
  }
}

/** Puts a store together over a database that has the newest schema; `lock` is let go with it. */
export function assembleStore(opened: Connection, lock: FolderLock | null, options: StoreOptions): Store {
  const agenda = watchAgenda(opened)
  const savepoints = createSavepoints(agenda.connection)
  const { connection } = savepoints
  const counters = createCounters(connection)
  const search = createSearch(connection, () => {
    catchUp.wake()
  })
  const delay = createSearchDelay({ connection, search, counters, group: () => group, log: options.log })
  // The index first: should a change of it fail, no total has been written yet, and its own numbers are totals.
  const memory = createPaymentMemory(connection)
  const group = createGroup(savepoints, [delay, counters, memory], options.log)
  const catchUp = createSearchCatchUp({ connection, group, search, log: options.log })
  catchUp.wake()
  delay.catchUp()
  const isLarge = (): boolean =>
    counters.get('captures') + counters.get('exchanges') + counters.get('payments') > LARGE
  const freshness = createFreshness(() => group.version, isLarge)
  const totals = createTotals(connection, freshness)
  const matches = createMatches(connection, freshness, totals, () => group.undone)
  const base: StoreBase = {
    connection,
    group,
    counters,
    search,
    memory,
    lists: createLists(connection, totals, matches, freshness, () => {
      delay.catchUp()
    }),
    newId: options.newId ?? randomUUID,
  }
  const callbacks = createCallbacks(base)
  let closed = false
  return {
    directory: options.directory,
    get agendaVersion() {
      return agenda.version
    },
    settings: createSettings(base),
    clock: createClockState(base),
    projects: createProjects(base),
    payments: createPayments(base),
    events: createEvents(base),
    requestIds: createRequestIds(base),
    timers: createTimers(base),
    callbacks,
    attempts: createAttempts(base, callbacks),
    exchanges: createExchanges(base),
    formSessions: createFormSessions(base),
    savedCards: createSavedCards(base),
    shopOrders: createShopOrders(base),
    rules: createRules(base),
    drafts: createDrafts(base),
    bulkReplays: createBulkReplays(base),
    annotations: createAnnotations(base),
    retention: createRetention(base),
    write: (work) => group.write(work),
    committed: () => group.committed(),
    flush() {
      group.flush()
    },
    setDurability(durability) {
      group.flush()
      setSynchronous(connection, durability)
    },
    reset(along = () => undefined) {
      reset(base, along)
    },
    snapshot: () => takeSnapshot(base, options.directory),
    close() {
      if (closed) return
      closed = true
      catchUp.stop()
      delay.stop()
      try {
        group.close()
        // The file itself then holds everything; the log would otherwise wait for the next start.
        if (options.directory !== null) connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } finally {
        connection.close()
        lock?.release()
      }
    },
  }
}

const lockedError = (directory: string): StoreOpeningError => ({
  code: 'locked',
  message: `Another Paybench is using the data folder ${directory}. Close it, or start this one with another folder: --data-dir DIR`,
})

const newerError = (directory: string, version: number): StoreOpeningError => ({
  code: 'newer',
  message:
    `The data in ${directory} was written by a newer Paybench (schema ${version}). Nothing was changed. ` +
    'Update Paybench, or start it with another folder: --data-dir DIR',
})

const damagedNotice = (directory: string, folder: string): StoreNotice => ({
  id: 'storage.damaged',
  level: 'warning',
  message: `The database was damaged. It was moved to ${join(directory, folder)} and a new one was started.`,
  remedy: `Nothing was deleted: keep the folder if you need the old data, its main file is ${DATABASE_NAME}.`,
})

const openFolderNotice = (directory: string): StoreNotice => ({
  id: 'storage.open',
  level: 'warning',
  message: `Other accounts of this computer can look into the data folder ${directory}.`,
  remedy: `Its files are closed to them. Close the folder as well: chmod 700 "${directory}"`,
})

const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOSPC', 'ENOENT']

function errorOf(directory: string | null, error: unknown): StoreOpeningError {
  const words = errorText(error)
  const code = error instanceof Error && 'code' in error ? error.code : null
  const sqlite = sqliteCode(error)
  if (UNWRITABLE.some((name) => name === code) || sqlite === SQLITE_CANTOPEN || sqlite === SQLITE_READONLY) {
    return {
      code: 'unwritable',
      message:
        `The data folder ${directory ?? ''} cannot be written (${words}). Give it write access, ` +
        'or start Paybench with another folder: --data-dir DIR',
    }
  }
  return {
    code: 'failed',
    message:
      `The data folder ${directory ?? ''} cannot be opened (${words}). ` +
      'Start Paybench with another folder: --data-dir DIR, or without one: --in-memory',
  }
}
