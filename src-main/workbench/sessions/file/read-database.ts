import type { Steps } from '#lib/steps'
import type { Restore } from '#store/export/restore'
import { openForeignSession, type ForeignSession } from '#store/export/foreign-session'
import { RowError } from '#store/export/row-values'
import { tableNamesOf } from '#store/export/tables'
import { rowsOfTable, type SessionFileHeader } from './header'
import { parsedHead, readHeader } from './line-reader'
import { SessionFileError } from './session-file-error'

/** How far the reading of a database is. */
export interface ReadRows {
  rows: number
  totalRows: number | null
}

/**
 * Reads the database of a session file, a file or its bytes, and gives its rows to `restore`, table by table.
 * @throws SessionFileError
 */
export function* readDatabase(
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
