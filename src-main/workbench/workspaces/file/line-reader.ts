import { createHash } from 'node:crypto'
import { readShape } from '../../../protocol/read-shape'
import { surveyJson } from '../../../lib/json/survey'
import { LIMITS } from '../../../lib/limits/limit-table'
import type { Steps } from '../../../lib/steps'
import { OLDEST_READABLE_SCHEMA, SCHEMA_VERSION, type Restore } from '../../../store/export/restore'
import { RowError } from '../../../store/export/row-values'
import {
  columnsOf,
  holdsBodies,
  SESSION_TABLE_NAMES,
  tableNamesOf,
  type SessionTableName,
} from '../../../store/export/tables'
import { readStoredJson } from '../../../bench/stored-json'
import { faultInLine, SessionFileError } from './session-file-error'
import {
  FORMAT_VERSION,
  headerOfAnyVersion,
  rowsOf,
  sessionFooter,
  sessionHeader,
  type SessionHeader,
} from './header'
import { LineError, valuesOf } from './row-values'

/** Takes the lines of a session file in their order. */
export interface LineReader {
  take(line: Buffer, number: number): Steps<void>
  end(number: number, isOpen: boolean): SessionHeader
  /** How long the next line may be. */
  readonly maxBytes: number
  readonly rows: number
  readonly totalRows: number | null
}

const OPENING_BRACE = 0x7b

/** Values of the first and of the last line; no Paybench writes a tenth of it. */
const MAX_HEAD_VALUES = 5_000

export function createLineReader(restore: Pick<Restore, 'begin' | 'add'>): LineReader {
  const hash = createHash('sha256')
  let header: SessionHeader | null = null
  let closed = false
  let rows = 0
  /** Place in the header's tables, and rows of it that were read. */
  let table = 0
  let ofTable = 0

  /** The table to which the next row belongs; undefined where the header announces no more. */
  const expected = (): SessionTableName | undefined => {
    while (header?.tables[table]?.rows === ofTable) {
      table += 1
      ofTable = 0
    }
    return header === null ? undefined : SESSION_TABLE_NAMES[table]
  }

  function* takeRow(line: Buffer, number: number): Steps<void> {
    const name = expected()
    if (name === undefined) throw faultInLine(number, 'is a row more than the head announces')
    const [told, ...values] = inLine(number, () => valuesOf(line, columnsOf(name).length + 1))
    if (told !== name) throw faultInLine(number, `is not a row of ${name}, which the head announces here`)
    ofTable += 1
    rows += 1
    try {
      yield* restore.add(name, values)
    } catch (error) {
      if (error instanceof RowError) throw faultInLine(number, `(a row of ${name}) ${error.message}`)
      throw error
    }
  }

  return {
    *take(line, number) {
      if (closed) throw faultInLine(number, 'stands behind the end of the session')
      if (header === null) {
        header = readHeader(parsedRecord(line, number))
        restore.begin(header.schema)
      } else if (line[0] === OPENING_BRACE) {
        checkFooter(parsedRecord(line, number), number, hash.digest('hex'))
        closed = true
        return
      } else yield* takeRow(line, number)
      hash.update(line).update('\n')
    },
    end(number, isOpen) {
      if (header === null || !closed || isOpen) {
        throw new SessionFileError(
          `The session file ends in the middle, at line ${String(number)}. Copy it again, whole.`,
        )
      }
      const announced = rowsOf(header)
      if (rows !== announced) {
        throw new SessionFileError(
          `The session file holds ${String(rows)} rows where its head announces ${String(announced)}.`,
        )
      }
      return header
    },
    get maxBytes() {
      const name = expected()
      return name !== undefined && holdsBodies(name) ? LIMITS.workspaceLineBytes : LIMITS.workspaceRecordBytes
    },
    get rows() {
      return rows
    },
    get totalRows() {
      return header === null ? null : rowsOf(header)
    },
  }
}

function inLine<Value>(number: number, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (error instanceof LineError) throw faultInLine(number, error.message)
    throw error
  }
}

/** The head or the end of a file: JSON that was counted before it is parsed. */
function parsedRecord(line: Buffer, number: number): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line)
  } catch {
    throw faultInLine(number, 'is not UTF-8')
  }
  const survey = surveyJson(text)
  if (survey.tooDeepAt !== undefined || survey.tooManyAt !== undefined || commas(text) > MAX_HEAD_VALUES) {
    throw faultInLine(number, 'is not the head of a Paybench session: it has too many values')
  }
  try {
    return readStoredJson(text)
  } catch {
    throw faultInLine(number, 'is not JSON')
  }
}

function commas(text: string): number {
  let count = 0
  for (let at = text.indexOf(','); at !== -1 && count <= MAX_HEAD_VALUES; at = text.indexOf(',', at + 1))
    count += 1
  return count
}

function checkFooter(value: unknown, number: number, sha256: string): void {
  const footer = readShape(sessionFooter, value)
  if (!footer.success) throw faultInLine(number, 'is neither a row nor the end of the session')
  if (footer.data.sha256 !== sha256) {
    throw new SessionFileError(
      'The session file was changed after it was written: its checksum does not fit. Copy it again, or export it anew.',
    )
  }
}

function readHeader(value: unknown): SessionHeader {
  const known = readShape(headerOfAnyVersion, value)
  if (!known.success) throw faultInLine(1, 'is not the head of a Paybench session')
  if (known.data.version > FORMAT_VERSION || known.data.schema > SCHEMA_VERSION) {
    throw new SessionFileError(
      'The session file was written by a newer Paybench. Update this one, or export the session with the same version.',
    )
  }
  if (known.data.schema < OLDEST_READABLE_SCHEMA) {
    throw new SessionFileError(
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
  return parsed.data
}

/**
 * The tables and columns that this Paybench knows of that schema, in its order: a name of a file never becomes part of a
 * statement.
 */
function checkTables({ tables, schema }: SessionHeader): void {
  const names = tableNamesOf(schema)
  names.forEach((name, place) => {
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
  if (tables.length > names.length) throw faultInLine(1, 'announces a table that no session has')
}
