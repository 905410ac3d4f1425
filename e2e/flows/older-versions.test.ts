import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { connect } from '#store/connection'
import { DATABASE_NAME } from '#store/open-database'
import { openFlowBench, type FlowBench } from './testing/flow-bench'
import { importSession } from './testing/session-client'
import { packSigned } from './testing/session-mutations'

const made = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../fixtures/older-versions', name))

let bench: FlowBench
afterEach(() => bench.close())

/** What the version that made it said of it. */
const COUNTERS = { payments: 15, waiting: 1, callbacks: 17, captures: 17, exchanges: 20 }

/** Every list, and searches for an id, for words of bodies and for what a merchant answered. */
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

// 14: version 0.1.0; 17: the last whose session files are lines of JSON.
describe.each([14, 17])('what was made with schema %i', (schema) => {
  it('is opened as a data folder, with its lists and searches', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'paybench-older-'))
    const database = join(dataDir, DATABASE_NAME)
    writeFileSync(database, gunzipSync(made(`schema-${schema}.db.gz`)))
    // Its clock ran with the time of day: what it waits for would be over by now.
    const connection = connect(database, 0)
    connection.exec(`UPDATE clock SET state = json_set(state, '$.mode', 'frozen')`)
    connection.close()
    bench = await openFlowBench({ dataDir, clock: 'live' })
    await expectWhole()
    bench = await bench.restart()
    await expectWhole()
  })

  it('is opened as a session file', async () => {
    bench = await openFlowBench()
    const { id } = await importSession(bench, made(`schema-${schema}.paybench`))
    await bench.call('sessions.open', { id, mode: 'readOnly' })
    await expectWhole()
  })
})

it('rows of a table that is no more are passed over', async () => {
  const [head = '', ...rows] = gunzipSync(made('schema-17.paybench')).toString('utf8').trimEnd().split('\n')
  const announced = head.replace(/("name":"bulk_replays",[^}]*"rows":)0/, '$11')
  expect(announced).not.toBe(head)
  bench = await openFlowBench()
  const row = JSON.stringify(['bulk_replays', 1, 'job_1', '{}'])
  const { id } = await importSession(bench, packSigned([announced, ...rows.slice(0, -1), row, '']))
  await bench.call('sessions.open', { id, mode: 'readOnly' })
  await expectWhole()
})
