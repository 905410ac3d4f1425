import type { ProjectId } from '#domain/ids'
import type { Steps } from '#lib/steps'
import type { TableName } from './tables'
import type { Repositories } from './repositories'
import type { Share } from './search/catch-up-work'

export type Durability = 'normal' | 'full'

/** Takes what happened in the store for the log of the host; never contains stored content. */
export type StoreLog = (level: 'info' | 'warning' | 'error', message: string) => void

export interface StoreOptions {
  /** Folder of the database; null keeps everything in memory. */
  readonly directory: string | null
  /** `full` also survives a power cut, at the price of a disk flush for every commit. */
  readonly durability: Durability
  /** Makes ids for records that come without one. */
  readonly newId?: () => string
  /** The program of the thread that owns the index (index-worker.ts); without one it works in this thread. */
  readonly indexProgram?: URL | undefined
  readonly log: StoreLog
}

/** Something that the tester should know about the store. */
export interface StoreNotice {
  readonly id: string
  readonly level: 'info' | 'warning' | 'error'
  readonly message: string
  readonly remedy?: string
}

/** Why the store did not open. The message says what to do; nothing was changed. */
export interface StoreOpeningError {
  readonly code: 'locked' | 'unwritable' | 'newer' | 'failed'
  readonly message: string
}

export type StoreOpening =
  | { readonly ok: true; readonly store: Store; readonly notices: readonly StoreNotice[] }
  | { readonly ok: false; readonly error: StoreOpeningError }

/** `messages` counts callbacks and exchanges; `bytes` is the database without its free pages. */
export interface StorageUsage {
  readonly messages: number
  readonly bytes: number
  readonly maxMessages: number
  readonly maxBytes: number
  readonly evicted: number
}

export interface Retention {
  usage(): StorageUsage
  setCaps(caps: { readonly maxMessages: number; readonly maxBytes: number }): void
  /**
   * Where a cap is passed, removes up to `limit` of the oldest exchanges and finished callbacks. Messages of payments
   * that are not final, or that still have something to deliver, stay, and so do callbacks about tokens until they are
   * sent. Forms that are as old as what was removed, and done with, go along. Returns how many were removed.
   */
  evictIfNeeded(limit: number): number
}

/** How many rows a copy has of each table. */
export type RowCounts = Readonly<Record<TableName, number>>

/** Everything as it was at one moment, while the bench continues. To be closed. */
export interface Snapshot {
  readonly schemaVersion: number
  /**
   * Copies every row, in steps.
   * @param valueOf what to copy in place of a column, as an expression of SQL; undefined: the column
   * @throws BenchError unavailable for a row that is longer than a session file can hold
   */
  copyRows(
    valueOf: (table: TableName, column: string) => string | undefined,
    onProgress: (rows: number) => void,
  ): Steps<RowCounts>
  /** Writes the head; the file is complete then. Of a copy in memory, returns the bytes. */
  finish(head: string): Uint8Array | null
  close(): void
}

/**
 * Everything that is kept. Reads see the writes of the open group at once; lists are asked of an index that follows every
 * commit, and see all commits before the question.
 */
export interface Store extends Repositories {
  readonly directory: string | null
  /** Grows with every write after which something else may be due: timers, deliveries, tokens. */
  readonly agendaVersion: number
  readonly retention: Retention
  /**
   * Runs `work` in the transaction that all writes of this turn of the event loop, or of a few, share. What `work` wrote is undone
   * when it throws; the others' writes stay. A single repository call outside of `write` is a write of its own.
   */
  write<T>(work: () => T): T
  /** Settles when everything written so far is committed; rejects when that commit failed and the writes are undone. */
  committed(): Promise<void>
  /** Commits now. Throws when the commit fails. */
  flush(): void
  setDurability(durability: Durability): void
  /**
   * Removes payments, messages, bulk replays, timers, form visits, saved cards and shop orders in one separate transaction; keeps projects, settings and the clock.
   * `along` writes in the same transaction. Throws inside a write.
   */
  reset(along?: () => void): void
  /** Removes payments, messages, timers, form visits and saved cards of one project, in steps. */
  resetProject(projectId: ProjectId): Steps<void>
  /**
   * Everything as it is now, to be copied to a file that is not there yet while the bench continues; null: in memory. To be
   * closed before the store.
   */
  snapshot(file: string | null): Snapshot
  /** How far the index of lists and search has come. */
  readonly indexState: IndexState
  /** Commits at once; resolves when the folder is released. */
  close(): Promise<void>
}

/** How far the index of the lists has come. */
export interface IndexState {
  /** Commits that it has not taken over yet. */
  readonly behind: number
  /** While it is built anew, in rows. */
  readonly rebuilding: Share | null
  /** After it was built anew, while the texts of older messages are not searched yet, in messages. */
  readonly texts: Share | null
}
