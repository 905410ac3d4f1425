import { constants, getPriority, platform, setPriority } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { errorText } from '#lib/error-text'
import { BUSY_TIMEOUT_MS, connect } from '#store/connection'
import { DATABASE_NAME, moveLogPages } from '#store/open-database'
import type { IndexEngine, IndexProgress } from './engine'
import { openIndex } from './open-index'
import type { AnyPage, ListQuestion } from './list-queries'

/** The thread of a data folder's index. It reads the journal through a separate connection. */
export function runIndexWorker(): void {
  const port = parentPort
  if (port === null) throw new Error('This program must run in a thread of Paybench')
  standBack()
  const { directory } = workerData as IndexWorkerData
  const journal = connect(join(directory, DATABASE_NAME), BUSY_TIMEOUT_MS)
  journal.exec('PRAGMA query_only = ON')
  let engine: IndexEngine | null = openIndex(directory, journal)
  let waiting: Extract<ToIndex, { type: 'ask' }>[] = []
  let isRunning = false

  const send = (message: FromIndex): void => port.postMessage(message)

  const answer = (ask: Extract<ToIndex, { type: 'ask' }>, current: IndexEngine): void => {
    try {
      send({ type: 'page', id: ask.id, page: current.page(ask.question) })
    } catch (error) {
      send({ type: 'refused', id: ask.id, message: errorText(error) })
    }
  }

  const answerAll = (current: IndexEngine): void => {
    const { position, rebuilding } = current.progress
    if (rebuilding !== null || waiting.length === 0) return
    const ready = waiting.filter((ask) => ask.position <= position)
    waiting = waiting.filter((ask) => ask.position > position)
    for (const ask of ready) answer(ask, current)
  }

  const step = (): boolean => {
    if (engine === null) return false
    answerAll(engine)
    const before = engine.progress
    const more = engine.step()
    const { progress } = engine
    const hasFollowed = hasCopied(before, progress)
    if (hasFollowed || before.texts !== null || progress.texts !== null) send({ type: 'progress', progress })
    // Indexing older texts only reads the journal, so its log has not grown.
    if (hasFollowed && moveLogPages(journal)) send({ type: 'logMoved' })
    answerAll(engine)
    return more
  }

  const run = (): void => {
    let more = false
    try {
      more = step()
    } catch (error) {
      const message = errorText(error)
      send({ type: 'failed', message })
      // Reading still works on a full disk: lists then show what the index has, and the window says how old it is.
      for (const ask of waiting) {
        if (engine === null || engine.progress.rebuilding !== null)
          send({ type: 'refused', id: ask.id, message })
        else answer(ask, engine)
      }
      waiting = []
    }
    isRunning = more
    if (more) setImmediate(run)
  }

  const wake = (): void => {
    if (isRunning) return
    isRunning = true
    run()
  }

  port.on('message', (message: ToIndex) => {
    switch (message.type) {
      case 'ask':
        waiting.push(message)
        wake()
        break
      case 'changed':
        wake()
        break
      case 'close':
        engine?.close()
        engine = null
        journal.close()
        port.close()
        break
    }
  })
  send({ type: 'progress', progress: engine.progress })
  wake()
}

/**
 * Gives responses priority over lists if there are fewer processors than busy threads. Linux has a priority for each
 * thread; elsewhere, this would apply to the whole process. A lower priority that the program was started with
 * is kept: only an administrator may raise it.
 */
function standBack(): void {
  const lower = constants.priority.PRIORITY_BELOW_NORMAL
  if (platform() === 'linux' && getPriority() < lower) setPriority(lower)
}

/** Whether the index copied rows or was rebuilt. The position is not enough: it stays 0 for an empty journal. */
function hasCopied(before: IndexProgress, after: IndexProgress): boolean {
  return after.position !== before.position || before.rebuilding !== null || after.rebuilding !== null
}

export interface IndexWorkerData {
  readonly directory: string
}

/** A message from the store to the thread of its index. Positions are those of the journal's changes. */
export type ToIndex =
  | {
      readonly type: 'ask'
      readonly id: number
      readonly question: ListQuestion
      /** The position that the page must include. */
      readonly position: number
    }
  | { readonly type: 'changed' }
  | { readonly type: 'close' }

/** A message from the thread of an index to its store. */
export type FromIndex =
  | { readonly type: 'page'; readonly id: number; readonly page: AnyPage }
  | { readonly type: 'refused'; readonly id: number; readonly message: string }
  | { readonly type: 'progress'; readonly progress: IndexProgress }
  /** Pages of the journal's log were moved to its database. */
  | { readonly type: 'logMoved' }
  | { readonly type: 'failed'; readonly message: string }
