import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createHash } from 'node:crypto'
import { BenchError } from '#protocol/connection'
import type { Handlers } from '#protocol/methods'
import {
  type ExportView,
  SESSION_CHUNK_BYTES,
  SESSION_FILE_EXTENSION,
  type SessionProgress,
} from '#protocol/sessions'
import { createRoomCheck } from '#core/retention'
import { countsIn } from './file/header'
import { copySession, packedSession } from './file/write-session-file'
import type { RunningSession } from './session-switch'

export type Exports = ReturnType<typeof createExports>

/**
 * Exports session files into `directory`, one at a time, and returns their bytes. Files stay there until somebody
 * discards or removes them; their names are their ids.
 */
export function createExports(options: {
  readonly directory: string
  /** The open session, after any change of session. */
  readonly source: () => Promise<RunningSession>
  readonly product: string
  readonly wallNow: () => number
  readonly onProgress: (progress: SessionProgress) => void
}) {
  const { directory, source, product, wallNow, onProgress } = options
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    if (name.endsWith(PART)) rmSync(join(directory, name), { force: true })
  }
  let running: { readonly abort: AbortController; readonly ended: Promise<unknown> } | null = null

  const write = async (wantsSecrets: boolean, { signal }: AbortController): Promise<ExportView> => {
    const { store, session, bench } = await source()
    const includeSecrets = wantsSecrets && (session.kind === 'own' || session.hasSecrets)
    // The file contains the time of the clock, so the clock must be saved first.
    bench.saveClock()
    const { mode, now } = bench.clock
    const createdAt = new Date(wallNow()).toISOString()
    const { id, path, file } = await beginFile(directory, createdAt)
    const copy = `${path}.db${PART}`
    const makeRoom = createRoomCheck(directory, 'export')
    const fileHash = createHash('sha256')
    let bytes = 0
    try {
      const header = await copySession(
        { store, copy, product, createdAt, clock: { mode, now }, includeSecrets },
        {
          signal,
          makeRoom: createRoomCheck(directory, 'export'),
          onProgress: (rows) => onProgress({ work: 'export', rows, total: null }),
        },
      )
      for await (const part of packedSession(copy, signal)) {
        await makeRoom(bytes)
        fileHash.update(part)
        bytes += part.length
        await file.writeFile(part)
      }
      await file.sync()
      await file.close()
      renameSync(path + PART, path)
      const sha256 = fileHash.digest('hex')
      return { id, fileName: id, path, bytes, sha256, hasSecrets: includeSecrets, ...countsIn(header) }
    } catch (error) {
      await file.close()
      rmSync(path + PART, { force: true })
      throw error
    } finally {
      rmSync(copy, { force: true })
    }
  }

  return {
    handlers: {
      async 'sessions.export'({ includeSecrets = true }) {
        if (running !== null) {
          throw new BenchError('conflict', 'A session is already being exported. Wait for it, or cancel it.')
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
    } satisfies Partial<Handlers>,
    get isRunning(): boolean {
      return running !== null
    },
    /** Cancels the running export; resolves when its file is removed. */
    async cancel(): Promise<void> {
      running?.abort.abort()
      await running?.ended
    },
  }
}

const FULL = 'Make room in the data folder, then try again.'
const DENIED = 'Make the data folder writable, then try again.'

/** Remedies if the system refuses to write a session. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: DENIED,
  EROFS: DENIED,
}

/** Turns the error of a full or read-only disk into one for clients; returns others unchanged. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const remedy = REMEDIES[String(error.code)]
  if (remedy === undefined) return error
  return new BenchError('unavailable', `The session could not be written: ${error.message}. ${remedy}`)
}

/** Suffix of incomplete files; those left by an earlier process are removed at the next start. */
const PART = '.part'

/** The unique name contains the time, such as `paybench-2031-04-09-1620`. */
async function beginFile(directory: string, createdAt: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const name = `paybench-${createdAt.slice(0, 16).replace('T', '-').replace(':', '')}`
  let id = name + SESSION_FILE_EXTENSION
  for (let n = 2; existsSync(join(directory, id)); n += 1) id = `${name}-${n}${SESSION_FILE_EXTENSION}`
  const path = join(directory, id)
  // The file may hold secrets, so only its owner may read it.
  return { id, path, file: await open(path + PART, 'wx', 0o600) }
}

/** @throws BenchError if there is no such file */
function pathOf(directory: string, id: string): string {
  const path = join(directory, id)
  if (basename(id) !== id || !id.endsWith(SESSION_FILE_EXTENSION) || !existsSync(path)) {
    throw new BenchError('not_found', `There is no exported session "${id}". Export it with sessions.export.`)
  }
  return path
}

/** Bytes of a file from an offset, and the size of the file. */
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
