import { BenchError } from '#protocol/connection'
import type { Handlers } from '#protocol/methods'
import type { ExportView, OpenSession, SessionProgress } from '#protocol/sessions'
import type { ClockView } from '#protocol/bench'
import type { Store } from '#store/store'
import { rowsOfTable } from './file/header'
import { writeSessionFile } from './file/write-session-file'
import { createRoomCheck, type FreeBytes } from '#core/disk-room'
import { PART, type ExportStore } from './export-store'

/** The parts of the open session that exports need. */
export interface ExportSource {
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
