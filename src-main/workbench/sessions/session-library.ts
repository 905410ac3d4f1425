import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionView, type SessionView } from '#protocol/sessions'
import { BenchError } from '#protocol/connection'
import { openStore } from '#store/open'
import type { Store } from '#store/store'
import type { StoreLog } from '#store/group'
import { readStoredJson } from '#core/stored-json'
import { readShape } from '#domain/read-shape'

const VIEW_NAME = 'session.json'
/** Prefix of incomplete folders. Those left by an earlier process are removed at the next start. */
const INCOMING = 'incoming-'

/** The imported sessions, without the tester's own. */
export type SessionLibrary = ReturnType<typeof createSessionLibrary>

/** Each session is a data folder below `directory`. `indexProgram`: as in `StoreOptions`. */
export function createSessionLibrary(directory: string, log: StoreLog, indexProgram?: URL) {
  sweep(directory)

  const viewOf = (id: string): SessionView | null => {
    if (!isId(id)) return null
    try {
      const text = readFileSync(join(directory, id, VIEW_NAME), 'utf8')
      const view = readShape(sessionView, readStoredJson(text)).data
      return view?.id === id ? view : null
    } catch {
      return null
    }
  }
  const find = (id: string): SessionView => {
    const view = viewOf(id)
    if (view !== null) return view
    throw new BenchError('not_found', `There is no session "${id}". List them with sessions.list.`)
  }
  const write = (folder: string, view: SessionView): void => {
    const file = join(folder, VIEW_NAME)
    writeFileSync(`${file}.new`, JSON.stringify(view), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    list(): readonly SessionView[] {
      if (!existsSync(directory)) return []
      return readdirSync(directory)
        .flatMap((id) => viewOf(id) ?? [])
        .sort((one, other) => other.importedAt.localeCompare(one.importedAt))
    },
    /** @throws BenchError `not_found` */
    find,
    begin() {
      const id = randomUUID()
      const incoming = join(directory, INCOMING + id)
      mkdirSync(incoming, { recursive: true, mode: 0o700 })
      return {
        id,
        directory: incoming,
        keep(view: SessionView): void {
          write(incoming, view)
          renameSync(incoming, join(directory, id))
        },
        discard: (): void => rmSync(incoming, { recursive: true, force: true }),
      }
    },
    /** Opens the store of a session; throws a {@link BenchError}. */
    open(id: string): Store {
      find(id)
      const opening = openStore({ directory: join(directory, id), durability: 'normal', log, indexProgram })
      if (!opening.ok) throw new BenchError('unavailable', opening.error.message)
      return opening.store
    },
    markLive: (id: string): void => write(join(directory, id), { ...find(id), wasLive: true }),
    remove(id: string): void {
      find(id)
      // Rename the folder first: anything that cannot be removed now is removed at the next start.
      const doomed = join(directory, INCOMING + id)
      renameSync(join(directory, id), doomed)
      rmSync(doomed, { recursive: true, force: true })
    },
  }
}

function sweep(directory: string): void {
  if (!existsSync(directory)) return
  for (const name of readdirSync(directory)) {
    if (name.startsWith(INCOMING)) rmSync(join(directory, name), { recursive: true, force: true })
  }
}

/** Whether an id has the form of {@link randomUUID}, so that an id from a caller never leads out of the folder. */
const isId = (id: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
