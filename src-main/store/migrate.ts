import { integer } from './columns'
import type { Connection } from './connection'

/** One step of the schema. Versions count up from 1 without a gap. */
export interface Migration {
  readonly version: number
  readonly statements: readonly string[]
  /** What changes in rows alone, after the statements: done as well to rows that came in from an older session file. */
  readonly rows?: readonly string[]
  /**
   * True where a table that others refer to is made anew: dropping the old one would otherwise take along what refers to
   * it. All references are checked before the step is committed.
   */
  readonly rebuildsReferredTables?: true
}

/** Marks a database file as ours: "PBEN" as a number. */
export const APPLICATION_ID = 0x5042454e

export const schemaVersion = (connection: Connection): number =>
  integer(connection.get('PRAGMA user_version') ?? {}, 'user_version')

export const newestVersion = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0

/** Brings the schema to the newest version, each step in a transaction of its own. */
export function migrate(connection: Connection, migrations: readonly Migration[]): void {
  const from = schemaVersion(connection)
  for (const { version, statements, rows = [], rebuildsReferredTables } of migrations) {
    if (version <= from) continue
    // Can be switched outside of a transaction only.
    if (rebuildsReferredTables === true) connection.exec('PRAGMA foreign_keys = OFF')
    try {
      connection.exec('BEGIN IMMEDIATE')
      for (const statement of [...statements, ...rows]) connection.exec(statement)
      if (rebuildsReferredTables === true) checkReferences(connection)
      connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`)
      connection.exec('COMMIT')
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      throw error
    } finally {
      if (rebuildsReferredTables === true) connection.exec('PRAGMA foreign_keys = ON')
    }
  }
}

function checkReferences(connection: Connection): void {
  const [broken] = connection.all('PRAGMA foreign_key_check')
  if (broken !== undefined) throw new Error(`A row of ${String(broken['table'])} refers to one that is gone`)
}
