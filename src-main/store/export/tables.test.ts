import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Connection } from '#store/connection'
import { migrate } from '#store/migrate'
import { MIGRATIONS } from '#store/migrations/list'
import { OLDEST_READABLE_SCHEMA } from './restore'
import { columnsOf, fileNameOf, tableNamesOf } from './tables'
import { columnName, TABLE_NAMES, tableOf } from '#store/tables'

let connection: Connection

/**
 * Tables that are made from the others: text indexes (before schema 15), the statistics of the query planner, and what the
 * index needs to know of its journal.
 */
const REBUILT_TABLES = /^(?:search|payment_names)(?:_\w+)?$|^(?:changes|journal)$|^sqlite_/

/** Session files of all of these can be read. */
const READABLE = MIGRATIONS.map(({ version }) => version).filter(
  (version) => version >= OLDEST_READABLE_SCHEMA,
)

const tablesOfSchema = (): readonly string[] =>
  connection.all(`SELECT name FROM sqlite_schema WHERE type = 'table'`).map((row) => String(row['name']))

interface SchemaColumn {
  readonly name: string
  /** As it is written in the statement; null: none. */
  readonly standard: unknown
  readonly type: string
  readonly isNullable: boolean
}

const columnsOfSchema = (table: string): readonly SchemaColumn[] =>
  connection.all(`SELECT * FROM pragma_table_xinfo('${table}')`).map((row) => ({
    name: String(row['name']),
    standard: row['dflt_value'],
    type: String(row['type']).replace(/ GENERATED.*/i, ''),
    isNullable: row['notnull'] === 0 && row['pk'] === 0,
  }))

describe.each(READABLE)('the tables of a session file of schema %i', (schema) => {
  beforeEach(() => {
    connection = connect(':memory:', 0)
    migrate(
      connection,
      MIGRATIONS.filter(({ version }) => version <= schema),
    )
  })
  afterEach(() => {
    connection.close()
  })

  it('are all tables of the schema except those that are rebuilt from the others', () => {
    const travelling = tablesOfSchema().filter((name) => !REBUILT_TABLES.test(name))
    expect(
      tableNamesOf(schema)
        .map((name) => fileNameOf(name, schema))
        .sort(),
    ).toEqual([...travelling].sort())
  })

  it.each(tableNamesOf(schema))('%s lists every column of the schema with its type', (table) => {
    const known = columnsOfSchema(fileNameOf(table, schema))
    const exported = columnsOf(table, schema)
    const computed = Object.entries(tableOf(table).columns)
      .filter(([, { origin }]) => origin !== 'given')
      .map(([field, column]) => ({ name: columnName(field), column }))
    const all = [...exported, ...computed]
    expect(all.map(({ name }) => name).sort()).toEqual(known.map(({ name }) => name).sort())
    expect(exported.map(({ name }) => name)).toContain(tableOf(table).key)
    for (const { name, column } of all) {
      const { type, isNullable, standard } = known.find((one) => one.name === name) ?? {}
      expect([name, type, isNullable]).toEqual([name, column.type, column.isNullable])
      if (column.added !== undefined) expect([name, standard ?? null]).toEqual([name, column.added.value])
    }
  })

  it('come after the tables that they refer to', () => {
    const names = TABLE_NAMES.map((name) => fileNameOf(name, schema))
    names.forEach((table, place) => {
      const before = names.slice(0, place)
      for (const row of connection.all(`SELECT * FROM pragma_foreign_key_list('${table}')`)) {
        expect(before, table).toContain(row['table'])
      }
    })
  })
})
