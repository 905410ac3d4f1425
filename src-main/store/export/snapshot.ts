import { join } from 'node:path'
import type { StoreBase } from '../base'
import { integer } from '../columns'
import { connect, type Connection, type Row, type SqlValue } from '../connection'
import { schemaVersion } from '../migrate'
import { DATABASE_NAME } from '../open-database'
import type { Snapshot } from '../store'
import {
  columnsOf,
  SESSION_TABLE_NAMES,
  sessionTable,
  type SessionTable,
  type SessionTableName,
} from './tables'

const ROWS_AT_ONCE = 500
const HEAVY_ROWS_AT_ONCE = 8
const BUSY_TIMEOUT_MS = 5000

/**
 * A snapshot of everything that is committed or written by now. A database file is read through a connection of its
 * own, in a transaction that sees nothing later; one in memory is copied in memory.
 */
export function takeSnapshot(base: StoreBase, directory: string | null): Snapshot {
  base.group.flush()
  return directory === null
    ? copied(base.connection, base.group.flush)
    : beside(join(directory, DATABASE_NAME))
}

function beside(file: string): Snapshot {
  const connection = connect(file, BUSY_TIMEOUT_MS)
  try {
    connection.exec('PRAGMA query_only = ON; PRAGMA mmap_size = 268435456; BEGIN')
    return snapshotOf(connection, 'main', () => {
      connection.close()
    })
  } catch (error) {
    connection.close()
    throw error
  }
}

function copied(connection: Connection, flush: () => void): Snapshot {
  connection.exec(`ATTACH ':memory:' AS snapshot`)
  const letGo = (): void => {
    // A database cannot be detached inside a transaction.
    flush()
    connection.exec('DETACH snapshot')
  }
  try {
    for (const table of SESSION_TABLE_NAMES) {
      const { key, only } = sessionTable(table)
      const columns = columnsOf(table).map(([name]) => `"${name}"`)
      const where = only === undefined ? '' : `WHERE ${only}`
      connection.exec(
        `CREATE TABLE snapshot.${table} AS SELECT ${columns.join(', ')} FROM main.${table} ${where};
         CREATE UNIQUE INDEX snapshot.${table}_key ON ${table} ("${key}")`,
      )
    }
    return snapshotOf(connection, 'snapshot', letGo)
  } catch (error) {
    letGo()
    throw error
  }
}

function snapshotOf(connection: Connection, schema: 'main' | 'snapshot', letGo: () => void): Snapshot {
  const where = ({ only }: SessionTable): string => (only ?? 'TRUE')
  const counts = Object.fromEntries(
    SESSION_TABLE_NAMES.map((table) => [
      table,
      integer(
        connection.get(
          `SELECT count(*) AS total FROM ${schema}.${table} WHERE ${where(sessionTable(table))}`,
        ) ?? {},
        'total',
      ),
    ]),
  ) as Record<SessionTableName, number>
  let open = true

  function* rows(table: SessionTableName): Generator<readonly (readonly SqlValue[])[]> {
    const spec = sessionTable(table)
    const names = columnsOf(table).map(([name]) => name)
    const limit = spec.isHeavy === true ? HEAVY_ROWS_AT_ONCE : ROWS_AT_ONCE
    const select = `SELECT ${names.map((name) => `"${name}"`).join(', ')} FROM ${schema}.${table}`
    const order = `ORDER BY "${spec.key}" LIMIT ${limit}`
    let last: SqlValue = null
    while (open) {
      const found: readonly Row[] =
        last === null
          ? connection.all(`${select} WHERE ${where(spec)} ${order}`)
          : connection.all(`${select} WHERE ${where(spec)} AND "${spec.key}" > ? ${order}`, last)
      if (found.length > 0) yield found.map((row) => names.map((name) => row[name] ?? null))
      if (found.length < limit) return
      last = found.at(-1)?.[spec.key] ?? null
    }
  }

  return {
    schemaVersion: schemaVersion(connection),
    counts,
    rows,
    close() {
      if (!open) return
      open = false
      letGo()
    },
  }
}
