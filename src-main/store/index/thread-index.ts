import { Worker } from 'node:worker_threads'
import type { IndexProgress } from './engine'
import type { AnyPage, ListQuestion } from './list-queries'
import type { IndexedJournal, ListIndex } from './list-index'
import type { FromIndex, IndexWorkerData, ToIndex } from './index-worker'

/** Milliseconds within which commits are announced together. */
const ANNOUNCE_MS = 250

/** If the index is more than this many commits behind, responses wait for it. */
const MAX_BEHIND = 4000

/** Milliseconds until a thread that ended is started again. */
const RESTART_MS = 1000

interface PendingQuestion {
  readonly question: ListQuestion
  readonly resolve: (page: AnyPage) => void
  readonly reject: (error: Error) => void
}

/** An index in a separate thread, which is restarted if it ends. If it never starts, a local index takes over. */
export function createThreadIndex(
  program: URL,
  options: IndexedJournal & {
    readonly directory: string
    /** Called after the thread has moved the journal's log to its database, except pages written meanwhile. */
    onLogMoved(): void
  },
  openLocalIndex: () => ListIndex,
): ListIndex {
  const { directory, commitOpen, position, onReached, onLogMoved, onFailure } = options
  const pending = new Map<number, PendingQuestion>()
  let progress: IndexProgress = { position: 0, rebuilding: null, texts: null }
  let nextId = 1
  let announcing: NodeJS.Timeout | null = null
  let restarting: NodeJS.Timeout | null = null
  let room: { readonly promise: Promise<void>; readonly open: () => void } | null = null
  let closed = false
  let hasWorked = false
  let substitute: ListIndex | null = null
  let worker: Worker | null = start()

  const post = (message: ToIndex): void => worker?.postMessage(message)

  const behind = (): number => Math.max(0, position() - progress.position)

  const openRoom = (): void => {
    room?.open()
    room = null
  }

  function start(): Worker {
    const data: IndexWorkerData = { directory }
    const started = new Worker(program, { workerData: data, name: 'index' })
    started.unref()
    let reason = 'its thread ended'
    started.on('message', receive)
    started.on('error', (error) => {
      reason = error.message
    })
    started.on('exit', () => {
      if (worker !== started) return
      worker = null
      openRoom()
      if (!hasWorked && !closed) {
        onFailure(
          `Lists and search work in the main thread, because a separate thread cannot be started: ${reason}`,
        )
        takeOver(openLocalIndex())
        return
      }
      refuseAll(`Lists and search cannot be read: ${reason}`)
      if (closed) return
      onFailure(`The index of lists and search ended and is started again: ${reason}`)
      restarting = setTimeout(() => {
        worker = start()
      }, RESTART_MS)
      restarting.unref()
    })
    return started
  }

  function takeOver(index: ListIndex): void {
    substitute = index
    for (const { question, resolve, reject } of pending.values()) index.ask(question).then(resolve, reject)
    pending.clear()
  }

  function receive(message: FromIndex): void {
    hasWorked = true
    switch (message.type) {
      case 'page':
        settle(message.id, ({ resolve }) => resolve(message.page))
        break
      case 'refused':
        settle(message.id, ({ reject }) => reject(new Error(message.message)))
        break
      case 'progress':
        progress = message.progress
        if (progress.rebuilding === null) onReached(progress.position)
        if (behind() < MAX_BEHIND / 2) openRoom()
        break
      case 'logMoved':
        if (!closed) onLogMoved()
        break
      case 'failed':
        onFailure(`Lists and search could not be brought up to date: ${message.message}`)
        openRoom()
        break
    }
  }

  function settle(id: number, how: (one: PendingQuestion) => void): void {
    const one = pending.get(id)
    pending.delete(id)
    if (one !== undefined) how(one)
  }

  function refuseAll(reason: string): void {
    for (const { reject } of pending.values()) reject(new Error(reason))
    pending.clear()
  }

  return {
    ask(question) {
      if (closed) return Promise.reject(new Error('The store is closed'))
      if (substitute !== null) return substitute.ask(question)
      if (worker === null) {
        return Promise.reject(new Error('Lists and search are being started again; try again in a moment'))
      }
      commitOpen()
      const id = nextId++
      return new Promise((resolve, reject) => {
        pending.set(id, { question, resolve, reject })
        post({ type: 'ask', id, question, position: position() })
      })
    },
    changed() {
      if (substitute !== null) {
        substitute.changed()
        return
      }
      announcing ??= setTimeout(() => {
        announcing = null
        post({ type: 'changed' })
      }, ANNOUNCE_MS)
      announcing.unref()
    },
    get room() {
      if (worker === null || progress.rebuilding !== null || behind() <= MAX_BEHIND) return null
      room ??= waiter()
      return room.promise
    },
    get state() {
      const { rebuilding, texts } = progress
      return substitute?.state ?? { behind: behind(), rebuilding, texts }
    },
    close() {
      closed = true
      if (announcing !== null) clearTimeout(announcing)
      if (restarting !== null) clearTimeout(restarting)
      const ending = worker
      refuseAll('The store is closed')
      openRoom()
      if (ending === null) return substitute?.close() ?? null
      return new Promise((resolve) => {
        ending.once('exit', () => resolve())
        // The process must stay alive until the thread has ended.
        ending.ref()
        post({ type: 'close' })
      })
    },
  }
}

function waiter(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  return { promise, open }
}
