import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { lstatSync } from 'node:fs'
import type { ProjectId } from '#domain/ids'
import { errorText } from '#lib/error-text'
import { createAnnotations, createClockState, createProjects, createRules, createSettings } from './settings'
import { createAttempts } from './attempts'
import type { StoreBase } from './base'
import { createCallbackMemory, createPaymentMemory } from './memory'
import { createCallbacks } from './callbacks'
import {
  type Connection,
  createSavepoints,
  SQLITE_CANTOPEN,
  SQLITE_READONLY,
  sqliteCode,
  watchAgenda,
} from './connection'
import { type ChangeLog, createChangeLog } from './changes'
import { createCounters, createGroup, type Group } from './group'
import { createEvents, createPayments, createRequestIds, createTimers } from './payments'
import { createExchanges } from './exchanges'
import { takeSnapshot } from './export/snapshot'
import { createFormVisits, createSavedCards, createShopOrders } from './form-records'
import type { IndexState, ListIndex } from './index/list-index'
import { createLocalIndex } from './index/local-index'
import { createThreadIndex } from './index/thread-index'
import {
  DATABASE_NAME,
  DATABASE_SUFFIXES,
  type FolderLock,
  leaveLogToThread,
  makePrivateFolder,
  moveLastLogPages,
  openDatabase,
  setAside,
  setSynchronous,
  takeLock,
} from './open-database'
import { MIGRATIONS } from './migrations'
import { createRetention, reset, resetProject } from './retention'
import type { Durability, StoreNotice, StoreOpening, StoreOpeningError, StoreOptions } from './store'
import { INDEX_NAME } from './index/open-index'

/**
 * Opens the store of a data folder and keeps every other process out of it until `close`. Creates a missing folder
 * for its owner alone: it holds secrets. A damaged database is moved aside and named in a notice.
 */
export function openStore(options: StoreOptions): StoreOpening {
  const { directory } = options
  let lock: FolderLock | null = null
  let isOpenToOthers = false
  let odd: OddFiles | null = null
  try {
    if (directory !== null) {
      ;({ isOpenToOthers } = makePrivateFolder(directory))
      odd = setOddFilesAside(directory)
      lock = takeLock(join(directory, 'lock.db'), join(directory, DATABASE_NAME))
      if (lock === null) return { ok: false, error: lockedError(directory) }
    }
    const opening = openDatabase(directory, options.durability, MIGRATIONS)
    if (opening.kind !== 'opened') {
      lock?.release()
      return { ok: false, error: schemaError(directory ?? '', opening) }
    }
    const notices = [
      ...(odd === null ? [] : [oddNotice(directory ?? '', odd)]),
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

/** Over a database with the newest schema; `lock` is released with the store. */
export function assembleStore(opened: Connection, lock: FolderLock | null, options: StoreOptions) {
  const agenda = watchAgenda(opened)
  const savepoints = createSavepoints(agenda.connection)
  const { connection } = savepoints
  const counters = createCounters(connection)
  const changes = createChangeLog(connection, () => {
    index.changed()
  })
  const memory = createPaymentMemory(connection)
  const callbackMemory = createCallbackMemory()
  const group = createGroup(savepoints, [counters, memory, callbackMemory, changes], options.log)
  const index = openIndexOf(options, opened, group, changes)
  const base: StoreBase = {
    connection,
    group,
    counters,
    changes,
    memory,
    callbackMemory,
    index,
    newId: options.newId ?? randomUUID,
  }
  const callbacks = createCallbacks(base)
  let closed = false
  let ended: Promise<void> = Promise.resolve()
  return {
    directory: options.directory,
    /** Grows with every write after which something else may be due: timers, deliveries, tokens. */
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
    formVisits: createFormVisits(base),
    savedCards: createSavedCards(base),
    shopOrders: createShopOrders(base),
    rules: createRules(base),
    annotations: createAnnotations(base),
    retention: createRetention(base),
    /**
     * Runs `work` in the transaction that all writes of this turn of the event loop, or of a few, share. If `work`
     * throws, its writes are undone; the others' writes stay. A single repository call outside of `write` is a
     * separate write.
     */
    write: <T>(work: () => T): T => group.write(work),
    /** Settles when everything written so far is committed; rejects if that commit failed and the writes are undone. */
    committed: () => (index.room === null ? group.committed() : afterRoom(group, index)),
    get indexState(): IndexState {
      return index.state
    },
    flush(): void {
      group.flush()
    },
    setDurability(durability: Durability): void {
      group.flush()
      setSynchronous(connection, durability)
    },
    /**
     * Removes payments, messages, timers, form visits, saved cards and shop orders in one separate transaction;
     * keeps projects, settings and the clock. `along` writes in the same transaction. Throws inside a write.
     */
    reset(along: () => void = () => undefined): void {
      reset(base, along)
    },
    /** Removes payments, messages, timers, form visits and saved cards of one project, in steps. */
    resetProject: (projectId: ProjectId) => resetProject(base, projectId),
    /** Everything as it is now, to be copied to a new file while the bench continues. Close it before the store. */
    snapshot: (file: string) => takeSnapshot(opened, group.flush, options.directory, file),
    /** Commits at once; resolves when the folder is released. */
    close(): Promise<void> {
      if (closed) return Promise.resolve()
      closed = true
      const finish = (): void => {
        try {
          // The file itself then holds everything; the log would otherwise wait for the next start.
          if (options.directory !== null) connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
        } finally {
          connection.close()
          lock?.release()
        }
      }
      try {
        group.close()
      } finally {
        const ending = index.close()
        if (ending === null) finish()
        else ended = ending.then(finish)
      }
      return ended
    },
  }
}

/** Changes that the index has copied are forgotten once there are this many. */
const FORGET_AT_ONCE = 1000

/** In a separate thread if there is a program for it and a folder. */
function openIndexOf(
  { directory, indexProgram, log }: StoreOptions,
  journal: Connection,
  group: Group,
  changes: ChangeLog,
): ListIndex {
  let forgotten = 0
  const options = {
    // A list shows what is committed, whether or not other writes fail.
    commitOpen: () => {
      group.commitOpen()
    },
    position: () => changes.position,
    onReached(position: number) {
      if (position < forgotten + FORGET_AT_ONCE || group.isWriting || group.isClosed) return
      forgotten = position
      group.write(() => {
        changes.forgetUpTo(position)
      })
    },
    onFailure: (message: string) => {
      log('error', message)
    },
  }
  const inThisThread = (): ListIndex => createLocalIndex(journal, { ...options, directory })
  if (directory === null || indexProgram === undefined) return inThisThread()
  leaveLogToThread(journal)
  const onLogMoved = (): void => {
    try {
      group.flush()
      moveLastLogPages(journal)
    } catch (error) {
      log('warning', `The log of the database keeps its pages for now: ${errorText(error)}`)
    }
  }
  return createThreadIndex(indexProgram, { ...options, directory, onLogMoved }, inThisThread)
}

/** The index catches up before a response leaves. */
async function afterRoom(group: Group, index: ListIndex): Promise<void> {
  await group.committed()
  await index.room
}

const lockedError = (directory: string): StoreOpeningError => ({
  code: 'locked',
  message: `Another Paybench is using the data folder ${directory}. Close it, or start this one with another folder: --data-dir DIR`,
})

const schemaError = (
  directory: string,
  { kind, version }: { readonly kind: 'older' | 'newer'; readonly version: number },
): StoreOpeningError => ({
  code: kind,
  message:
    `The data in ${directory} was written by ${kind === 'newer' ? 'a newer Paybench' : 'a Paybench before 0.1.0'} (schema ${version}). ` +
    `Nothing was changed. ${kind === 'newer' ? 'Update Paybench, or start it' : 'Start Paybench'} with another folder: --data-dir DIR`,
})

const damagedNotice = (directory: string, folder: string): StoreNotice => ({
  id: 'storage.damaged',
  level: 'warning',
  message: `The database was damaged. It was moved to ${join(directory, folder)} and a new one was started.`,
  remedy: `Nothing was deleted: keep the folder if you need the old data, its main file is ${DATABASE_NAME}.`,
})

const oddNotice = (directory: string, { names, folder }: OddFiles): StoreNotice => ({
  id: 'storage.odd',
  level: 'warning',
  message: `In the data folder, ${names.join(', ')} ${names.length === 1 ? 'was not a file' : 'were not files'} but a folder, link, pipe or device. Moved to ${join(directory, folder)}.`,
  remedy: 'Paybench made new files in their place. Delete that folder if you do not need it.',
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

/** Databases of the data folder, and whether a link may lead to one: the index can be built again anywhere. */
const DATABASES = [
  { name: DATABASE_NAME, mayBeLink: true },
  { name: INDEX_NAME, mayBeLink: false },
  { name: 'lock.db', mayBeLink: false },
] as const

interface OddFiles {
  readonly names: readonly string[]
  readonly folder: string
}

/**
 * Moves folders, links, pipes and devices that have the names of our databases into a separate folder. SQLite
 * would wait for a pipe forever, and a link to the index could make us write elsewhere.
 */
function setOddFilesAside(directory: string): OddFiles | null {
  const names = DATABASES.flatMap(({ name, mayBeLink }) =>
    DATABASE_SUFFIXES.map((suffix) => name + suffix).filter((file) => {
      const found = lstatSync(join(directory, file), { throwIfNoEntry: false })
      return found !== undefined && !found.isFile() && !(mayBeLink && found.isSymbolicLink())
    }),
  )
  return names.length === 0 ? null : { names, folder: setAside(directory, names, new Date()) }
}
