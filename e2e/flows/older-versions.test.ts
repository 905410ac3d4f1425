import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { connect } from '#store/connection'
import { OLDEST_READABLE_SCHEMA, SCHEMA_VERSION } from '#store/export/restore'
import { MIGRATIONS } from '#store/migrations'
import { DATABASE_NAME, migrate } from '#store/open-database'
import { openFlowBench, type FlowBench } from './testing/flow-bench'
import { importSession } from './testing/session-client'
import { packSigned, travelling } from './testing/session-mutations'

const read = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../fixtures/older-versions', name))

let bench: FlowBench
afterEach(() => bench.close())

/** The counters as the older version showed them. */
const COUNTERS = { payments: 15, waiting: 1, callbacks: 17, captures: 17, exchanges: 20 }

/** Checks every list, and searches for an id, for words in bodies and for responses of a merchant. */
async function expectWhole(): Promise<void> {
  expect((await bench.call('bench.info', {})).counters).toMatchObject(COUNTERS)
  expect((await bench.call('payments.list', {})).total).toBe(15)
  expect((await bench.call('payments.list', { query: 'order-0000007' })).total).toBe(1)
  expect((await bench.call('payments.list', { query: 'waiting:yes' })).total).toBe(1)
  expect((await bench.call('callbacks.list', { query: 'state:delivered' })).total).toBe(17)
  expect((await bench.call('callbacks.list', { query: 'kind:clarification' })).total).toBe(3)
  // The description of every sale, and of three status responses.
  expect((await bench.call('exchanges.list', { query: 'Lisbon' })).total).toBe(18)
  expect((await bench.call('captures.list', {})).total).toBe(17)
  expect((await bench.call('traffic.list', { query: 'status:200' })).total).toBe(37)
  const [payment] = (await bench.call('payments.list', { query: 'order-0000007' })).items
  const { timeline } = await bench.call('payments.get', { key: payment?.key ?? '' })
  expect(timeline.length).toBeGreaterThan(3)
}

// 14: version 0.1.0.
describe.each([14, 17])('data made with schema %i', (schema) => {
  it('is opened as a data folder, with its lists and searches', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'paybench-older-'))
    const database = join(dataDir, DATABASE_NAME)
    writeFileSync(database, gunzipSync(read(`schema-${schema}.db.gz`)))
    // Its clock followed wall time: by now all timers would be due.
    const connection = connect(database, 0)
    connection.exec(`UPDATE clock SET state = json_set(state, '$.mode', 'frozen')`)
    connection.close()
    bench = await openFlowBench({ dataDir, clock: 'live' })
    await expectWhole()
    bench = await bench.restart()
    await expectWhole()
  })
})

async function expectOpened(file: Buffer): Promise<void> {
  bench = await openFlowBench()
  const { id } = await importSession(bench, file)
  await bench.call('sessions.open', { id, mode: 'readOnly' })
  await expectWhole()
}

// 17: the last file made of JSON lines; 19: a database that stores exchanges in three tables.
it.each([14, 17, 19])('a session file of schema %i is opened', async (schema) => {
  await expectOpened(read(`schema-${schema}.paybench`))
})

const OLDER = MIGRATIONS.map(({ version }) => version).filter(
  (version) => version >= OLDEST_READABLE_SCHEMA && version < SCHEMA_VERSION,
)

it.each(OLDER)('a session file with the tables of schema %i is opened', async (schema) => {
  await expectOpened(linesOfSchema(schema))
})

/** The session of the data folder of schema 14, as lines with the tables of a later schema. */
function linesOfSchema(schema: number): Buffer {
  const file = join(mkdtempSync(join(tmpdir(), 'paybench-older-')), 'source.db')
  writeFileSync(file, gunzipSync(read('schema-14.db.gz')))
  const source = connect(file, 0)
  migrate(
    source,
    MIGRATIONS.filter(({ version }) => version <= schema),
  )
  const tables = source
    .all(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`)
    .map(({ name }) => String(name))
    .filter((name) => !/^(?:sqlite_|search_|changes$|journal$)/.test(name))
    .map((name) => {
      const columns = source
        .all('SELECT name FROM pragma_table_info(?)', name)
        .map((column) => String(column['name']))
      const only = name === 'counters' ? `WHERE name = 'evicted'` : ''
      const rows = source.all(`SELECT ${columns.join(', ')} FROM ${name} ${only}`)
      return { name, columns, rows: rows.map((row) => columns.map((column) => row[column])) }
    })
  source.close()
  const [head = '{}'] = gunzipSync(read('schema-14.paybench')).toString('utf8').split('\n')
  const said = JSON.parse(head) as Record<string, unknown>
  const announced = tables.map(({ rows, ...table }) => ({ ...table, rows: rows.length }))
  return packSigned([
    JSON.stringify({ ...said, schema, tables: announced }),
    ...tables.flatMap(({ name, rows }) =>
      rows.map((values) => JSON.stringify([name, ...values.map(travelling)])),
    ),
    '',
  ])
}

it('rows of a table that no longer exists are skipped', async () => {
  const [head = '', ...rows] = gunzipSync(read('schema-17.paybench')).toString('utf8').trimEnd().split('\n')
  const announced = head.replace(/("name":"bulk_replays",[^}]*"rows":)0/, '$11')
  expect(announced).not.toBe(head)
  const row = JSON.stringify(['bulk_replays', 1, 'job_1', '{}'])
  await expectOpened(packSigned([announced, ...rows.slice(0, -1), row, '']))
})
