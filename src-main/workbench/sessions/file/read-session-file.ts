import { open, rm } from 'node:fs/promises'
import { SCHEMA_VERSION, startRestore } from '#store/export/restore'
import { createPacer } from '#core/retention'
import { changedState } from '#core/clock/virtual-clock'
import { openForeignSession, type SessionRows } from '#store/export/foreign-session'
import { startOlderSession } from '#store/export/older-session'
import { announced, type AnnouncedTable, SessionFileError } from '#store/export/tables'
import { TABLE_NAMES, type TableName } from '#store/tables'
import { readHeader, type SessionFileHeader } from './header'
import { inspectRow } from './inspect-row'
import { openOlderLines } from './older-lines'
import { receivedIn } from './received-file'

/** `total`: null until it is known. `copies`: how many copies of the file's rows are on the disk beside the file. */
export interface ReadingProgress {
  readonly rows: number
  readonly total: number | null
  readonly copies: number
}

/** What was read from a session file; `mistake`: why the file is refused, as a sentence. */
export type SessionReading = { readonly header: SessionFileHeader } | { readonly mistake: string }

/** @throws Error if the database cannot be written; a mistake in the file is returned */
export async function readSessionFile(
  directory: string,
  report: (progress: ReadingProgress) => void,
): Promise<SessionReading> {
  const path = receivedIn(directory)
  const older = `${path}-older`
  const restore = startRestore({ directory, inspect: inspectRow })
  try {
    const reading = await readRows(
      { path, older, isDatabase: await isDatabase(path) },
      report,
      (table, row) => restore.add(table, withClockFrozen(table, row)),
    )
    await restore.finish()
    await rm(path)
    await rm(older, { force: true })
    return reading
  } catch (error) {
    restore.abandon()
    if (error instanceof SessionFileError) return { mistake: `${error.place} ${error.message}.` }
    throw error
  }
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

/**
 * Reads an unpacked file and passes its rows to `add`, table by table. Rows of an older schema are first upgraded to
 * the current schema, in the database `older`.
 * @throws SessionFileError
 */
async function readRows(
  {
    path,
    older,
    isDatabase,
  }: { readonly path: string; readonly older: string; readonly isDatabase: boolean },
  report: (progress: ReadingProgress) => void,
  add: (table: TableName, values: readonly unknown[]) => void,
): Promise<SessionReading> {
  let place: string | undefined
  let announcedRows = 1
  let copies = 0
  let rows = 0
  let total: number | null = null
  const pacer = createPacer(() => report({ rows, total, copies }))

  const take = async (
    session: Pick<SessionRows, 'rows'>,
    table: AnnouncedTable,
    addRow: (values: readonly unknown[]) => void,
  ): Promise<void> => {
    const { name } = table
    let count = 0
    place = rowOf(name, 1)
    for (const batch of session.rows(table)) {
      for (const values of batch) {
        count += 1
        place = rowOf(name, count)
        copies += 1 / announcedRows
        addRow(values)
      }
      await pacer.pause()
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
  let upgrade: ReturnType<typeof startOlderSession> | undefined
  try {
    const header = readHeader(file.head)
    const { schema, tables } = header
    announcedRows = tables.reduce((sum, table) => sum + table.rows, 0) || 1
    if ('schema' in file && schema !== file.schema) {
      throw new SessionFileError('names a schema other than that of its tables')
    }
    if (schema < SCHEMA_VERSION || !isDatabase) {
      const started = startOlderSession(older, schema, tables)
      upgrade = started
      for (const table of tables) await take(file, table, (values) => started.add(table.name, values))
      if ('end' in file) file.end()
    }
    const session = upgrade?.upgraded() ?? file
    const ofToday = TABLE_NAMES.map((name, at) => ({
      name,
      table: announced(name, upgrade?.countOf(name) ?? tables[at]?.rows ?? 0),
    }))
    total = ofToday.reduce((sum, { table }) => sum + table.rows, 0)
    for (const { name, table } of ofToday) {
      await take(session, table, (values) => {
        add(name, values)
        rows += 1
      })
    }
    return { header }
  } catch (error) {
    throw error instanceof SessionFileError ? new SessionFileError(error.message, place) : error
  } finally {
    upgrade?.close()
    file.close()
  }
}

const rowOf = (table: string, n: number): string => `Row ${String(n)} of ${table} in the session file`

/** Freezes the clock of an imported session, so that nothing becomes due before the tester starts it. */
function withClockFrozen(table: TableName, values: readonly unknown[]): readonly unknown[] {
  const [id, state] = values
  if (table !== 'clock' || typeof state !== 'string') return values
  try {
    return [id, changedState(state, { mode: 'frozen' }), ...values.slice(2)]
  } catch {
    // The check of the row reports the error.
    return values
  }
}
