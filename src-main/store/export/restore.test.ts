import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aCallback, anExchange, aPayment, aProject, opened, START, utf8 } from '#store/fixtures/samples'
import { doAllSteps } from '#lib/steps'
import { parseQuery } from '#domain/query/parse'
import { PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { connect, type Connection } from '#store/connection'
import { DATABASE_NAME, migrate } from '#store/open-database'
import { MIGRATIONS } from '#store/migrations'
import type { Store } from '#store/store'
import { columnName, TABLE_NAMES, type TableName, tableOf } from '#store/tables'
import { openForeignSession } from './foreign-session'
import { columnsOf, droppedTablesOf, fileNameOf, SessionFileError, tableNamesOf } from './tables'
import { OLDEST_READABLE_SCHEMA, SCHEMA_VERSION, startRestore } from './restore'

let directory: string
const stores: Store[] = []
const kept = (store: Store): Store => {
  stores.push(store)
  return store
}
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'paybench-restore-'))
})
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
  rmSync(directory, { recursive: true, force: true })
})

function fill(store: Store): void {
  store.write(() => {
    store.settings.set('storage', '{"maxMessages":5000}')
    store.clock.write('{"mode":"frozen","rate":60,"virtual":1,"wall":2}')
    store.projects.insert(aProject())
    store.payments.insert(aPayment({ paymentId: 'Order\0-1', paymentIdFolded: 'order\0-1' }))
    store.payments.insert(
      aPayment({
        key: 'pay_2',
        paymentId: 'order-2',
        paymentIdFolded: 'order-2',
        status: 'success',
        currency: 'JPY',
      }),
    )
    store.events.append('pay_1', START, 'registered', '{"n":1}')
    store.requestIds.remember('request-1', 'pay_2')
    store.timers.set({ id: 't1', paymentKey: 'pay_2', name: 'provider', dueAt: START })
    store.callbacks.insert(aCallback({ attemptCount: 1, state: 'failed' }))
    store.callbacks.insert(aCallback({ id: 'cb_2', paymentKey: null, paymentId: '', kind: 'token' }))
    const seq = store.attempts.start({
      ...{ callbackId: 'cb_1', n: 0, dueAt: START, sentAt: START, wallSentAt: 7 },
      targetUrl: 'https://shop.test/hook',
    })
    store.attempts.finish(seq, {
      status: 500,
      answerHttpVersion: '1.1',
      answerHeaders: [['X-Odd', 'ÿ\u0000']],
      answerBody: new Uint8Array([0, 255, 10]),
      answerTruncated: false,
      failureCode: null,
      failureMessage: null,
      durationMs: 1.25,
      tlsVersion: null,
      certificateError: 'It is self-signed.',
    })
    store.exchanges.insert(
      anExchange({
        paymentKey: 'pay_2',
        paymentId: 'order-2',
        responseStatus: 200,
        responseHeaders: [],
        responseBody: utf8('{"said":"marmalade"}'),
      }),
    )
    store.exchanges.insert(
      anExchange({ id: 'ex_2', source: 'capture', attempt: seq, body: new Uint8Array([1, 2, 0, 250]) }),
    )
    store.formVisits.insert({
      id: 'f1',
      projectId: 1,
      paymentKey: 'pay_1',
      state: '{}',
      createdAt: START,
      updatedAt: START,
    })
    store.savedCards.insert({
      id: 5,
      projectId: 1,
      customerId: 'c',
      token: 'tok',
      number: '400000******0077',
      brand: 'visa',
      month: 7,
      year: 2033,
      holder: 'N',
      createdAt: START,
    })
    store.shopOrders.put('o1', '{"id":"o1"}')
    store.rules.replaceAll('fault', [{ id: 'r1', data: '{"delay":5}', evaluated: 3, fired: 2 }])
    const rule = '{"rule":{"match":{"kinds":["clarification"]}},"since":0}'
    store.rules.replaceAll('answer', [{ id: 'a1', data: rule, evaluated: 1, fired: 0 }])
  })
}

type Rows = Readonly<Record<TableName, readonly (readonly unknown[])[]>>

function rowsOf(store: Store): Rows {
  const path = join(mkdtempSync(join(directory, 'copy-')), 'copy.db')
  const snapshot = store.snapshot(path)
  try {
    doAllSteps(
      snapshot.copyRows(
        () => undefined,
        () => undefined,
      ),
    )
    snapshot.finish('{}')
    const session = openForeignSession(path)
    const rows = TABLE_NAMES.map((table): readonly [string, Rows[TableName]] => [
      table,
      [...session.rows(table)].flat(),
    ])
    session.close()
    return Object.fromEntries(rows) as Rows
  } finally {
    snapshot.close()
  }
}

async function restored(rows: Rows, schema?: number): Promise<Store> {
  const into = mkdtempSync(join(directory, 'restored-'))
  const restore = startRestore({ directory: into })
  try {
    if (schema !== undefined) restore.begin(schema)
    for (const table of TABLE_NAMES) for (const row of rows[table]) doAllSteps(restore.add(table, row))
    await restore.finish()
    return kept(opened({ directory: into }))
  } catch (error) {
    restore.abandon()
    throw error
  }
}

const queried = async (store: Store, query: string) =>
  (
    await store.payments.list({
      terms: parseQuery(query, PAYMENT_QUERY_FIELDS).terms,
      limit: 50,
      nowMs: START,
    })
  ).items.map(({ key }) => key)

it('a session in a folder is copied as it was when the snapshot was taken', async () => {
  const store = kept(opened({ directory: join(directory, 'source') }))
  fill(store)
  const snapshot = store.snapshot(join(directory, 'copy.db'))
  store.payments.insert(aPayment({ key: 'pay_3', paymentId: 'late', paymentIdFolded: 'late' }))
  await store.committed()
  const counts = doAllSteps(
    snapshot.copyRows(
      () => undefined,
      () => undefined,
    ),
  )
  snapshot.close()
  expect([counts.payments, store.payments.count()]).toEqual([2, 3])
})

describe.each(['memory', 'folder'] as const)('a session in %s', (place) => {
  const source = (): Store => {
    const store = kept(opened({ directory: place === 'memory' ? null : join(directory, 'source') }))
    fill(store)
    return store
  }

  it('comes back row by row, with totals and indexes', async () => {
    const before = source()
    const rows = rowsOf(before)
    const after = await restored(rows)
    expect(rowsOf(after)).toEqual(rows)
    expect(after.payments.byKey('pay_1')).toEqual(before.payments.byKey('pay_1'))
    expect(after.callbacks.byId('cb_1')).toEqual(before.callbacks.byId('cb_1'))
    expect(after.attempts.byCallback('cb_1')).toEqual(before.attempts.byCallback('cb_1'))
    expect(after.exchanges.byId('ex_1')).toEqual(before.exchanges.byId('ex_1'))
    expect(after.callbacks.countByState()).toEqual(before.callbacks.countByState())
    expect(after.callbacks.countFailing()).toBe(before.callbacks.countFailing())
    expect(after.exchanges.counts()).toEqual(before.exchanges.counts())
    expect(after.payments.count()).toBe(2)
    expect(after.retention.usage().messages).toBe(before.retention.usage().messages)
    for (const query of ['marmalade', 'order', 'id:rder-2', 'amount>10', 'customer:omer']) {
      expect([query, await queried(after, query)]).toEqual([query, await queried(before, query)])
    }
    expect(await queried(after, 'marmalade')).toEqual(['pay_2'])
  })
})

it('a database that was let go of leaves the folder to its owner', () => {
  const restore = startRestore({ directory })
  restore.abandon()
  rmSync(directory, { recursive: true })
  expect(() => readdirSync(directory)).toThrow()
})

/** A database of that schema with the rows of another one, without what it has no column for. */
function databaseOf(schema: number, file: string): Connection {
  const source = connect(file, 0)
  const older = connect(':memory:', 0)
  migrate(
    older,
    MIGRATIONS.filter(({ version }) => version <= schema),
  )
  for (const table of tableNamesOf(schema)) {
    const { columns: described, key, only = 'TRUE', removed = {} } = tableOf(table)
    for (const [column, { since }] of Object.entries(removed)) {
      if (since > schema) source.exec(`ALTER TABLE ${table} ADD COLUMN ${column} TEXT NOT NULL DEFAULT '{}'`)
    }
    for (const [field, { former }] of Object.entries(described)) {
      if (former === undefined || former.since <= schema) continue
      const { name, values = {} } = former
      source.exec(`ALTER TABLE ${table} RENAME COLUMN ${columnName(field)} TO ${name}`)
      for (const [from, to] of Object.entries(values)) {
        source.run(`UPDATE ${table} SET ${name} = ? WHERE ${name} = ?`, from, to)
      }
    }
    const fileName = fileNameOf(table, schema)
    const names = older
      .all(`SELECT name FROM pragma_table_info('${fileName}')`)
      .map((row) => String(row['name']))
    const columns = names.map((name) => `"${name}"`).join(', ')
    for (const row of source.all(`SELECT ${columns} FROM ${table} WHERE ${only} ORDER BY "${key}"`)) {
      const values = names.map((name) => row[name] ?? null)
      older.run(`INSERT INTO ${fileName} (${columns}) VALUES (${names.map(() => '?').join(', ')})`, ...values)
    }
  }
  source.close()
  return older
}

function rowsIn(connection: Connection, schema = SCHEMA_VERSION): Rows {
  return Object.fromEntries(
    TABLE_NAMES.map((table) => {
      if (!tableNamesOf(schema).includes(table)) return [table, []]
      const names = columnsOf(table, schema).map(({ name }) => name)
      const { key, only = 'TRUE' } = tableOf(table)
      const rows = connection.all(
        `SELECT * FROM ${fileNameOf(table, schema)} WHERE ${only} ORDER BY "${key}"`,
      )
      return [table, rows.map((row) => names.map((name) => row[name] ?? null))]
    }),
  ) as unknown as Rows
}

describe('a session file of an older schema', () => {
  const older = MIGRATIONS.map(({ version }) => version).filter(
    (version) => version >= OLDEST_READABLE_SCHEMA && version < SCHEMA_VERSION,
  )

  it.each(older)('%i opens as its database would have come to be', async (schema) => {
    const store = opened({ directory })
    fill(store)
    await store.close()
    const database = databaseOf(schema, join(directory, DATABASE_NAME))
    const written = rowsIn(database, schema)
    const after = await restored(written, schema)
    migrate(database, MIGRATIONS)
    expect(rowsOf(after)).toEqual(rowsIn(database))
    database.close()
    const [attempt] = after.attempts.byCallback('cb_1')
    expect(attempt).toMatchObject({
      status: 500,
      ...(schema < 8 ? { targetUrl: null, certificateError: null } : {}),
    })
    const kinds = schema < 8 ? '"clarification","remaining"' : '"clarification"'
    expect(after.rules.all('answer').map(({ data }) => data)).toEqual([
      `{"rule":{"match":{"kinds":[${kinds}]}},"since":0}`,
    ])
  })

  it('is refused where it has the columns of a newer one, or not those of its own', async () => {
    const store = kept(opened())
    fill(store)
    const rows = rowsOf(store)
    await expect(restored(rows, 7)).rejects.toThrow(/values where payments has/)
    const lacking = { ...rows, attempts: rows.attempts.map((row) => row.slice(1)) }
    await expect(restored(lacking)).rejects.toThrow(/values where attempts has/)
  })
})

/** Sets one value of the first row of a table. */
function withValue(rows: Rows, table: TableName, place: number, value: unknown): Rows {
  const [first = [], ...rest] = rows[table]
  return { ...rows, [table]: [first.map((old, at) => (at === place ? value : old)), ...rest] }
}

describe('a row that the store would not have written', () => {
  const rows = (): Rows => {
    const store = kept(opened())
    fill(store)
    return rowsOf(store)
  }

  it.each<readonly [TableName, number, unknown, RegExp]>([
    ['payments', 0, 'one', /"seq" what must be a whole number/],
    ['payments', 4, 'paid', /"status" what must be one of/],
    ['payments', 15, 8.64e15, /"created_at" what must be a whole number from 0/],
    ['payments', 13, '\ud800', /"description" what must be text without half a surrogate pair/],
    ['projects', 1, '', /"name" what must be a name of 1 to 80 characters/],
    ['payments', 9, '4000000000000077', /whole card number/],
    ['payments', 2, 99, /contradicts the rows before it/],
    ['payment_states', 0, 99, /row 99 of payments, which is not there/],
    ['timers', 2, 'pay_9', /payment that is not there/],
    ['callbacks', 7, 3, /./],
    ['callbacks', 12, 'gone', /"state" what must be one of/],
    ['callback_contents', 2, '!!', /not base64/],
    ['callback_contents', 2, 'AAAA', /another body/],
    ['callback_contents', 1, '{"__proto__":1}', /unexpected JSON/],
    ['exchanges', 2, 'back', /"source" what must be one of/],
    ['exchange_contents', 4, '{"state":"invalid","explanation":""}', /another verdict/],
    ['saved_cards', 5, '4000 0000 0000 0077', /whole card number/],
    ['counters', 0, 'payments', /counted, not imported/],
    ['clock', 0, 2, /"id" what must be a whole number from 1 to 1/],
  ])('is refused: %s, value %i', async (table, place, value, reason) => {
    const all = rows()
    const given = table === 'counters' ? { ...all, counters: [['evicted', 3]] } : all
    const changed = withValue(given, table, place, value)
    await expect(restored(changed)).rejects.toThrow(SessionFileError)
    await expect(restored(changed)).rejects.toThrow(reason)
  })

  it.each<readonly [TableName, RegExp]>([
    ['payment_states', /2 rows of payments, but 1 of payment_states/],
    ['callback_contents', /2 rows of callbacks, but 1 of callback_contents/],
    ['projects', /contradicts|no project/],
  ])('is refused where rows of %s are missing', async (table, reason) => {
    const all = rows()
    await expect(restored({ ...all, [table]: all[table].slice(1) })).rejects.toThrow(reason)
  })

  it('is refused with too few or too many values', async () => {
    const all = rows()
    await expect(restored({ ...all, projects: [[1, 2]] })).rejects.toThrow(/has 2 values/)
  })
})

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
        .concat(droppedTablesOf(schema))
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
