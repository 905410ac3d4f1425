import { errorText } from '#lib/error-text'
import { BenchError } from '#protocol/connection'
import { integer, text } from '#store/columns'
import { connect, type Connection, type SqlValue } from '#store/connection'
import { MIGRATIONS } from '#store/migrations'
import { makePrivateFile, migrate } from '#store/open-database'
import { insertion } from '#store/statements'
import { columnName, TABLE_NAMES, type TableName, tableOf } from '#store/tables'
import { rowsOf, type SessionRows } from './foreign-session'
import { errorOf } from './restore'
import { type AnnouncedTable, bytesOf, isSqlValue, SessionFileError } from './tables'

/** The change log and the id of the journal, which no session file has. */
const OMITTED_TABLES = new Set(['changes', 'journal'])

/**
 * Creates a database of an older schema, which takes the rows of a session file unchanged. The migrations bring it
 * to the present schema, as they do with a data folder; only then are its rows checked one by one.
 * @param file path of the database to create
 * @throws SessionFileError if the announced tables or columns are not those of the schema
 */
export function startOlderSession(file: string, schema: number, announced: readonly AnnouncedTable[]) {
  makePrivateFile(file)
  const connection = connect(file, 0)
  try {
    connection.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY')
    const steps = MIGRATIONS.filter(({ version }) => version <= schema)
    migrate(connection, steps)
    // Off, because missing values, such as a callback's payment number, are filled in after all rows are added.
    connection.exec('PRAGMA foreign_keys = OFF')
    const inserts = insertsOf(connection, announced)
    connection.exec('BEGIN')
    return {
      /** Adds a row of an announced table, its values in the order of the columns. Throws a `SessionFileError`. */
      add(table: string, values: readonly unknown[]): void {
        try {
          inserts.get(table)?.(values)
        } catch (error) {
          throw errorOf(error)
        }
      },
      /** Brings the rows to the present schema and returns them. Throws a `SessionFileError`. */
      upgraded(): Pick<SessionRows, 'rows'> {
        try {
          connection.exec('UPDATE callbacks SET payment = (SELECT seq FROM payments WHERE key = payment_key)')
          connection.exec('COMMIT')
          migrate(connection, MIGRATIONS)
        } catch (error) {
          if (error instanceof BenchError) throw error
          throw new SessionFileError(`cannot be migrated to the present schema: ${errorText(error)}`)
        }
        return { rows: (table) => rowsOf(connection, table) }
      },
      countOf: (table: TableName): number =>
        integer(connection.get(`SELECT count(*) AS total FROM ${table}`) ?? {}, 'total'),
      close: connection.close,
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

function insertsOf(connection: Connection, announced: readonly AnnouncedTable[]) {
  const known = connection
    .all(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`)
    .map((row) => text(row, 'name'))
    .filter((name) => !name.startsWith('sqlite_') && !OMITTED_TABLES.has(name))
  const names = announced.map(({ name }) => name)
  const missingTable = known.find((name) => !names.includes(name))
  if (missingTable !== undefined) throw new SessionFileError(`does not announce the table ${missingTable}`)
  if (names.length > known.length) throw new SessionFileError('announces a table that no session has')
  return new Map(announced.map((table) => [table.name, insertOf(connection, table)]))
}

function insertOf(connection: Connection, { name, columns }: AnnouncedTable) {
  const table = TABLE_NAMES.find((one) => one === name)
  const computed = Object.entries(table === undefined ? {} : tableOf(table).columns)
    .filter(([, { origin }]) => origin !== 'given')
    .map(([field]) => columnName(field))
  const schema = connection.all('SELECT name, type, "notnull" FROM pragma_table_info(?)', name)
  const typeOf = new Map(schema.map((row) => [text(row, 'name'), text(row, 'type')]))
  const isGiven = (column: string): boolean => columns.includes(column)
  const isWhole = [...typeOf.keys()].every((column) => isGiven(column) || computed.includes(column))
  if (!isWhole || !columns.every((column) => typeOf.has(column)) || new Set(columns).size < columns.length) {
    throw new SessionFileError(`announces columns of ${name} that no session has`)
  }
  const filled = schema.filter((row) => row['notnull'] === 1 && !isGiven(text(row, 'name')))
  const isText = filled.map((row) => row['type'] === 'TEXT')
  let rows = 0
  const insert = insertion(name, [...columns, ...filled.map((row) => text(row, 'name'))])
  return (values: readonly unknown[]): void => {
    if (values.length !== columns.length) {
      throw new SessionFileError(
        `has ${String(values.length)} values where ${name} has ${String(columns.length)} columns`,
      )
    }
    const stored = values.map((value, at) => storedValue(columns[at] ?? '', typeOf, value))
    // Each placeholder text is different, because some columns must be unique.
    rows += 1
    connection.run(insert, ...stored, ...isText.map((isOne) => (isOne ? String(rows) : 0)))
  }
}

function storedValue(column: string, typeOf: ReadonlyMap<string, string>, value: unknown): SqlValue {
  const stored = typeof value === 'string' && typeOf.get(column) === 'BLOB' ? bytesOf(value) : value
  if (!isSqlValue(stored))
    throw new SessionFileError(`holds a value in "${column}" that must be text, a number or null`)
  return stored
}
