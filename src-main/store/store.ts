import { randomUUID } from 'node:crypto'
import type { ProjectId } from '#domain/ids'
import type { Notice } from '#protocol/bench'
import { errorText } from '#lib/error-text'
import { createAnnotations, createClockState, createProjects, createRules, createSettings } from './settings'
import { createAttempts } from './attempts'
import type { StoreBase } from './base'
import { createCallbackMemory, createPaymentMemory } from './memory'
import { createCallbacks } from './callbacks'
import { type Connection, createSavepoints, watchAgenda } from './connection'
import { type ChangeLog, createChangeLog } from './changes'
import { createCounters, createGroup, type Group, type StoreLog } from './group'
import { createEvents, createPayments, createRequestIds, createTimers } from './payments'
import { createExchanges } from './exchanges'
import { takeSnapshot } from './export/snapshot'
import { createFormVisits, createSavedCards, createShopOrders } from './form-records'
import type { IndexState, ListIndex } from './index/list-index'
import { createLocalIndex } from './index/local-index'
import { createThreadIndex } from './index/thread-index'
import {
  type Durability,
  type FolderLock,
  leaveLogToThread,
  moveLastLogPages,
  setSynchronous,
} from './open-database'
import { createKept, createRetention, reset, resetProject } from './retention'

export interface StoreOptions {
  /** Null for a store in memory. */
  readonly directory: string | null
  /** `full` also survives a power cut, at the price of a disk flush for every commit. */
  readonly durability: Durability
  readonly newId?: () => string
  /** The program of the index's thread (index-worker.ts); if absent, the index works in this thread. */
  readonly indexProgram?: URL | undefined
  readonly log: StoreLog
}

/** The message says what to do; nothing was changed. */
export interface StoreOpeningError {
  readonly code: 'locked' | 'unwritable' | 'newer' | 'older' | 'failed'
  readonly message: string
}

export type StoreOpening =
  | { readonly ok: true; readonly store: Store; readonly notices: readonly Notice[] }
  | { readonly ok: false; readonly error: StoreOpeningError }

/** Reads see the open group's writes at once; lists come from an index and include all commits before the request. */
export type Store = ReturnType<typeof assembleStore>

/** Assembles the store of a database with the newest schema; `lock` is released when the store is closed. */
export function assembleStore(opened: Connection, lock: FolderLock | null, options: StoreOptions) {
  const agenda = watchAgenda(opened)
  const savepoints = createSavepoints(agenda.connection)
  const { connection } = savepoints
  const counters = createCounters(connection)
  const changes = createChangeLog(connection, () => index.changed())
  const memory = createPaymentMemory(connection)
  const callbackMemory = createCallbackMemory()
  const group = createGroup(savepoints, [counters, memory, callbackMemory, changes], options.log)
  const index = openIndexOf(options, opened, group, changes)
  const { newId = randomUUID } = options
  const base: StoreBase = { connection, group, counters, changes, memory, callbackMemory, index, newId }
  const callbacks = createCallbacks(base)
  const kept = createKept(base)
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
     * Runs `work` in a transaction shared by all writes of this turn of the event loop, or of a few turns. If `work`
     * throws, its writes are undone; all other writes stay. A single repository call outside of `write` is a
     * separate write.
     */
    write: <T>(work: () => T): T => group.write(work),
    /** Resolves once everything written so far is committed; rejects if the commit failed, which undoes the writes. */
    committed: () => (index.room === null ? group.committed() : afterRoom(group, index)),
    get indexState(): IndexState {
      return index.state
    },
    flush: group.flush,
    setDurability(durability: Durability): void {
      group.flush()
      setSynchronous(connection, durability)
    },
    /**
     * Removes payments, messages, timers, form visits, saved cards and shop orders in one separate transaction;
     * keeps projects, rules, settings and the clock. `alsoWrite` writes in the same transaction. Throws inside a write.
     */
    reset(alsoWrite: () => void = () => undefined): void {
      kept.forget()
      reset(base, alsoWrite)
    },
    /** Removes payments, messages, timers, form visits and saved cards of one project, in steps. */
    resetProject: (projectId: ProjectId) => resetProject(base, projectId),
    kept,
    /** A snapshot to be copied to a new file while Paybench continues. Close it before the store. */
    snapshot: (file: string) => takeSnapshot(opened, group.flush, options.directory, file),
    /** Commits immediately; resolves when the folder is released. */
    close(): Promise<void> {
      if (closed) return Promise.resolve()
      closed = true
      const finish = (): void => {
        try {
          // Moves the log into the file now instead of at the next start.
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

/** The index runs in a separate thread if there is a program for it and a folder. */
function openIndexOf(
  { directory, indexProgram, log }: StoreOptions,
  journal: Connection,
  group: Group,
  changes: ChangeLog,
): ListIndex {
  let forgotten = 0
  const options = {
    // A list shows what is committed, whether or not other writes fail.
    commitOpen: group.commitOpen,
    position: () => changes.position,
    onReached(position: number) {
      if (position < forgotten + FORGET_AT_ONCE || group.isWriting || group.isClosed) return
      forgotten = position
      group.write(() => changes.forgetUpTo(position))
    },
    onFailure: (message: string) => log('error', message),
  }
  const openLocalIndex = (): ListIndex => createLocalIndex(journal, { ...options, directory })
  if (directory === null || indexProgram === undefined) return openLocalIndex()
  leaveLogToThread(journal)
  const onLogMoved = (): void => {
    try {
      group.flush()
      moveLastLogPages(journal)
    } catch (error) {
      log('warning', `The log of the database keeps its pages for now: ${errorText(error)}`)
    }
  }
  return createThreadIndex(indexProgram, { ...options, directory, onLogMoved }, openLocalIndex)
}

/** Also waits until an index that is far behind has caught up. */
async function afterRoom(group: Group, index: ListIndex): Promise<void> {
  await group.committed()
  await index.room
}
