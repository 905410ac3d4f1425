import { createHash } from 'node:crypto'
import { readShape } from '#protocol/read-shape'
import { surveyJson } from '#lib/json/scan'
import { LIMITS } from '#lib/limits/limit-table'
import type { Steps } from '#lib/steps'
import { OLDEST_READABLE_SCHEMA, type Restore, SCHEMA_VERSION } from '#store/export/restore'
import { columnsOf, droppedTablesOf, fileNameOf, RowError, tableNamesOf } from '#store/export/tables'
import { type TableName, tableOf } from '#store/tables'
import { readStoredJson } from '#core/stored-json'
import {
  errorInLine,
  FORMAT_VERSION,
  headerOfAnyVersion,
  LineError,
  rowsOf,
  SessionFileError,
  sessionFileFooter,
  sessionFileHeader,
  type SessionFileHeader,
  valuesOf,
} from './header'

const OPENING_BRACE = 0x7b

/** Most values of the first and of the last line: ten times as many as any Paybench writes. */
const MAX_HEAD_VALUES = 5_000

interface FileHead {
  readonly header: SessionFileHeader
  readonly announced: AnnouncedRows
}

/**
 * Creates a reader for the lines of one session file. Each row is given to `restore` as it is read.
 * @throws SessionFileError from `take`: the line, why it cannot be read
 */
export function createLineReader(restore: Pick<Restore, 'begin' | 'add'>) {
  const hash = createHash('sha256')
  let head: FileHead | null = null
  let closed = false

  function* takeRow({ header: { schema }, announced }: FileHead, line: Buffer, number: number): Steps<void> {
    const table = announced.next()
    if (table === undefined) throw errorInLine(number, 'is a row more than the head announces')
    if (table === 'dropped') {
      announced.count()
      return
    }
    const [named, ...values] = inLine(number, () => valuesOf(line, columnsOf(table, schema).length + 1))
    if (named !== fileNameOf(table, schema)) {
      throw errorInLine(number, `is not a row of ${table}, which the head announces here`)
    }
    announced.count()
    try {
      yield* restore.add(table, values)
    } catch (error) {
      if (error instanceof RowError) throw errorInLine(number, `(a row of ${table}) ${error.message}`)
      throw error
    }
  }

  return {
    *take(line: Buffer, number: number): Steps<void> {
      if (closed) throw errorInLine(number, 'stands behind the end of the session')
      if (head === null) {
        const asError = (what: string): SessionFileError => errorInLine(number, what)
        const header = readHeader(parsedRecord(line, asError), asError)
        head = { header, announced: createAnnouncedRows(header) }
        restore.begin(header.schema)
      } else if (line[0] === OPENING_BRACE) {
        checkFooter(
          parsedRecord(line, (what) => errorInLine(number, what)),
          number,
          hash.digest('hex'),
        )
        closed = true
        return
      } else yield* takeRow(head, line, number)
      hash.update(line).update('\n')
    },
    end(number: number, isOpen: boolean): SessionFileHeader {
      if (head === null || !closed || isOpen) {
        throw new SessionFileError(
          `The session file ends in the middle, at line ${String(number)}. Copy it again, whole.`,
        )
      }
      const { header, announced } = head
      const total = rowsOf(header)
      if (announced.counted !== total) {
        throw new SessionFileError(
          `The session file holds ${String(announced.counted)} rows where its head announces ${String(total)}.`,
        )
      }
      return header
    },
    /** Largest length of the next line, bytes. */
    get maxBytes(): number {
      const table = head?.announced.next()
      return table === 'dropped' || (table !== undefined && tableOf(table).isHeavy === true)
        ? LIMITS.sessionLineBytes
        : LIMITS.sessionRecordBytes
    },
    get rows(): number {
      return head?.announced.counted ?? 0
    },
    get totalRows(): number | null {
      return head === null ? null : rowsOf(head.header)
    },
  }
}

/** The rows that the header announces, table by table. */
type AnnouncedRows = ReturnType<typeof createAnnouncedRows>

function createAnnouncedRows({ tables, schema }: SessionFileHeader) {
  const names = tableNamesOf(schema)
  let place = 0
  let ofTable = 0
  let counted = 0
  return {
    /** The table of the next row; undefined where no more are announced. */
    next(): TableName | 'dropped' | undefined {
      while (tables[place]?.rows === ofTable) {
        place += 1
        ofTable = 0
      }
      return names[place] ?? (place < tables.length ? 'dropped' : undefined)
    },
    /** Counts a row of that table. */
    count(): void {
      ofTable += 1
      counted += 1
    },
    get counted(): number {
      return counted
    },
  }
}

function inLine<Value>(number: number, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (error instanceof LineError) throw errorInLine(number, error.message)
    throw error
  }
}

type AsError = (what: string) => SessionFileError

/** Parses the first or the last line of a file. */
function parsedRecord(line: Buffer, asError: AsError): unknown {
  try {
    return parsedHead(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line), asError)
  } catch (error) {
    throw error instanceof SessionFileError ? error : asError('is not UTF-8')
  }
}

/** Parses the head of a file. Counts its values first. */
export function parsedHead(text: string, asError: AsError): unknown {
  const survey = surveyJson(text)
  if (survey.tooDeepAt !== undefined || survey.tooManyAt !== undefined || commas(text) > MAX_HEAD_VALUES) {
    throw asError('is not the head of a Paybench session: it has too many values')
  }
  try {
    return readStoredJson(text)
  } catch {
    throw asError('is not JSON')
  }
}

function commas(text: string): number {
  let count = 0
  for (let at = text.indexOf(','); at !== -1 && count <= MAX_HEAD_VALUES; at = text.indexOf(',', at + 1))
    count += 1
  return count
}

function checkFooter(value: unknown, number: number, sha256: string): void {
  const footer = readShape(sessionFileFooter, value)
  if (!footer.success) throw errorInLine(number, 'is neither a row nor the end of the session')
  if (footer.data.sha256 !== sha256) {
    throw new SessionFileError(
      'The session file was changed after it was written: its checksum does not match. Copy it again, or export it anew.',
    )
  }
}

/** Reads and checks the head of a file. */
export function readHeader(value: unknown, asError: AsError): SessionFileHeader {
  const known = readShape(headerOfAnyVersion, value)
  if (!known.success) throw asError('is not the head of a Paybench session')
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
  const parsed = readShape(sessionFileHeader, value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const where = issue?.path.join('.') ?? ''
    throw asError(`has an unreadable head (${where}: ${issue?.message ?? 'not readable'})`)
  }
  checkTables(parsed.data, asError)
  return parsed.data
}

/**
 * Checks that the tables and columns are those of the schema, in its order. Names from a file never become part of an
 * SQL statement.
 */
function checkTables({ tables, schema }: SessionFileHeader, asError: AsError): void {
  const names = tableNamesOf(schema)
  names.forEach((name, place) => {
    const found = tables[place]
    const fileName = fileNameOf(name, schema)
    if (found?.name !== fileName) throw asError(`does not announce the table ${fileName} where it belongs`)
    const columns = columnsOf(name, schema).map((column) => column.name)
    if (
      columns.length !== found.columns.length ||
      columns.some((column, at) => column !== found.columns[at])
    ) {
      throw asError(`announces other columns of ${name} than a session has`)
    }
  })
  const dropped = droppedTablesOf(schema)
  if (tables.slice(names.length).some(({ name }, place) => name !== dropped[place]))
    throw asError('announces a table that no session has')
}
