import type { CallbackState } from '#protocol/messages'
import type { Connection, Savepoints } from './connection'
import { integer, text } from './columns'

/** Log of the host; never contains stored content. */
export type StoreLog = (level: 'info' | 'warning' | 'error', message: string) => void

/** State in memory that belongs to the transaction. */
export interface Participant {
  /** Returns a function that restores the current state. */
  mark(): () => void
  /** Writes the changes into the transaction. */
  save(): void
  /** Reloads the committed state. */
  load(): void
}

/** Collects the writes of one turn of the event loop, or of a few turns if each brings more, in one transaction. */
export type Group = ReturnType<typeof createGroup>

interface Failure {
  readonly reason: unknown
}

interface OpenTransaction {
  immediate: NodeJS.Immediate
  /** Whether a write joined in this turn of the event loop. */
  hasGrown: boolean
  /** Turns of the event loop for which it may still wait. */
  turnsLeft: number
  /** Set if the database itself ended the transaction and undid all of its writes. */
  lost: Failure | null
  waiting: {
    readonly promise: Promise<void>
    settle(failure: Failure | null): void
  } | null
}

/**
 * For how many turns of the event loop a transaction waits for more writes, if every turn brings some. When every
 * write had its own commit, commits took a quarter of the time that SQL took for sales with callbacks.
 */
const MORE_TURNS = 3

export function createGroup(savepoints: Savepoints, participants: readonly Participant[], log: StoreLog) {
  const { connection } = savepoints
  const transaction = createTransaction(connection, participants, (reason) => {
    log('error', `Writes were lost because the database could not commit them: ${toError(reason).message}`)
  })
  let depth = 0
  let closed = false

  const runAsPart = <T>(group: OpenTransaction, work: () => T): T => {
    const part = savepoints.begin()
    const restore = participants.map((participant) => participant.mark())
    depth += 1
    try {
      const result = refusePromise(work())
      // The database may have ended the transaction because of a failure that the work handled itself.
      if (group.lost !== null) throw toError(group.lost.reason)
      part.keep()
      return result
    } catch (error) {
      for (const putBack of restore) putBack()
      part.undo()
      if (!connection.inTransaction) group.lost ??= { reason: error }
      throw error
    } finally {
      depth -= 1
    }
  }

  const write = <T>(work: () => T): T => {
    if (closed) throw new Error('The store is closed')
    const group = transaction.open()
    if (group.lost !== null) throw toError(group.lost.reason)
    group.hasGrown = true
    return runAsPart(group, work)
  }

  const commitOpen = (): Failure | null => {
    if (depth > 0) throw new Error('A write cannot be committed while it runs')
    return transaction.commit()
  }

  const flush = (): void => {
    const failure = commitOpen()
    if (failure !== null) throw toError(failure.reason)
  }

  return {
    write,
    enlist: <T>(work: () => T): T => (depth > 0 ? work() : write(work)),
    committed: transaction.committed,
    /** Commits the open transaction. Throws if that fails. */
    flush,
    /** Commits the open transaction. Only `committed` reports a failure, to the writers. */
    commitOpen: (): void => void commitOpen(),
    close(): void {
      try {
        flush()
      } finally {
        closed = true
      }
    },
    get isWriting(): boolean {
      return depth > 0
    },
    get isClosed(): boolean {
      return closed
    },
  }
}

function createTransaction(
  connection: Connection,
  participants: readonly Participant[],
  onLost: (reason: unknown) => void,
) {
  let open: OpenTransaction | null = null

  const begin = (): OpenTransaction => {
    connection.run('BEGIN IMMEDIATE')
    return {
      immediate: setImmediate(commitOrWait),
      hasGrown: false,
      turnsLeft: MORE_TURNS,
      lost: null,
      waiting: null,
    }
  }

  /** Under load the next turn brings more writes; without load it comes immediately. */
  const commitOrWait = (): void => {
    if (open === null) return
    if (!open.hasGrown || open.turnsLeft === 0) {
      commit()
      return
    }
    open.hasGrown = false
    open.turnsLeft -= 1
    open.immediate = setImmediate(commitOrWait)
  }

  const commit = (): Failure | null => {
    const group = open
    if (group === null) return null
    open = null
    clearImmediate(group.immediate)
    const failure = group.lost ?? saveAndCommit(connection, participants)
    if (failure !== null) {
      for (const participant of participants) participant.load()
      onLost(failure.reason)
    }
    group.waiting?.settle(failure)
    return failure
  }

  return {
    open: (): OpenTransaction => (open ??= begin()),
    /** Returns why the commit failed; null if it succeeded or nothing was open. */
    commit,
    committed(): Promise<void> {
      if (open === null) return Promise.resolve()
      open.waiting ??= waiter()
      return open.waiting.promise
    },
  }
}

function saveAndCommit(connection: Connection, participants: readonly Participant[]): Failure | null {
  try {
    for (const participant of participants) participant.save()
    connection.run('COMMIT')
    return null
  } catch (reason) {
    if (connection.inTransaction) connection.run('ROLLBACK')
    return { reason }
  }
}

function refusePromise<T>(result: T): T {
  if (!(result instanceof Promise)) return result
  // Nobody else would handle its rejection.
  result.catch(() => undefined)
  throw new TypeError('A write must be synchronous: the group may be committed before a promise settles')
}

function waiter(): NonNullable<OpenTransaction['waiting']> {
  let settle: (failure: Failure | null) => void = () => undefined
  const promise = new Promise<void>((resolve, reject) => {
    settle = (failure) => {
      if (failure === null) resolve()
      else reject(toError(failure.reason))
    }
  })
  return { promise, settle: (failure) => settle(failure) }
}

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))

type CounterName =
  | 'payments'
  | 'waiting'
  | 'captures'
  | 'exchanges'
  | 'failing'
  | 'evicted'
  | 'callbacks'
  | `callbacks:${CallbackState}`

/** Totals that would be slow to count. They are in memory, and follow every commit and rollback. */
export interface Counters extends Participant {
  get(name: CounterName): number
  add(name: CounterName, change: number): void
  clear(): void
}

export function createCounters(connection: Connection): Counters {
  let values = new Map<string, number>()
  let saved = new Map<string, number>()

  const load = (): void => {
    saved = new Map(
      connection
        .all('SELECT name, value FROM counters')
        .map((row) => [text(row, 'name'), integer(row, 'value')] as const),
    )
    values = new Map(saved)
  }
  load()

  return {
    get: (name) => values.get(name) ?? 0,
    add(name, change) {
      if (change !== 0) values.set(name, (values.get(name) ?? 0) + change)
    },
    clear() {
      for (const name of values.keys()) values.set(name, 0)
    },
    mark() {
      const before = new Map(values)
      return () => {
        values = before
      }
    },
    save() {
      for (const [name, value] of values) {
        if (saved.get(name) === value) continue
        connection.run('INSERT OR REPLACE INTO counters (name, value) VALUES (?, ?)', name, value)
        saved.set(name, value)
      }
    },
    load,
  }
}
