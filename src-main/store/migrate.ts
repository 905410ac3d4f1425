import { integer } from './columns'
import type { Connection } from './connection'

/** One step of the schema. Versions count up from 1 without a gap. */
export interface Migration {
  readonly version: number
  readonly statements: readonly string[]
}

/** Marks a database file as ours: "PBEN" as a number. */
export const APPLICATION_ID = 0x5042454e

export const schemaVersion = (connection: Connection): number =>
  integer(connection.get('PRAGMA user_version') ?? {}, 'user_version')

export const newestVersion = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0

/** Brings the schema to the newest version, each step in a transaction of its own. */
export function migrate(connection: Connection, migrations: readonly Migration[]): void {
  const from = schemaVersion(connection)
  for (const { version, statements } of migrations) {
    if (version <= from) continue
    connection.exec('BEGIN IMMEDIATE')
    try {
      for (const statement of statements) connection.exec(statement)
      connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`)
      connection.exec('COMMIT')
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      throw error
    }
  }
}
