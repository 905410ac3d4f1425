import type { ProjectId } from '#domain/ids'
import type { Steps } from '#lib/steps'
import type { StoreLog } from './group'
import type { IndexState } from './index/list-index'
import type { Retention } from './retention'
import type { TableName } from './tables'
import type {
  AnnotationRepository,
  ClockRepository,
  ProjectRepository,
  RuleRepository,
  SettingsRepository,
} from './settings'
import type { EventRepository, PaymentRepository, RequestIdRepository, TimerRepository } from './payments'
import type { CallbackRepository } from './callbacks'
import type { AttemptRepository } from './attempts'
import type { ExchangeRepository } from './exchanges'
import type { FormVisitRepository, SavedCardRepository, ShopOrderRepository } from './form-records'

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

export type RowCounts = Readonly<Record<TableName, number>>

/** Everything as it was at one moment, while the bench continues. The caller closes it. */
export interface Snapshot {
  readonly schemaVersion: number
  /**
   * Copies every row, in steps.
   * @param valueOf replaces a column by an expression of SQL; undefined: the column
   * @throws BenchError unavailable for a row that is longer than a session file can hold
   */
  copyRows(
    valueOf: (table: TableName, column: string) => string | undefined,
    onProgress: (rows: number) => void,
  ): Steps<RowCounts>
  /** Writes the head; the file is then complete. */
  finish(head: string): void
  close(): void
}

/**
 * Reads see the writes of the open group at once; lists come from an index that follows every commit, and see all
 * commits before the question.
 */
export interface Store {
  readonly settings: SettingsRepository
  readonly clock: ClockRepository
  readonly projects: ProjectRepository
  readonly payments: PaymentRepository
  readonly events: EventRepository
  readonly requestIds: RequestIdRepository
  readonly timers: TimerRepository
  readonly callbacks: CallbackRepository
  readonly attempts: AttemptRepository
  readonly exchanges: ExchangeRepository
  readonly formVisits: FormVisitRepository
  readonly savedCards: SavedCardRepository
  readonly shopOrders: ShopOrderRepository
  readonly rules: RuleRepository
  readonly annotations: AnnotationRepository
  readonly directory: string | null
  /** Grows with every write after which something else may be due: timers, deliveries, tokens. */
  readonly agendaVersion: number
  readonly retention: Retention
  /**
   * Runs `work` in the transaction that all writes of this turn of the event loop, or of a few, share. If `work`
   * throws, its writes are undone; the others' writes stay. A single repository call outside of `write` is a
   * separate write.
   */
  write<T>(work: () => T): T
  /** Settles when everything written so far is committed; rejects if that commit failed and the writes are undone. */
  committed(): Promise<void>
  flush(): void
  setDurability(durability: Durability): void
  /**
   * Removes payments, messages, timers, form visits, saved cards and shop orders in one separate transaction;
   * keeps projects, settings and the clock. `along` writes in the same transaction. Throws inside a write.
   */
  reset(along?: () => void): void
  /** Removes payments, messages, timers, form visits and saved cards of one project, in steps. */
  resetProject(projectId: ProjectId): Steps<void>
  /** Everything as it is now, to be copied to a new file while the bench continues. Close it before the store. */
  snapshot(file: string): Snapshot
  readonly indexState: IndexState
  /** Commits at once; resolves when the folder is released. */
  close(): Promise<void>
}
