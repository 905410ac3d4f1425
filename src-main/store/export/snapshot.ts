import { join } from 'node:path'
import type { StoreBase } from '#store/base'
import { BUSY_TIMEOUT_MS, connect, type Connection, type Row, type SqlValue } from '#store/connection'
import { schemaVersion } from '#store/migrate'
import { DATABASE_NAME } from '#store/open-database'
import type { Snapshot } from '#store/store'
import { columnsOf } from './tables'
import { TABLE_NAMES, tableOf, type Table, type TableName } from '#store/tables'

/** Rows of small tables that are read at once. */
const ROWS_AT_ONCE = 500
/** Of large ones: more, as long as what comes stays below so many bytes, and fewer where it does not. */
const HEAVY_ROWS = { fewest: 4, most: 64, bytes: 1024 * 1024 } as const
const COUNTED_AT_ONCE = 5_000

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
    connection.exec('PRAGMA query_only = ON; BEGIN')
    // A transaction sees what is there when it reads first.
    schemaVersion(connection)
    connection.get('SELECT count(*) FROM clock')
    return snapshotOf(connection, 'main', () => {
      // A closed connection keeps its open transaction until it is collected, and a checkpoint of the others waits for it.
      connection.exec('ROLLBACK')
      connection.close()
    })
  } catch (error) {
    connection.close()
    throw error
  }
}

function copied(connection: Connection, flush: () => void): Snapshot {
  connection.exec(`ATTACH ':memory:' AS snapshot`)
  const release = (): void => {
    // A database cannot be detached inside a transaction.
    flush()
    connection.exec('DETACH snapshot')
  }
  try {
    for (const table of TABLE_NAMES) {
      const { key, only } = tableOf(table)
      const columns = columnsOf(table).map(({ name }) => `"${name}"`)
      const where = only === undefined ? '' : `WHERE ${only}`
      connection.exec(
        `CREATE TABLE snapshot.${table} AS SELECT ${columns.join(', ')} FROM main.${table} ${where};
         CREATE UNIQUE INDEX snapshot.${table}_key ON ${table} ("${key}")`,
      )
    }
    return snapshotOf(connection, 'snapshot', release)
  } catch (error) {
    release()
    throw error
  }
}

function snapshotOf(connection: Connection, schema: 'main' | 'snapshot', release: () => void): Snapshot {
  const version = schemaVersion(connection)
  let open = true

  const where = ({ only }: Table): string => only ?? 'TRUE'

  /** Rows behind the last key that was read, in the order of keys. */
  const after = (table: TableName, columns: string, last: SqlValue, limit: number): readonly Row[] => {
    const spec = tableOf(table)
    const select = `SELECT ${columns} FROM ${schema}.${table} WHERE ${where(spec)}`
    const order = `ORDER BY "${spec.key}" LIMIT ${limit}`
    return last === null
      ? connection.all(`${select} ${order}`)
      : connection.all(`${select} AND "${spec.key}" > ? ${order}`, last)
  }

  /** In parts: counting a table of bodies reads all of it. */
  async function count(table: TableName, pause: () => Promise<void>): Promise<number> {
    const { key } = tableOf(table)
    let total = 0
    for (let last: SqlValue = null; open;) {
      const found = after(table, `"${key}"`, last, COUNTED_AT_ONCE)
      total += found.length
      if (found.length < COUNTED_AT_ONCE) break
      last = found.at(-1)?.[key] ?? null
      await pause()
    }
    return total
  }

  function* rows(table: TableName): Generator<readonly (readonly SqlValue[])[]> {
    const { key, isHeavy = false } = tableOf(table)
    const names = columnsOf(table).map(({ name }) => name)
    const columns = names.map((name) => `"${name}"`).join(', ')
    let limit = isHeavy ? HEAVY_ROWS.fewest : ROWS_AT_ONCE
    for (let last: SqlValue = null; open;) {
      const found = after(table, columns, last, limit)
      if (found.length > 0) yield found.map((row) => names.map((name) => row[name] ?? null))
      if (found.length < limit) return
      last = found.at(-1)?.[key] ?? null
      if (isHeavy) limit = nextLimit(limit, found)
    }
  }

  return {
    schemaVersion: version,
    async counts(pause) {
      const counts = {} as Record<TableName, number>
      for (const table of TABLE_NAMES) {
        const { completes } = tableOf(table)
        const owner = TABLE_NAMES.find((name) => name === completes)
        counts[table] = owner === undefined ? await count(table, pause) : counts[owner]
      }
      return counts
    },
    rows,
    close() {
      if (!open) return
      open = false
      release()
    },
  }
}

function nextLimit(limit: number, rows: readonly Row[]): number {
  const bytes = rows.reduce((sum, row) => sum + Object.values(row).reduce(sizeWith, 0), 0)
  const fitting = Math.floor((limit * HEAVY_ROWS.bytes) / Math.max(1, bytes))
  return Math.max(HEAVY_ROWS.fewest, Math.min(HEAVY_ROWS.most, limit * 2, fitting))
}

const sizeWith = (sum: number, value: SqlValue): number =>
  sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8)
