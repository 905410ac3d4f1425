import type { Counters } from '../counters'
import type { Connection } from '../connection'
import type { Group, Participant } from '../group'
import { integer } from '../columns'
import type { StoreLog } from '../store'
import { errorText } from '../../lib/error-text'
import { reindexCallback, reindexExchange, reindexName } from './reindex'
import type { IndexedRows, Search } from './search'

/** What is new waits this long at most, and this long where it could not be indexed. */
const DELAY_MS = 1000
const DELAY_AFTER_FAILURE_MS = 30_000

const INDEXED: readonly IndexedRows[] = ['payments', 'exchanges', 'callbacks', 'attempts']

/**
 * Lets additions to the index wait over several commits, because the index writes as much for one message as for many. In
 * their stead a commit keeps the numbers from which on rows may not be indexed; whoever finds such numbers, at the start
 * or after a lost commit, indexes these rows anew. A list asks for {@link SearchDelay.catchUp} first, so it misses nothing.
 */
export interface SearchDelay extends Participant {
  /** Indexes what waits, in the write that is running or in one of its own. */
  catchUp(): void
  /** As `catchUp`, for good. */
  stop(): void
}

export function createSearchDelay(options: {
  readonly connection: Connection
  readonly search: Search
  readonly counters: Counters
  readonly group: () => Group
  readonly log: StoreLog
}): SearchDelay {
  const { connection, search, counters, group, log } = options
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  const isMarked = (): boolean => INDEXED.some((rows) => counters.get(`unindexed:${rows}`) > 0)
  /** What the numbers stand for is not in memory. */
  let isLost = isMarked()

  const indexAnew = (): void => {
    for (const rows of INDEXED) {
      const first = counters.get(`unindexed:${rows}`)
      if (first === 0) continue
      const { sql, reindex } = ANEW[rows]
      for (const row of connection.all(sql, first)) reindex({ connection, search }, integer(row, 'seq'))
    }
  }

  const index = (): void => {
    if (isLost) indexAnew()
    search.save()
    isLost = false
  }

  const catchUp = (): void => {
    if (!search.isWaiting && !isLost) return
    if (group().isWriting) {
      index()
      return
    }
    try {
      group().write(index)
    } catch (error) {
      log('error', `Messages could not be made searchable: ${errorText(error)}`)
      later(DELAY_AFTER_FAILURE_MS)
    }
  }

  const later = (ms: number): void => {
    if (timer !== null || isStopped) return
    timer = setTimeout(() => {
      timer = null
      catchUp()
    }, ms)
    timer.unref()
  }

  return {
    catchUp,
    stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      timer = null
      catchUp()
    },
    mark() {
      const restore = search.mark()
      const wasLost = isLost
      return () => {
        restore()
        isLost = wasLost
      }
    },
    save() {
      if (!search.canWait) search.save()
      for (const rows of INDEXED) {
        const name = `unindexed:${rows}` as const
        const before = counters.get(name)
        const waiting = search.firstWaiting(rows)
        // Numbers of what is lost stay until it is indexed anew.
        const first = isLost && before > 0 ? Math.min(before, waiting ?? before) : (waiting ?? 0)
        counters.add(name, first - before)
      }
      if (search.isWaiting) later(DELAY_MS)
    },
    load() {
      search.load()
      isLost = true
      later(DELAY_AFTER_FAILURE_MS)
    },
  }
}

const ANEW = {
  payments: { sql: 'SELECT seq FROM payments WHERE seq >= ?', reindex: reindexName },
  exchanges: { sql: 'SELECT seq FROM exchanges WHERE seq >= ?', reindex: reindexExchange },
  callbacks: { sql: 'SELECT seq FROM callbacks WHERE seq >= ?', reindex: reindexCallback },
  attempts: { sql: 'SELECT DISTINCT callback AS seq FROM attempts WHERE seq >= ?', reindex: reindexCallback },
} as const satisfies Record<IndexedRows, unknown>
