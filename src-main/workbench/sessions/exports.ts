import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BenchError } from '#protocol/connection'
import type { Handlers } from '#protocol/methods'
import type { ClockView } from '#protocol/bench'
import {
  type ExportView,
  type OpenSession,
  SESSION_CHUNK_BYTES,
  SESSION_FILE_EXTENSION,
  type SessionProgress,
} from '#protocol/sessions'
import type { Store } from '#store/store'
import { createRoomCheck, type FreeBytes } from '#core/retention'
import { rowsOfTable } from './file/header'
import { writeSessionFile } from './file/write-session-file'

/** The parts of the open session that exports need. */
interface ExportSource {
  readonly store: Store
  readonly session: OpenSession
  /** Saves the clock, so that the file contains its time. */
  saveClock(): void
  clock(): Pick<ClockView, 'mode' | 'now'>
}

export interface Exports {
  readonly handlers: Pick<Handlers, 'sessions.export' | 'sessions.download' | 'sessions.discard'>
  /** Whether a file is being written. */
  readonly isRunning: boolean
  /** Stops the running export. Resolves when its file is removed. */
  cancel(): Promise<void>
}

/** Creates the exports: they write session files, one at a time, and return their bytes. */
export function createExports(options: {
  readonly exportStore: ExportStore
  readonly source: () => ExportSource
  readonly product: string
  readonly wallNow: () => number
  readonly onProgress: (progress: SessionProgress) => void
  readonly freeBytes?: FreeBytes
}): Exports {
  const { exportStore, source, product, wallNow, onProgress, freeBytes } = options
  let running: { readonly abort: AbortController; readonly ended: Promise<unknown> } | null = null

  const write = async (wantsSecrets: boolean, abort: AbortController): Promise<ExportView> => {
    const { store, session, saveClock, clock } = source()
    const includeSecrets = wantsSecrets && (session.kind === 'own' || session.hasSecrets)
    saveClock()
    const { mode, now } = clock()
    const roomCheck = (): ((bytes: number) => Promise<void>) =>
      store.directory === null
        ? () => Promise.resolve()
        : createRoomCheck(store.directory, 'export', freeBytes)
    const makeRoom = roomCheck()
    await makeRoom(0)
    let written = 0
    const wall = wallNow()
    const file = await exportStore.begin(stampOf(wall))
    try {
      const done = await writeSessionFile(
        {
          store,
          copy: file.path === null ? null : `${file.path}.db${PART}`,
          product,
          wallNow: wall,
          clock: { mode, now: Date.parse(now) },
          includeSecrets,
        },
        {
          async take(bytes) {
            await makeRoom(written)
            written += bytes.length
            await file.take(bytes)
          },
          signal: abort.signal,
          makeRoom: roomCheck(),
          onProgress: (rows) => onProgress({ work: 'export', rows, total: null }),
        },
      )
      await file.finish()
      const { header, bytes, sha256 } = done
      return {
        id: file.id,
        fileName: file.fileName,
        path: file.path,
        bytes,
        sha256,
        hasSecrets: includeSecrets,
        payments: rowsOfTable(header, 'payments'),
        messages: rowsOfTable(header, 'callbacks') + rowsOfTable(header, 'exchanges'),
      }
    } catch (error) {
      await file.discard()
      throw error
    }
  }

  return {
    handlers: {
      async 'sessions.export'({ includeSecrets = true }) {
        if (running !== null) {
          throw new BenchError('conflict', 'A session is being exported already. Wait for it, or cancel it.')
        }
        const abort = new AbortController()
        const work = write(includeSecrets, abort)
        running = { abort, ended: work.catch(() => undefined) }
        try {
          return await work
        } catch (error) {
          throw abort.signal.aborted
            ? new BenchError('cancelled', 'The export was cancelled.')
            : refusalOf(error)
        } finally {
          running = null
        }
      },
      async 'sessions.download'({ id, offset }) {
        const { bytes, size } = await exportStore.read(id, offset)
        const next = offset + bytes.length
        return { chunkBase64: Buffer.from(bytes).toString('base64'), next: next < size ? next : null }
      },
      'sessions.discard': ({ id }) => {
        exportStore.discard(id)
        return {}
      },
    },
    get isRunning() {
      return running !== null
    },
    async cancel() {
      running?.abort.abort()
      await running?.ended
    },
  }
}

const FULL = 'Make room in the data folder, then try again.'
const DENIED = 'Make the data folder writable, then try again.'

/** What helps where the system does not let a session be written. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: DENIED,
  EROFS: DENIED,
}

/**
 * Turns the error of a disk that is full or not writable, which is no error of the program, into one for clients.
 * Returns any other error unchanged.
 */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const remedy = REMEDIES[String(error.code)]
  if (remedy === undefined) return error
  return new BenchError('unavailable', `The session could not be written: ${error.message}. ${remedy}`)
}

/** Formats wall time as part of a file name, such as `2031-04-09-1620`. */
const stampOf = (wall: number): string =>
  new Date(wall).toISOString().slice(0, 16).replace('T', '-').replace(':', '')

/** A session file that is being written. */
interface ExportBeingWritten {
  readonly id: string
  readonly fileName: string
  readonly path: string | null
  take(bytes: Uint8Array): Promise<void> | void
  /** The file is whole and has its name from now on. */
  finish(): Promise<void>
  discard(): Promise<void>
}

interface ExportStore {
  begin(stamp: string): Promise<ExportBeingWritten>
  /** Bytes from an offset on, and the size of the whole; throws a {@link BenchError}. */
  read(id: string, offset: number): Promise<{ readonly bytes: Uint8Array; readonly size: number }>
  discard(id: string): void
}

const notThere = (id: string): BenchError =>
  new BenchError('not_found', `There is no exported session "${id}". Export it with sessions.export.`)

/** Creates a store in memory. It keeps only the last export, because clients do not report when they are done. */
export function createMemoryStore(): ExportStore {
  const kept = new Map<string, Buffer>()
  return {
    begin(stamp) {
      const id = randomUUID()
      const parts: Uint8Array[] = []
      return Promise.resolve({
        id,
        fileName: fileNameOf(stamp),
        path: null,
        take(bytes) {
          parts.push(bytes)
        },
        finish() {
          kept.clear()
          kept.set(id, Buffer.concat(parts))
          return Promise.resolve()
        },
        discard: () => Promise.resolve(),
      })
    },
    read(id, offset) {
      const bytes = kept.get(id)
      if (bytes === undefined) return Promise.reject(notThere(id))
      return Promise.resolve({
        bytes: bytes.subarray(offset, offset + SESSION_CHUNK_BYTES),
        size: bytes.length,
      })
    },
    discard(id) {
      kept.delete(id)
    },
  }
}

/** Ends the names of files that are not complete; those of an ended process are removed at the next start. */
const PART = '.part'

/** Exports as files in a folder; they stay there until somebody discards or removes them. Their names are their ids. */
export function createFolderStore(directory: string): ExportStore {
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    if (name.endsWith(PART)) rmSync(join(directory, name), { force: true })
  }
  const pathOf = (id: string): string => {
    if (basename(id) !== id || !id.endsWith(SESSION_FILE_EXTENSION)) throw notThere(id)
    const path = join(directory, id)
    if (!existsSync(path)) throw notThere(id)
    return path
  }
  return {
    async begin(stamp) {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      let fileName = fileNameOf(stamp)
      for (let n = 2; existsSync(join(directory, fileName)); n += 1)
        fileName = fileNameOf(`${stamp}-${String(n)}`)
      const path = join(directory, fileName)
      // It holds secrets: for its owner alone.
      const file = await open(path + PART, 'wx', 0o600)
      return {
        id: fileName,
        fileName,
        path,
        async take(bytes) {
          await file.writeFile(bytes)
        },
        async finish() {
          await file.sync()
          await file.close()
          renameSync(path + PART, path)
        },
        async discard() {
          await file.close()
          rmSync(path + PART, { force: true })
        },
      }
    },
    async read(id, offset) {
      const path = pathOf(id)
      const { size } = await stat(path)
      const file = await open(path, 'r')
      try {
        const length = Math.max(0, Math.min(SESSION_CHUNK_BYTES, size - offset))
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
        return { bytes: buffer.subarray(0, bytesRead), size }
      } finally {
        await file.close()
      }
    },
    discard(id) {
      rmSync(pathOf(id), { force: true })
    },
  }
}

const fileNameOf = (stamp: string): string => `paybench-${stamp}${SESSION_FILE_EXTENSION}`
