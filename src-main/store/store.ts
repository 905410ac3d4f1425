import type { StoreLog } from './group'
import type { assembleStore } from './open'

export type Durability = 'normal' | 'full'

export interface StoreOptions {
  /** Null: in memory. */
  readonly directory: string | null
  /** `full` also survives a power cut, at the price of a disk flush for every commit. */
  readonly durability: Durability
  readonly newId?: () => string
  /** The program of the thread that owns the index (index-worker.ts); absent: it works in this thread. */
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

/** The message says what to do; nothing was changed. */
export interface StoreOpeningError {
  readonly code: 'locked' | 'unwritable' | 'newer' | 'older' | 'failed'
  readonly message: string
}

export type StoreOpening =
  | { readonly ok: true; readonly store: Store; readonly notices: readonly StoreNotice[] }
  | { readonly ok: false; readonly error: StoreOpeningError }

/**
 * Reads see the writes of the open group at once; lists come from an index that follows every commit, and see all
 * commits before the question.
 */
export type Store = ReturnType<typeof assembleStore>
