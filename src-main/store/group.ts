import type { Connection } from './connection'
import type { StoreLog } from './store'

/** Something in memory that belongs to the transaction. */
export interface Participant {
  /** Returns a function that puts back the state of now. */
  mark(): () => void
  /** Writes what changed into the transaction. */
  save(): void
  /** Goes back to what is committed. */
  load(): void
}

/** Gathers the writes of one turn of the event loop into one transaction. */
export interface Group {
  write<T>(work: () => T): T
  /** As `write`, but a part of the write that is already running where there is one. */
  enlist<T>(work: () => T): T
  committed(): Promise<void>
  flush(): void
  /** Ends the open group for good; later writes throw. */
  close(): void
  /** Grows with every write, committed or not. */
  readonly version: number
  /** Grows with everything that is rolled back. */
  readonly undone: number
  readonly isWriting: boolean
}

interface OpenGroup {
  readonly immediate: NodeJS.Immediate
  /** Set when the database itself gave up the transaction: nothing of the group is left. */
  lost: { readonly reason: unknown } | null
  waiting: {
    readonly promise: Promise<void>
    settle(failure: { readonly reason: unknown } | null): void
  } | null
}

export function createGroup(
  connection: Connection,
  participants: readonly Participant[],
  log: StoreLog,
): Group {
  let open: OpenGroup | null = null
  let depth = 0
  let version = 0
  let undone = 0
  let closed = false

  const begin = (): OpenGroup => {
    connection.exec('BEGIN IMMEDIATE')
    const group: OpenGroup = { immediate: setImmediate(commitInTurn), lost: null, waiting: null }
    open = group
    return group
  }

  /** Ends the open group. Returns why it failed, or null. */
  const commit = (): { readonly reason: unknown } | null => {
    const group = open
    if (group === null) return null
    open = null
    clearImmediate(group.immediate)
    let failure = group.lost
    if (failure === null) {
      try {
        for (const participant of participants) participant.save()
        connection.exec('COMMIT')
      } catch (reason) {
        failure = { reason }
        if (connection.inTransaction) connection.exec('ROLLBACK')
      }
    }
    if (failure !== null) {
      for (const participant of participants) participant.load()
      undone += 1
      version += 1
      log('error', `Writes were lost because the database could not commit them: ${wordsOf(failure.reason)}`)
    }
    group.waiting?.settle(failure)
    return failure
  }

  const commitInTurn = (): void => {
    commit()
  }

  const write = <T>(work: () => T): T => {
    if (closed) throw new Error('The store is closed')
    const group = open ?? begin()
    if (group.lost !== null) throw toError(group.lost.reason)
    const savepoint = `write${depth}`
    connection.run(`SAVEPOINT ${savepoint}`)
    const restore = participants.map((participant) => participant.mark())
    depth += 1
    version += 1
    try {
      const result = work()
      if (result instanceof Promise) {
        // its rejection would have no other reader
        result.catch(() => undefined)
        throw new TypeError(
          'A write must be synchronous: the group may be committed before a promise settles',
        )
      }
      connection.run(`RELEASE ${savepoint}`)
      return result
    } catch (error) {
      for (const putBack of restore) putBack()
      undone += 1
      version += 1
      if (connection.inTransaction) connection.exec(`ROLLBACK TO ${savepoint}; RELEASE ${savepoint}`)
      else group.lost = { reason: error }
      throw error
    } finally {
      depth -= 1
    }
  }

  const flush = (): void => {
    if (depth > 0) throw new Error('A write cannot be committed while it runs')
    const failure = commit()
    if (failure !== null) throw toError(failure.reason)
  }

  return {
    write,
    enlist: (work) => (depth > 0 ? work() : write(work)),
    committed() {
      if (open === null) return Promise.resolve()
      open.waiting ??= waiter()
      return open.waiting.promise
    },
    flush,
    close() {
      try {
        flush()
      } finally {
        closed = true
      }
    },
    get version() {
      return version
    },
    get undone() {
      return undone
    },
    get isWriting() {
      return depth > 0
    },
  }
}

function waiter(): NonNullable<OpenGroup['waiting']> {
  let settle: (failure: { readonly reason: unknown } | null) => void = () => undefined
  const promise = new Promise<void>((resolve, reject) => {
    settle = (failure) => {
      if (failure === null) resolve()
      else reject(toError(failure.reason))
    }
  })
  return { promise, settle: (failure) => settle(failure) }
}

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))
const wordsOf = (reason: unknown): string => toError(reason).message
