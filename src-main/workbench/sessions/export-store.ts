import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BenchError } from '#protocol/connection'
import { SESSION_CHUNK_BYTES, SESSION_FILE_EXTENSION } from '#protocol/sessions'

/** A session file that is being written. */
export interface ExportBeingWritten {
  readonly id: string
  readonly fileName: string
  readonly path: string | null
  take(bytes: Uint8Array): Promise<void> | void
  /** The file is whole and has its name from now on. */
  finish(): Promise<void>
  discard(): Promise<void>
}

export interface ExportStore {
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
export const PART = '.part'

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
