import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceView, type WorkspaceView } from '../../protocol/workspaces'
import { BenchError } from '../../protocol/bench-error'
import { openStore } from '../../store/open'
import type { Store, StoreLog } from '../../store/store'
import { readStoredJson } from '../../bench/stored-json'
import { readShape } from '../../protocol/read-shape'

/** Where an import puts a session until it is whole. */
export interface IncomingWorkspace {
  readonly id: string
  /** An empty folder for the database; null: it stays in memory. */
  readonly directory: string | null
  /** The session is whole: it is on the list from now on. `store` where it stays in memory. */
  keep(view: WorkspaceView, store: Store | null): void
  /** Removes everything of it. */
  discard(): void
}

/** The sessions that came from files, apart from the tester's own. */
export interface WorkspaceLibrary {
  /** Newest first. */
  list(): readonly WorkspaceView[]
  find(id: string): WorkspaceView | null
  begin(): IncomingWorkspace
  /** Opens its store; throws a {@link BenchError}. To be given back with `release`. */
  open(id: string): Store
  release(id: string, store: Store): Promise<void>
  markLive(id: string): void
  remove(id: string): void
  close(): void
}

const newestFirst = (one: WorkspaceView, other: WorkspaceView): number =>
  other.importedAt.localeCompare(one.importedAt)

/** Sessions that stay open in memory as long as the program runs. */
export function createMemoryLibrary(): WorkspaceLibrary {
  const kept = new Map<string, { readonly view: WorkspaceView; readonly store: Store }>()
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
/** Folders that are not whole yet begin with this; what a dead process left of them is removed at the next start. */
const INCOMING = 'incoming-'

/** Sessions in folders of their own below `directory`, each a data folder; `indexProgram` as in `StoreOptions`. */
export function createFolderLibrary(directory: string, log: StoreLog, indexProgram?: URL): WorkspaceLibrary {
  sweep(directory)

  const viewOf = (id: string): WorkspaceView | null => {
    if (!isId(id)) return null
    try {
      const read = readShape(
        workspaceView,
        readStoredJson(readFileSync(join(directory, id, VIEW_NAME), 'utf8')),
      )
      return read.success && read.data.id === id ? read.data : null
    } catch {
      return null
    }
  }
  const write = (folder: string, view: WorkspaceView): void => {
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
      // The name goes first: what cannot be removed at once is removed at the next start.
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

/** As {@link randomUUID} makes them: an id from a caller never leads out of the folder. */
const isId = (id: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

const notThere = (id: string): BenchError =>
  new BenchError('not_found', `There is no session "${id}". List them with sessions.list.`)
