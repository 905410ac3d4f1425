import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { LIMITS } from '#lib/limits/limit-table'
import type { Restore } from '#store/export/restore'
import { createPacer, runSteps } from '#core/retention'
import type { Steps } from '#lib/steps'
import { type ForeignSession, openForeignSession } from '#store/export/foreign-session'
import { RowError, tableNamesOf } from '#store/export/tables'
import { errorInLine, rowsOfTable, SessionFileError, type SessionFileHeader } from './header'
import { createLineReader, parsedHead, readHeader } from './line-reader'

const UNPACKED_AT_ONCE = 262_144
/** Unpacked bytes up to which nothing is said of how well a file may be packed. */
export const EXPANSION_FREE_BYTES = 16 * 1024 * 1024

/** Takes a session file in parts and fills a database with it. The first fault ends it. */
export type SessionFileReader = ReturnType<typeof createSessionFileReader>

interface SessionFileReaderOptions {
  readonly restore: Pick<Restore, 'begin' | 'add'>
  /** The most that a file may unpack to. */
  readonly maxBytes?: number
  /** Where the database of the file is unpacked to; null: in memory. */
  readonly directory: string | null
  /** Asked with every further unpacked part before it is worked off; rejects where there is no room for it. */
  readonly makeRoom?: (unpackedBytes: number) => Promise<void>
  /** Called now and then while rows are read. */
  readonly onPause?: () => void
}

const stoppedError = (): SessionFileError => new SessionFileError('Reading the session file was stopped.')

/** Creates a reader for one session file. Rows are given to `restore` as they are unpacked, so that memory stays bounded. */
export function createSessionFileReader({
  restore,
  directory,
  maxBytes = LIMITS.sessionBytes,
  makeRoom = () => Promise.resolve(),
  onPause = () => undefined,
}: SessionFileReaderOptions) {
  const gunzip = createGunzip({ chunkSize: UNPACKED_AT_ONCE })
  const lines = createLineReader(restore)
  const cutter = createLineCutter(() => lines.maxBytes)
  let stopped = false
  let packed = 0
  const read = { rows: 0, totalRows: null as number | null }
  let unpacked = 0
  const pacer = createPacer(() => {
    if (stopped) throw stoppedError()
    onPause()
  })

  const checkSize = (): void => {
    if (unpacked > maxBytes) {
      throw new SessionFileError(
        `The session file unpacks to more than ${inMebibytes(maxBytes)}, which is the most that is taken here.`,
      )
    }
    if (unpacked > EXPANSION_FREE_BYTES + packed * LIMITS.sessionExpansion) {
      throw new SessionFileError(
        `The session file unpacks to more than ${String(LIMITS.sessionExpansion)} times its size, as no file of Paybench does.`,
      )
    }
  }

  const work = async (): Promise<SessionFileHeader> => {
    let spool: Spool | null = null
    try {
      for await (const chunk of gunzip as AsyncIterable<Buffer>) {
        const isFirst = unpacked === 0
        unpacked += chunk.length
        checkSize()
        await makeRoom(unpacked)
        if (isFirst && chunk[0] === BEGINS_DATABASE) spool = await openSpool(directory)
        if (spool === null) await takeLines(chunk)
        else await spool.add(chunk)
        await pacer.pause()
      }
      if (spool === null) return lines.end(cutter.next, cutter.isOpen)
      return await runSteps(readDatabase(spool.source(), restore, read), {
        async pause() {
          // What is read is on the disk twice.
          await makeRoom(unpacked * (1 + Math.min(1, read.rows / Math.max(1, read.totalRows ?? 1))))
          await pacer.pause()
        },
      })
    } finally {
      await spool?.remove()
    }
  }
  const takeLines = async (chunk: Buffer): Promise<void> => {
    for (const line of cutter.cut(chunk)) {
      await runSteps(lines.take(line, cutter.next - 1), pacer)
      await pacer.pause()
    }
  }
  let failure: { readonly reason: unknown } | null = null
  const done = work().catch((error: unknown) => {
    failure = { reason: unpackError(error, cutter.next) }
    gunzip.destroy()
    throw failure.reason
  })
  done.catch(() => undefined) // whoever pushes or ends hears of it

  return {
    /** Settles when the part is worked off, so that a sender cannot run ahead. Rejects with a {@link SessionFileError}. */
    push: (bytes: Uint8Array): Promise<void> =>
      new Promise((resolve, reject) => {
        const fail = (error: unknown): void => {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
        if (failure !== null || stopped) {
          fail(failure?.reason ?? stoppedError())
          return
        }
        packed += bytes.length
        done.then(() => resolve(), fail)
        gunzip.write(bytes, (error) => {
          if (error === null || error === undefined) resolve()
        })
      }),
    /** Says that no part follows; resolves once everything is checked and in. */
    end(): Promise<SessionFileHeader> {
      if (!stopped && failure === null) gunzip.end()
      return done
    },
    /** Stops reading; the database stays the caller's to abandon. */
    stop(): void {
      stopped = true
      gunzip.destroy(stoppedError())
    },
    get rows(): number {
      return lines.rows + read.rows
    },
    /** Null before the header is read. */
    get totalRows(): number | null {
      return lines.totalRows ?? read.totalRows
    },
  }
}

const inMebibytes = (bytes: number): string =>
  bytes >= 1024 ** 3
    ? `${String(Math.floor(bytes / 1024 ** 3))} GiB`
    : `${String(Math.floor(bytes / 1024 ** 2))} MiB`

/** What the unpacker says, in words for people. */
function unpackError(error: unknown, line: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (typeof code !== 'string' || !code.startsWith('Z_')) return error
  if (code === 'Z_BUF_ERROR') {
    return new SessionFileError(
      `The session file ends in the middle, at line ${String(line)}. Copy it again, whole.`,
    )
  }
  return line === 1
    ? new SessionFileError('This is not a session file of Paybench: it does not unpack as gzip.')
    : new SessionFileError(
        `The session file is damaged: it cannot be unpacked behind line ${String(line - 1)}. Copy it again.`,
      )
}

/** The first letter of what every database file begins with. */
const BEGINS_DATABASE = 'SQLite format 3'.charCodeAt(0)

/** Where a database is kept while it is unpacked. */
interface Spool {
  add(bytes: Buffer): Promise<void>
  /** The file, or its bytes. */
  source(): string | Uint8Array
  remove(): Promise<void>
}

async function openSpool(directory: string | null): Promise<Spool> {
  if (directory === null) {
    const parts: Buffer[] = []
    return {
      add: (bytes) => Promise.resolve(void parts.push(bytes)),
      source: () => Buffer.concat(parts),
      remove: () => Promise.resolve(),
    }
  }
  const path = join(directory, 'received.db')
  const file = await open(path, 'wx', 0o600)
  return {
    add: (bytes) => file.writeFile(bytes),
    source: () => path,
    async remove() {
      await file.close()
      await rm(path, { force: true })
    },
  }
}

const LINE_FEED = 0x0a

/**
 * @param maxBytes returns the largest length of the next line; it is called for every line, because earlier lines
 * decide it
 */
function createLineCutter(maxBytes: () => number) {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let next = 1

  const keep = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return
    waitingBytes += bytes.length
    const most = maxBytes()
    if (waitingBytes > most) {
      throw errorInLine(next, `is longer than ${String(most)} bytes; no Paybench writes such lines here`)
    }
    waiting.push(bytes)
  }

  return {
    /** Adds bytes and returns the complete lines without their line feeds. Throws where a line is too long. */
    *cut(bytes: Uint8Array): Iterable<Buffer> {
      let from = 0
      for (;;) {
        const end = bytes.indexOf(LINE_FEED, from)
        if (end === -1) break
        keep(bytes.subarray(from, end))
        const line = Buffer.concat(waiting)
        waiting = []
        waitingBytes = 0
        from = end + 1
        next += 1
        yield line
      }
      keep(bytes.subarray(from))
    },
    /** Number of the next line, from 1. */
    get next(): number {
      return next
    },
    /** Whether the last line has no line feed yet. */
    get isOpen(): boolean {
      return waitingBytes > 0
    },
  }
}

/** How far the reading of a database is. */
interface ReadRows {
  rows: number
  totalRows: number | null
}

/**
 * Reads the database of a session file, a file or its bytes, and gives its rows to `restore`, table by table.
 * @throws SessionFileError
 */
function* readDatabase(
  source: string | Uint8Array,
  restore: Pick<Restore, 'begin' | 'add'>,
  progress: ReadRows,
): Steps<SessionFileHeader> {
  let place = ''
  let session: ForeignSession | null = null
  try {
    session = openForeignSession(source)
    const header = readHeader(parsedHead(session.head, asError), asError)
    if (header.schema !== session.schema) throw new RowError('names another schema than its tables have')
    restore.begin(header.schema)
    progress.totalRows = header.tables.reduce((sum, { rows }) => sum + rows, 0)
    for (const table of tableNamesOf(header.schema)) {
      let count = 0
      for (const rows of session.rows(table)) {
        for (const values of rows) {
          count += 1
          place = `in row ${String(count)} of ${table} `
          yield* restore.add(table, values)
          progress.rows += 1
        }
      }
      place = ''
      const announced = rowsOfTable(header, table)
      if (count !== announced) {
        throw new RowError(
          `holds ${String(count)} rows of ${table} where its head announces ${String(announced)}`,
        )
      }
    }
    return header
  } catch (error) {
    throw error instanceof RowError ? asError(place + error.message) : error
  } finally {
    session?.close()
  }
}

const asError = (what: string): SessionFileError => new SessionFileError(`The session file ${what}.`)
