import { performance } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { errorText } from '#lib/error-text'
import type { Connection } from '#store/connection'
import type { IndexEngine } from './engine'
import type { IndexedJournal, ListIndex } from './list-index'
import { openIndex } from './open-index'

/** Milliseconds after which commits are copied, unless a list is requested earlier. */
const DELAY_MS = 250

/** Milliseconds of work, followed by a pause several times as long in which everything else may run. */
const WORK_MS = 8
const PAUSE_FACTOR = 3
const MIN_PAUSE_MS = 10
const PAUSE_AFTER_FAILURE_MS = 5000

/** An index in this thread, for a store in memory or without another thread. It works in small parts. */
export function createLocalIndex(journal: Connection, options: IndexedJournal): ListIndex {
  const { directory, commitOpen, position, onReached, onFailure } = options
  let engine: IndexEngine | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const openEngine = (): IndexEngine => {
    if (closed) throw new Error('The store is closed')
    return (engine ??= openIndex(directory, journal))
  }

  /** Works for a moment. Returns false if nothing is left. */
  const work = (): boolean => {
    // Commits first, because the index must not copy rows that may still be rolled back.
    if (journal.inTransaction) commitOpen()
    const current = openEngine()
    const startedAt = performance.now()
    try {
      do {
        if (!current.step()) return false
      } while (performance.now() - startedAt < WORK_MS)
      return true
    } finally {
      onReached(current.progress.position)
    }
  }

  const run = (): void => {
    timer = null
    const startedAt = performance.now()
    try {
      if (work()) runLater(Math.max(MIN_PAUSE_MS, (performance.now() - startedAt) * PAUSE_FACTOR))
    } catch (error) {
      onFailure(`Lists and search could not be brought up to date: ${errorText(error)}`)
      runLater(PAUSE_AFTER_FAILURE_MS)
    }
  }

  const runLater = (ms: number): void => {
    if (timer !== null || closed) return
    timer = setTimeout(run, ms)
    timer.unref()
  }

  const hasReached = (wanted: number): boolean => {
    const { progress } = openEngine()
    return progress.rebuilding === null && progress.position >= wanted
  }

  return {
    async ask(question) {
      if (closed) throw new Error('The store is closed')
      commitOpen()
      const wanted = position()
      while (!hasReached(wanted)) {
        try {
          work()
        } catch (error) {
          // Reading still works on a full disk: the list then shows what the index has.
          if (openEngine().progress.rebuilding !== null) throw error
          onFailure(`Lists and search could not be brought up to date: ${errorText(error)}`)
          break
        }
        // Everything that arrived meanwhile runs first.
        if (!hasReached(wanted)) await turn()
      }
      runLater(DELAY_MS)
      return openEngine().page(question)
    },
    changed: () => runLater(DELAY_MS),
    room: null,
    get state() {
      if (engine === null) return { behind: 0, rebuilding: null, texts: null }
      const { position: reached, rebuilding, texts } = engine.progress
      return { behind: Math.max(0, position() - reached), rebuilding, texts }
    },
    close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      timer = null
      engine?.close()
      engine = null
      return null
    },
  }
}
