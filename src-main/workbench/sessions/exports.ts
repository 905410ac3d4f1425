import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
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

/**
 * Creates the exports: they write session files into `directory`, one at a time, and return their bytes. Files stay there
 * until somebody discards or removes them; their names are their ids.
 */
export function createExports(options: {
  readonly directory: string
  readonly source: () => ExportSource
  readonly product: string
  readonly wallNow: () => number
  readonly onProgress: (progress: SessionProgress) => void
  readonly freeBytes?: FreeBytes
}): Exports {
  const { directory, source, product, wallNow, onProgress, freeBytes } = options
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    if (name.endsWith(PART)) rmSync(join(directory, name), { force: true })
  }
  let running: { readonly abort: AbortController; readonly ended: Promise<unknown> } | null = null

  const write = async (wantsSecrets: boolean, abort: AbortController): Promise<ExportView> => {
    const { store, session, saveClock, clock } = source()
    const includeSecrets = wantsSecrets && (session.kind === 'own' || session.hasSecrets)
    saveClock()
    const { mode, now } = clock()
    const wall = wallNow()
    const { id, path, file } = await beginFile(directory, stampOf(wall))
    const makeRoom = createRoomCheck(directory, 'export', freeBytes)
    let written = 0
    try {
      const done = await writeSessionFile(
        {
          store,
          copy: `${path}.db${PART}`,
          product,
          wallNow: wall,
          clock: { mode, now: Date.parse(now) },
          includeSecrets,
        },
        {
          async take(bytes) {
            await makeRoom(written)
            written += bytes.length
            await file.writeFile(bytes)
          },
          signal: abort.signal,
          makeRoom: createRoomCheck(directory, 'export', freeBytes),
          onProgress: (rows) => onProgress({ work: 'export', rows, total: null }),
        },
      )
      await file.sync()
      await file.close()
      renameSync(path + PART, path)
      const { header, bytes, sha256 } = done
      return {
        id,
        fileName: id,
        path,
        bytes,
        sha256,
        hasSecrets: includeSecrets,
        payments: rowsOfTable(header, 'payments'),
        messages: rowsOfTable(header, 'callbacks') + rowsOfTable(header, 'exchanges'),
      }
    } catch (error) {
      await file.close()
      rmSync(path + PART, { force: true })
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
        const { bytes, size } = await readPart(pathOf(directory, id), offset)
        const next = offset + bytes.length
        return { chunkBase64: Buffer.from(bytes).toString('base64'), next: next < size ? next : null }
      },
      'sessions.discard': ({ id }) => {
        rmSync(pathOf(directory, id), { force: true })
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

/** Ends the names of files that are not complete; those of an ended process are removed at the next start. */
const PART = '.part'

const fileNameOf = (stamp: string): string => `paybench-${stamp}${SESSION_FILE_EXTENSION}`

/** Begins a file in the folder, with a name that no other has. */
async function beginFile(directory: string, stamp: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  let id = fileNameOf(stamp)
  for (let n = 2; existsSync(join(directory, id)); n += 1) id = fileNameOf(`${stamp}-${String(n)}`)
  const path = join(directory, id)
  // It holds secrets: for its owner alone.
  return { id, path, file: await open(path + PART, 'wx', 0o600) }
}

/** Returns the path of an exported file; throws a {@link BenchError} where there is none. */
function pathOf(directory: string, id: string): string {
  const path = join(directory, id)
  if (basename(id) !== id || !id.endsWith(SESSION_FILE_EXTENSION) || !existsSync(path)) {
    throw new BenchError('not_found', `There is no exported session "${id}". Export it with sessions.export.`)
  }
  return path
}

/** Bytes of a file from an offset on, and the size of the whole. */
async function readPart(path: string, offset: number) {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const length = Math.max(0, Math.min(SESSION_CHUNK_BYTES, size - offset))
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return { bytes: buffer.subarray(0, bytesRead), size }
  } finally {
    await file.close()
  }
}
