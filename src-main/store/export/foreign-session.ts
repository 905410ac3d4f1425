import { LIMITS } from '#lib/limits/limit-table'
import { errorText } from '#lib/error-text'
import { integer, text } from '#store/columns'
import { connect, connectForeign, type Connection, type Row, type SqlValue } from '#store/connection'
import { migrate, schemaVersion } from '#store/open-database'
import { MIGRATIONS } from '#store/migrations'
import { SCHEMA_VERSION } from './restore'
import { type AnnouncedTable, MIN_ROWS, nextLimit, SessionFileError } from './tables'
import { CREATE_HEAD, SESSION_APPLICATION_ID } from './snapshot'

const OLDEST_DATABASE_SCHEMA = 18

/** The rows of a session file, which is only read. */
export interface SessionRows {
  readonly head: string
  /** Batches of a table's rows; a row has its values in the order of the columns. */
  rows(table: AnnouncedTable): Iterable<readonly (readonly unknown[])[]>
  close(): void
}

/**
 * Opens the database of a session file. Before any row is read, its schema is checked: it may contain only
 * tables that the migrations create.
 * @throws SessionFileError, and so does `rows`
 */
export function openForeignSession(path: string): SessionRows & { readonly schema: number } {
  const connection = connectForeign(path, LIMITS.sessionLineBytes)
  try {
    return refuseDamage(() => {
      const schema = checkedSchema(connection)
      const head = text(connection.get('SELECT head FROM session') ?? {}, 'head')
      return { head, schema, rows: (table) => rowsOf(connection, table), close: connection.close }
    })
  } catch (error) {
    connection.close()
    throw error
  }
}

function checkedSchema(connection: Connection): number {
  const id = integer(connection.get('PRAGMA application_id') ?? {}, 'application_id')
  if (id !== SESSION_APPLICATION_ID) throw new SessionFileError('is the database of another program')
  const schema = schemaVersion(connection)
  if (schema > SCHEMA_VERSION) {
    throw new SessionFileError(
      'was written by a newer Paybench. Update this Paybench, or export the session with a Paybench of the same version',
    )
  }
  if (schema < OLDEST_DATABASE_SCHEMA) throw new SessionFileError('has a schema that no session file has')
  const ours = connect(':memory:', 0)
  try {
    const steps = MIGRATIONS.filter(({ version }) => version <= schema)
    migrate(ours, steps)
    ours.exec(CREATE_HEAD('main'))
    checkObjects(connection, ours)
  } finally {
    ours.close()
  }
  return schema
}

/** Every object must be a table of ours with its columns: no view, trigger, virtual table, index or computed column. */
function checkObjects(connection: Connection, ours: Connection): void {
  const objects = connection.all('SELECT type, name, sql FROM sqlite_schema LIMIT 1000')
  for (const { type, name, sql } of objects) {
    const isKeyIndex = type === 'index' && sql === null
    if (isKeyIndex) continue
    const shape = shapeOf(connection, String(name))
    if (type !== 'table' || shape !== shapeOf(ours, String(name)) || shape === NO_SHAPE) {
      throw new SessionFileError(
        `has the ${String(type)} "${String(name).slice(0, 100)}", which no session has`,
      )
    }
  }
}

const NO_SHAPE = '[[],[]]'

const shapeOf = (connection: Connection, name: string): string =>
  JSON.stringify([
    connection.all(`SELECT type, wr, strict FROM pragma_table_list WHERE schema = 'main' AND name = ?`, name),
    connection.all('SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?)', name),
  ])

/** Reads the rows of a table in the order of its key. The table and its columns must exist in the database. */
export function* rowsOf(
  connection: Connection,
  { name: table, columns }: AnnouncedTable,
): Generator<readonly (readonly SqlValue[])[]> {
  const key = refuseDamage(() =>
    text(connection.get('SELECT name FROM pragma_table_info(?) WHERE pk = 1', table) ?? {}, 'name'),
  )
  const select = `SELECT ${columns.map((name) => `"${name}"`).join(', ')} FROM ${table}`
  let limit = MIN_ROWS
  for (let last: SqlValue = null; ;) {
    const order = `ORDER BY "${key}" LIMIT ${limit}`
    const after: SqlValue = last
    const rows: readonly Row[] = refuseDamage(() =>
      after === null
        ? connection.all(`${select} ${order}`)
        : connection.all(`${select} WHERE "${key}" > ? ${order}`, after),
    )
    if (rows.length > 0) yield rows.map((row) => columns.map((name) => row[name] ?? null))
    if (rows.length < limit) return
    last = rows.at(-1)?.[key] ?? null
    limit = nextLimit(
      limit,
      rows.reduce((sum, row) => sum + Object.values(row).reduce(sizeWith, 0), 0),
    )
  }
}

function refuseDamage<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof SessionFileError) throw error
    throw new SessionFileError(`is damaged or was changed: ${errorText(error)}`)
  }
}

const sizeWith = (sum: number, value: SqlValue): number =>
  sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8)
