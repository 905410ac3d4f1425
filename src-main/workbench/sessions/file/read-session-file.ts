import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { LIMITS } from '#lib/limits/limit-table'
import { SCHEMA_VERSION, type Restore } from '#store/export/restore'
import { createPacer, runSteps } from '#core/retention'
import type { Steps } from '#lib/steps'
import { openForeignSession, type SessionRows } from '#store/export/foreign-session'
import { startOlderSession } from '#store/export/older-session'
import { announced, type AnnouncedTable, SessionFileError } from '#store/export/tables'
import { TABLE_NAMES } from '#store/tables'
import { readHeader, type SessionFileHeader } from './header'
import { openOlderLines } from './older-lines'

const UNPACKED_AT_ONCE = 262_144
/** Below this unpacked size, the compression ratio of a file does not matter. */
export const EXPANSION_FREE_BYTES = 16 * 1024 * 1024

/** Reads a session file in parts and fills a database with it. Stops at the first error. */
export type SessionFileReader = ReturnType<typeof createSessionFileReader>

/**
 * Unpacks the parts into a file in `directory` as they arrive, then reads its rows.
 * @param options `makeRoom`: called with the bytes on the disk before more are written; rejects if there is no
 * room. `onPause`: called now and then while rows are read
 */
export function createSessionFileReader(options: {
  readonly restore: Pick<Restore, 'add'>
  readonly directory: string
  readonly makeRoom: (bytes: number) => Promise<void>
  readonly onPause: () => void
}) {
  const { restore, directory, makeRoom, onPause } = options
  const path = join(directory, 'received')
  const gunzip = createGunzip({ chunkSize: UNPACKED_AT_ONCE })
  gunzip.on('error', () => undefined) // `unpack` reports it
  const progress: Progress = { rows: 0, totalRows: null, copies: 0 }
  let isStopped = false
  let packed = 0
  let unpacked = 0

  const checkSize = (): void => {
    if (unpacked > LIMITS.sessionBytes) {
      const most = String(LIMITS.sessionBytes / 1024 ** 3)
      throw new SessionFileError(`unpacks to more than ${most} GiB, the maximum here`)
    }
    if (unpacked > EXPANSION_FREE_BYTES + packed * LIMITS.sessionExpansion) {
      const most = String(LIMITS.sessionExpansion)
      throw new SessionFileError(`unpacks to more than ${most} times its size, which no Paybench file does`)
    }
  }
  const unpack = async (): Promise<void> => {
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of gunzip as AsyncIterable<Buffer>) {
        unpacked += chunk.length
        checkSize()
        await makeRoom(unpacked)
        await file.writeFile(chunk)
      }
    } catch (error) {
      throw unpackingError(error, unpacked)
    } finally {
      await file.close()
    }
  }
  const unpacking = unpack()
  unpacking.catch(() => undefined) // the caller of `push` or `end` gets the error

  return {
    progress: progress as Readonly<Progress>,
    /**
     * Resolves when the part is unpacked, so that a sender cannot run ahead.
     * @throws SessionFileError
     */
    async push(bytes: Uint8Array): Promise<void> {
      packed += bytes.length
      const taken = new Promise<void>((resolve) => {
        gunzip.write(bytes, (error) => {
          if (error === null || error === undefined) resolve()
        })
      })
      await Promise.race([unpacking, taken])
    },
    /** Called after the last part; resolves once everything is checked and stored. */
    async end(): Promise<SessionFileHeader> {
      gunzip.end()
      await unpacking
      const pacer = createPacer(() => {
        if (isStopped) throw stoppedError()
        onPause()
      })
      const header = await runSteps(readRows(path, await isDatabase(path), restore, progress), {
        async pause() {
          await makeRoom(unpacked * (1 + progress.copies))
          await pacer.pause()
        },
      })
      await rm(path)
      await rm(olderOf(path), { force: true })
      return header
    },
    async stop(): Promise<void> {
      isStopped = true
      gunzip.destroy()
      await unpacking.catch(() => undefined)
    },
  }
}

const stoppedError = (): Error => new Error('Reading the session file was stopped.')

function unpackingError(error: unknown, unpacked: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!code.startsWith('Z_')) return error
  if (code === 'Z_BUF_ERROR') return new SessionFileError('ends in the middle. Copy it again in full')
  return new SessionFileError(
    unpacked === 0
      ? 'is not from Paybench: it does not unpack as gzip'
      : `is damaged: it cannot be unpacked after byte ${String(unpacked)} of its content. Copy it again`,
  )
}

async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(6), 0, 6, 0)
    return buffer.toString('latin1') === 'SQLite'
  } finally {
    await file.close()
  }
}

/** The database in which the rows of an older file are upgraded to the current schema. */
const olderOf = (path: string): string => `${path}-older`

/**
 * `totalRows`: null until the total is known. `copies`: how many copies of the rows are on the disk beside the
 * file: at the end 1, or 2 for an older file.
 */
interface Progress {
  rows: number
  totalRows: number | null
  copies: number
}

/**
 * Reads an unpacked file and passes its rows to `restore`, table by table. Rows of an older schema are first
 * upgraded to the current schema, in a database beside the file.
 * @throws SessionFileError
 */
function* readRows(
  path: string,
  isDatabase: boolean,
  restore: Pick<Restore, 'add'>,
  progress: Progress,
): Steps<SessionFileHeader> {
  let place: string | undefined
  let announcedRows = 1

  function* take(
    session: Pick<SessionRows, 'rows'>,
    table: AnnouncedTable,
    add: (values: readonly unknown[]) => Steps<void>,
  ): Steps<void> {
    const { name } = table
    let count = 0
    place = rowOf(name, 1)
    for (const rows of session.rows(table)) {
      for (const values of rows) {
        count += 1
        place = rowOf(name, count)
        progress.copies += 1 / announcedRows
        yield* add(values)
      }
      yield
      place = rowOf(name, count + 1)
    }
    place = undefined
    if (count !== table.rows) {
      throw new SessionFileError(
        `holds ${String(count)} rows of ${name} but its head announces ${String(table.rows)}`,
      )
    }
  }

  const file = isDatabase ? openForeignSession(path) : openOlderLines(path)
  let older: ReturnType<typeof startOlderSession> | undefined
  try {
    const header = readHeader(file.head)
    const { schema, tables } = header
    announcedRows = tables.reduce((sum, { rows }) => sum + rows, 0) || 1
    if ('schema' in file && schema !== file.schema) {
      throw new SessionFileError('names a schema other than that of its tables')
    }
    if (schema < SCHEMA_VERSION || !isDatabase) {
      const upgrade = startOlderSession(olderOf(path), schema, tables)
      older = upgrade
      for (const table of tables) yield* take(file, table, (values) => upgrade.add(table.name, values))
      if ('end' in file) file.end()
    }
    const session = older === undefined ? file : older.upgraded()
    const ofToday = TABLE_NAMES.map((name, at) =>
      announced(name, older === undefined ? (tables[at]?.rows ?? 0) : older.countOf(name)),
    )
    progress.totalRows = ofToday.reduce((sum, { rows }) => sum + rows, 0)
    for (const table of ofToday) {
      yield* take(session, table, function* (values) {
        yield* restore.add(table.name, values)
        progress.rows += 1
      })
    }
    return header
  } catch (error) {
    throw error instanceof SessionFileError ? new SessionFileError(error.message, place) : error
  } finally {
    older?.close()
    file.close()
  }
}

const rowOf = (table: string, n: number): string => `Row ${String(n)} of ${table} in the session file`
