import { lastPosition } from '#store/changes'
import { integer } from '#store/columns'
import type { CatchUpWork, Share } from '#store/search/catch-up-work'
import { COPIED_TABLES, type CopiedTable, createListIndex, LIST_INDEX_COUNT } from './schema'
import { copyNewRows, type ProjectionTarget, rowsBelow } from './projection'

const ROWS_AT_ONCE = 500

/** Up to this many rows, texts are indexed during the rebuild. */
const FEW_ROWS = 5000

/**
 * Builds the index from the journal: all rows first, then the list indexes, then the texts. If there are many rows,
 * their texts follow in the background, newest first.
 */
export function createRebuild(
  target: ProjectionTarget & {
    readonly write: (work: () => void) => void
    readonly texts: CatchUpWork
    readonly journalId: string
  },
) {
  const { journal, index, search, counters, write, texts, journalId } = target
  // Later changes are read from the change log, even if the copied rows already include them.
  const position = lastPosition(journal)
  const newest = (table: CopiedTable): number =>
    integer(journal.get(`SELECT coalesce(max(seq), 0) AS seq FROM ${table}`) ?? {}, 'seq')
  const left = COPIED_TABLES.map((table) => ({ table, from: newest(table), below: newest(table) + 1 }))
  const total = left.reduce((sum, { from }) => sum + from, 0)
  let indexed = 0

  write(() => {
    for (const table of COPIED_TABLES) index.run(`DELETE FROM ${table}`)
    index.run('DELETE FROM progress')
    index.run(
      'INSERT INTO progress (id, journal, position, is_complete) VALUES (1, ?, ?, 0)',
      journalId,
      position,
    )
    search.clear()
    search.save()
    counters.clear()
    for (const list of ['callbacks', 'exchanges'] as const) {
      index.run('INSERT INTO search_catch_up (list, below) VALUES (?, ?)', list, newest(list) + 1)
    }
  })

  const copyNext = (): boolean => {
    const next = left.find(({ below }) => below > 1)
    if (next === undefined) return false
    const rows = rowsBelow(journal, next.table, next.below, ROWS_AT_ONCE)
    write(() => copyNewRows(target, next.table, rows))
    const last = rows.at(-1)
    next.below = last === undefined || rows.length < ROWS_AT_ONCE ? 0 : integer(last, 'seq')
    return true
  }

  const makeNextIndex = (): boolean => {
    if (indexed === LIST_INDEX_COUNT) return false
    createListIndex(index, indexed)
    indexed += 1
    return true
  }

  return {
    /** Takes the next step. Returns false when the rebuild is complete. */
    step(): boolean {
      if (copyNext() || makeNextIndex() || (total <= FEW_ROWS && texts.next())) return true
      write(() => index.run('UPDATE progress SET is_complete = 1'))
      return false
    },
    /** In rows; each list index counts as one row. */
    get progress(): Share {
      const copied = left.reduce((sum, { from, below }) => sum + from - Math.max(0, below - 1), 0)
      return { done: copied + indexed, total: total + LIST_INDEX_COUNT }
    },
  }
}
