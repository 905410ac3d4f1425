import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionView, type SessionView } from '#protocol/sessions'
import { BenchError } from '#protocol/connection'
import { openStore } from '#store/open'
import type { Store } from '#store/store'
import type { StoreLog } from '#store/group'
import { readStoredJson } from '#core/stored-json'
import { readShape } from '#protocol/read-shape'

/** Keeps an imported session until it is complete. */
export interface IncomingSession {
  readonly id: string
  /** An empty folder for the database; null: it stays in memory. */
  readonly directory: string | null
  /** Adds the complete session to the list. `store` is given where it stays in memory. */
  keep(view: SessionView, store: Store | null): void
  /** Removes all its data. */
  discard(): void
}

/** The imported sessions. The tester's own is not one of them. */
export interface SessionLibrary {
  /** Newest first. */
  list(): readonly SessionView[]
  find(id: string): SessionView | null
  begin(): IncomingSession
  /** Opens the store of a session. Return it with `release`. Throws a {@link BenchError}. */
  open(id: string): Store
  release(id: string, store: Store): Promise<void>
  markLive(id: string): void
  remove(id: string): void
  close(): void
}

const newestFirst = (one: SessionView, other: SessionView): number =>
  other.importedAt.localeCompare(one.importedAt)

/** Creates a library in memory. Its sessions stay open as long as the program runs. */
export function createMemoryLibrary(): SessionLibrary {
  const kept = new Map<string, { readonly view: SessionView; readonly store: Store }>()
  return {
    list: () => [...kept.values()].map(({ view }) => view).sort(newestFirst),
    find: (id) => kept.get(id)?.view ?? null,
    begin() {
      const id = randomUUID()
      return {
        id,
        directory: null,
        keep(view, store) {
          if (store === null) throw new Error('A session in memory comes with its store')
          kept.set(id, { view, store })
        },
        discard: () => undefined,
      }
    },
    open(id) {
      const found = kept.get(id)
      if (found === undefined) throw notThere(id)
      return found.store
    },
    release(_id, store) {
      store.flush()
      return Promise.resolve()
    },
    markLive(id) {
      const found = kept.get(id)
      if (found !== undefined) kept.set(id, { ...found, view: { ...found.view, wasLive: true } })
    },
    remove(id) {
      void kept.get(id)?.store.close()
      kept.delete(id)
    },
    close() {
      for (const { store } of kept.values()) void store.close()
      kept.clear()
    },
  }
}

const VIEW_NAME = 'session.json'
/** Prefix of folders that are not complete yet. Those of an ended process are removed at the next start. */
const INCOMING = 'incoming-'

/** Creates a library of data folders below `directory`, one for each session. `indexProgram` as in `StoreOptions`. */
export function createFolderLibrary(directory: string, log: StoreLog, indexProgram?: URL): SessionLibrary {
  sweep(directory)

  const viewOf = (id: string): SessionView | null => {
    if (!isId(id)) return null
    try {
      const read = readShape(
        sessionView,
        readStoredJson(readFileSync(join(directory, id, VIEW_NAME), 'utf8')),
      )
      return read.success && read.data.id === id ? read.data : null
    } catch {
      return null
    }
  }
  const write = (folder: string, view: SessionView): void => {
    const file = join(folder, VIEW_NAME)
    writeFileSync(`${file}.new`, JSON.stringify(view), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    list() {
      if (!existsSync(directory)) return []
      return readdirSync(directory)
        .flatMap((id) => viewOf(id) ?? [])
        .sort(newestFirst)
    },
    find: viewOf,
    begin() {
      const id = randomUUID()
      const incoming = join(directory, INCOMING + id)
      mkdirSync(incoming, { recursive: true, mode: 0o700 })
      return {
        id,
        directory: incoming,
        keep(view) {
          write(incoming, view)
          renameSync(incoming, join(directory, id))
        },
        discard() {
          rmSync(incoming, { recursive: true, force: true })
        },
      }
    },
    open(id) {
      if (viewOf(id) === null) throw notThere(id)
      const opening = openStore({ directory: join(directory, id), durability: 'normal', log, indexProgram })
      if (!opening.ok) throw new BenchError('unavailable', opening.error.message)
      return opening.store
    },
    release: (_id, store) => store.close(),
    markLive(id) {
      const view = viewOf(id)
      if (view !== null) write(join(directory, id), { ...view, wasLive: true })
    },
    remove(id) {
      if (viewOf(id) === null) throw notThere(id)
      // Rename the folder first: anything that cannot be removed now is removed at the next start.
      const going = join(directory, INCOMING + id)
      renameSync(join(directory, id), going)
      rmSync(going, { recursive: true, force: true })
    },
    close: () => undefined,
  }
}

function sweep(directory: string): void {
  if (!existsSync(directory)) return
  for (const name of readdirSync(directory)) {
    if (name.startsWith(INCOMING)) rmSync(join(directory, name), { recursive: true, force: true })
  }
}

/** Whether an id has the form of {@link randomUUID}. An id from a caller can never lead out of the folder. */
const isId = (id: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

const notThere = (id: string): BenchError =>
  new BenchError('not_found', `There is no session "${id}". List them with sessions.list.`)
