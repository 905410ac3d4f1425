import { createHash } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import { OLDEST_READABLE_SCHEMA, SCHEMA_VERSION } from '../../store/export/restore'
import type { Restore } from '../../store/export/restore'
import { RowFault } from '../../store/export/row-values'
import { columnsOf, SESSION_TABLE_NAMES, type SessionTableName } from '../../store/export/tables'
import { readOwnJson } from '../own-json'
import { SessionFileFault, faultInLine } from './fault'
import {
  FORMAT_VERSION,
  headerOfAnyVersion,
  rowsOf,
  sessionFooter,
  sessionHeader,
  type SessionHeader,
} from './header'
import { createLineCutter } from './lines'
import { readShape } from '../../contract/read-shape'

/** Unpacked; a few kilobytes of gzip can say that they are petabytes. */
const MOST_BYTES = 32 * 1024 ** 3
const UNPACKED_AT_ONCE = 262_144

/** Takes a session file in parts and fills a database with it. The first fault ends it. */
export interface SessionReader {
  /** Settles when the part is worked off, so that a sender cannot run ahead. Rejects with a {@link SessionFileFault}. */
  push(bytes: Uint8Array): Promise<void>
  /** Says that no part follows; resolves once everything is checked and in. */
  end(): Promise<SessionHeader>
  /** Gives up; the database stays the caller's to abandon. */
  stop(): void
  readonly rows: number
  /** Null before the header is read. */
  readonly totalRows: number | null
}

export function createSessionReader(restore: Pick<Restore, 'begin' | 'add'>): SessionReader {
  const gunzip = createGunzip({ chunkSize: UNPACKED_AT_ONCE })
  const cutter = createLineCutter()
  const lines = createLineReader(restore)
  let stopped = false
  let unpacked = 0

  const work = async (): Promise<SessionHeader> => {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      unpacked += chunk.length
      if (unpacked > MOST_BYTES) {
        throw new SessionFileFault('The session file unpacks to more than 32 GiB; no session is that large.')
      }
      for (const line of cutter.cut(chunk)) lines.take(line, cutter.next - 1)
      // Everything else of the bench gets its turn.
      await new Promise(setImmediate)
    }
    return lines.end(cutter.next, cutter.isOpen)
  }
  let failure: { readonly reason: unknown } | null = null
  const done = work().catch((error: unknown) => {
    failure = { reason: unpackFault(error, cutter.next) }
    gunzip.destroy()
    throw failure.reason
  })
  done.catch(() => undefined) // whoever pushes or ends hears of it

  return {
    push: (bytes) =>
      new Promise((resolve, reject) => {
        const fail = (error: unknown): void => {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
        if (failure !== null || stopped) {
          fail(failure?.reason ?? new SessionFileFault('Reading the session file was stopped.'))
          return
        }
        done.then(() => resolve(), fail)
        gunzip.write(bytes, (error) => {
          if (error === null || error === undefined) resolve()
        })
      }),
    end() {
      if (!stopped && failure === null) gunzip.end()
      return done
    },
    stop() {
      stopped = true
      gunzip.destroy(new SessionFileFault('Reading the session file was stopped.'))
    },
    get rows() {
      return lines.rows
    },
    get totalRows() {
      return lines.totalRows
    },
  }
}

/** What the unpacker says, in words for people. */
function unpackFault(error: unknown, line: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (typeof code !== 'string' || !code.startsWith('Z_')) return error
  if (code === 'Z_BUF_ERROR') {
    return new SessionFileFault(
      `The session file ends in the middle, at line ${String(line)}. Copy it again, whole.`,
    )
  }
  return line === 1
    ? new SessionFileFault('This is no session file of Paybench: it does not unpack as gzip.')
    : new SessionFileFault(
        `The session file is damaged: it cannot be unpacked behind line ${String(line - 1)}. Copy it again.`,
      )
}

interface LineReader {
  take(line: Buffer, number: number): void
  end(number: number, isOpen: boolean): SessionHeader
  readonly rows: number
  readonly totalRows: number | null
}

function createLineReader(restore: Pick<Restore, 'begin' | 'add'>): LineReader {
  const hash = createHash('sha256')
  let header: SessionHeader | null = null
  let closed = false
  let rows = 0
  /** Place in the header's tables, and rows of it that were read. */
  let table = 0
  let ofTable = 0

  const takeHeader = (value: unknown): SessionHeader => {
    const known = readShape(headerOfAnyVersion, value)
    if (!known.success) throw faultInLine(1, 'is not the head of a Paybench session')
    if (known.data.version > FORMAT_VERSION || known.data.schema > SCHEMA_VERSION) {
      throw new SessionFileFault(
        'The session file was written by a newer Paybench. Update this one, or export the session with the same version.',
      )
    }
    if (known.data.schema < OLDEST_READABLE_SCHEMA) {
      throw new SessionFileFault(
        'The session file was written by an older Paybench, whose tables were others. Open it with that version.',
      )
    }
    const parsed = readShape(sessionHeader, value)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const where = issue?.path.join('.') ?? ''
      throw faultInLine(1, `has an unreadable head (${where}: ${issue?.message ?? 'not readable'})`)
    }
    checkTables(parsed.data)
    restore.begin(parsed.data.schema)
    return parsed.data
  }

  const takeRow = (value: unknown, number: number, { tables }: SessionHeader): void => {
    if (!Array.isArray(value)) throw faultInLine(number, 'is not a row')
    const [name, ...values] = value as readonly unknown[]
    while (tables[table]?.rows === ofTable) {
      table += 1
      ofTable = 0
    }
    const expected = SESSION_TABLE_NAMES[table]
    if (expected === undefined) throw faultInLine(number, 'is a row more than the head announces')
    if (name !== expected)
      throw faultInLine(number, `is not a row of ${expected}, which the head announces here`)
    ofTable += 1
    rows += 1
    add(expected, values, number)
  }

  const add = (name: SessionTableName, values: readonly unknown[], number: number): void => {
    try {
      restore.add(name, values)
    } catch (error) {
      if (error instanceof RowFault) throw faultInLine(number, `(a row of ${name}) ${error.message}`)
      throw error
    }
  }

  return {
    take(line, number) {
      if (closed) throw faultInLine(number, 'stands behind the end of the session')
      const value = parsed(line, number)
      if (header === null) header = takeHeader(value)
      else if (line[0] === OPENING_BRACE) {
        const footer = readShape(sessionFooter, value)
        if (!footer.success) throw faultInLine(number, 'is neither a row nor the end of the session')
        if (footer.data.sha256 !== hash.digest('hex')) {
          throw new SessionFileFault(
            'The session file was changed after it was written: its checksum does not fit. Copy it again, or export it anew.',
          )
        }
        closed = true
        return
      } else takeRow(value, number, header)
      hash.update(line).update('\n')
    },
    end(number, isOpen) {
      if (header === null || !closed || isOpen) {
        throw new SessionFileFault(
          `The session file ends in the middle, at line ${String(number)}. Copy it again, whole.`,
        )
      }
      const announced = rowsOf(header)
      if (rows !== announced) {
        throw new SessionFileFault(
          `The session file holds ${String(rows)} rows where its head announces ${String(announced)}.`,
        )
      }
      return header
    },
    get rows() {
      return rows
    },
    get totalRows() {
      return header === null ? null : rowsOf(header)
    },
  }
}

const OPENING_BRACE = 0x7b

function parsed(line: Buffer, number: number): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line)
  } catch {
    throw faultInLine(number, 'is not UTF-8')
  }
  try {
    return readOwnJson(text)
  } catch {
    throw faultInLine(number, 'is not JSON')
  }
}

/**
 * The tables and columns that this Paybench knows of that schema, in its order: a name of a file never becomes part of a
 * statement.
 */
function checkTables({ tables, schema }: SessionHeader): void {
  SESSION_TABLE_NAMES.forEach((name, place) => {
    const found = tables[place]
    if (found?.name !== name) throw faultInLine(1, `does not announce the table ${name} where it belongs`)
    const columns = columnsOf(name, schema).map(([column]) => column)
    if (
      columns.length !== found.columns.length ||
      columns.some((column, at) => column !== found.columns[at])
    ) {
      throw faultInLine(1, `announces other columns of ${name} than a session has`)
    }
  })
  if (tables.length > SESSION_TABLE_NAMES.length)
    throw faultInLine(1, 'announces a table that no session has')
}
