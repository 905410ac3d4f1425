import { lastPosition } from '#store/changes'
import { integer, text } from '#store/columns'
import type { Connection } from '#store/connection'
import { createCounters } from '#store/group'
import { createFreshness, createMatches, createTotals } from '#store/lists/text-matches'
import { createLists } from '#store/lists/list-rows'
import { createCatchUpWork } from '#store/search/catch-up-work'
import { createSearch } from '#store/search/search'
import { type AnyPage, callbackQuery, exchangeQuery, type ListQuestion, paymentQuery } from './list-queries'
import { nextBatch, project } from './projection'
import type { IndexState } from './list-index'
import { createRebuild } from './rebuild'
import { createIndexTables, isOurIndex } from './schema'

/** Above this number of payments, captures and exchanges, a slow total may be slightly out of date. */
const LARGE = 20_000

/** How far the index has come. Positions are those of the journal's changes. */
export interface IndexProgress {
  readonly position: number
  readonly rebuilding: IndexState['rebuilding']
  readonly texts: IndexState['texts']
}

/**
 * The index over a journal: lists and search. It follows the journal in steps of a few milliseconds and is
 * disposable: if it is missing, damaged, of another version or of another journal, it is built again.
 */
export interface IndexEngine {
  readonly progress: IndexProgress
  /** Does the next part of a rebuild, copies changes, or indexes texts. Returns false if nothing is left. */
  step(): boolean
  /** A page of a list, as of the position that was reached. Throws for an invalid cursor, and during a rebuild. */
  page(question: ListQuestion): AnyPage
  close(): void
}

/** Both databases are open; the journal is only read. */
export function createIndexEngine(journal: Connection, index: Connection): IndexEngine {
  const journalId = text(journal.get('SELECT id FROM journal') ?? {}, 'id')
  if (!isOurIndex(index)) createIndexTables(index)
  const counters = createCounters(index)
  const search = createSearch({ journal, index })
  let version = 0

  /** Runs the work in a transaction, and undoes all of it if it fails. */
  const write = (work: () => void): void => {
    index.exec('BEGIN IMMEDIATE')
    try {
      work()
      search.save()
      counters.save()
      index.exec('COMMIT')
    } catch (error) {
      if (index.inTransaction) index.exec('ROLLBACK')
      search.drop()
      counters.load()
      throw error
    } finally {
      version += 1
    }
  }

  const isLarge = (): boolean =>
    counters.get('captures') + counters.get('exchanges') + counters.get('payments') > LARGE
  const freshness = createFreshness(() => version, isLarge)
  const totals = createTotals(index, freshness)
  const matches = createMatches(index, freshness, totals)
  const lists = createLists(index, totals, matches)
  const texts = createCatchUpWork({ journal, index, search, write })
  const target = { journal, index, search, counters }

  let position = 0
  const begin = () => createRebuild({ ...target, write, texts, journalId })
  let rebuild = isUsable() ? null : begin()
  if (rebuild === null) position = storedPosition(index)

  /** Whether the index is complete and from this journal, and the journal has every change that the index lacks. */
  function isUsable(): boolean {
    const row = index.get('SELECT journal, position, is_complete FROM progress')
    if (row === undefined || text(row, 'journal') !== journalId || integer(row, 'is_complete') !== 1)
      return false
    const reached = integer(row, 'position')
    const oldest = journal.get('SELECT min(position) AS position FROM changes')?.['position'] ?? null
    if (oldest === null) return reached === 0
    return reached <= lastPosition(journal) && reached >= Number(oldest) - 1
  }

  /** Returns false unless the batch was full: later commits wait, so that rows written repeatedly are copied once. */
  const follow = (): boolean => {
    const batch = nextBatch(journal, position)
    if (batch === null) return false
    if (batch === 'everything') {
      rebuild = begin()
      return true
    }
    write(() => {
      project(target, batch.changes)
      index.run('UPDATE progress SET position = ?', batch.position)
    })
    position = batch.position
    return batch.isFull
  }

  return {
    get progress() {
      const rebuilding = rebuild?.progress ?? null
      return { position, rebuilding, texts: rebuilding === null ? texts.progress : null }
    },
    step() {
      if (rebuild !== null) {
        if (rebuild.step()) return true
        position = storedPosition(index)
        rebuild = null
        return true
      }
      return follow() || texts.next()
    },
    page({ list, request }) {
      if (rebuild !== null) throw new Error('The index is being built')
      switch (list) {
        case 'payments':
          return lists.page(paymentQuery(request, counters))
        case 'callbacks':
          return lists.page(callbackQuery(request, counters))
        case 'captures':
        case 'exchanges':
        case 'traffic':
          return lists.page(exchangeQuery(list, request, counters))
      }
    },
    close: index.close,
  }
}

const storedPosition = (index: Connection): number =>
  integer(index.get('SELECT position FROM progress') ?? {}, 'position')
