import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OLDEST_READABLE_SCHEMA } from '#store/export/restore'
import { columnsOf } from '#store/export/tables'
import { openFlowBench, type FlowBench } from './testing/flow-bench'
import { liveThrough } from './testing/random-session'
import { aSale, merchantOf, replayOnce } from './testing/requests'
import { seededRandom } from '#domain/testing/seeded'
import {
  everythingOf,
  exportSession,
  importOutcome,
  importSession,
  lookAtSession,
} from './testing/session-client'
import {
  asLines,
  damaged,
  hostile,
  withHead,
  withRows,
  withStatements,
  type MutatedFile,
} from './testing/session-mutations'

let bench: FlowBench
/** A session file in the current format; `file` is the same session as lines. */
let exported: Buffer
let file: Buffer
/** What Paybench's own session shows before any import. */
let own: readonly string[]
beforeAll(async () => {
  const source = await openFlowBench()
  await liveThrough(source, seededRandom(77), 30)
  await merchantOf(source).sale('last')
  await replayAll(source)
  exported = (await exportSession(source)).bytes
  file = asLines(exported)
  await source.close()
  bench = await openFlowBench()
  await merchantOf(bench).sold('own-1')
  own = await everythingOf(bench, [bench.ready])
}, 60_000)
afterAll(() => bench.close())

/** Puts a finished bulk replay into the session. */
async function replayAll(source: FlowBench): Promise<void> {
  await source.settle()
  const { id } = await source.call('replay.start', {
    query: 'state:delivered',
    pacing: 'flat',
    order: 'original',
    concurrency: 4,
    signing: 'keep',
  })
  await replayOnce(source, id)
}

const folder = (): readonly string[] => readdirSync(join(bench.dataDir, 'sessions'))

afterEach(async () => {
  expect(await everythingOf(bench, [bench.ready])).toEqual(own)
  expect((await bench.call('sessions.list', {})).items).toEqual([])
  expect(folder()).toEqual([])
})

const shown = () => everythingOf(bench, [bench.ready])
const outcomeOf = ({ bytes }: Pick<MutatedFile, 'bytes'>) =>
  importOutcome(bench, bytes, { partBytes: 40_000 }, shown)

describe('a damaged session file', () => {
  const SEEDS = Array.from({ length: 60 }, (_, n) => 900 + n)

  it.each(SEEDS)('is refused with the reason, or shows the original session (seed %i)', async (seed) => {
    const mutated = damaged(file, seededRandom(seed))
    const before = await everythingOf(bench, [bench.ready])
    let id: string | null = null
    try {
      ;({ id } = await importSession(bench, mutated.bytes, { partBytes: 40_000 }))
    } catch (error) {
      const said = String(error)
      expect(said, mutated.what).toContain('"code":"invalid_params"')
      expect(said, mutated.what).toMatch(/session file|no session/)
      expect(said, mutated.what).toContain('Nothing was imported.')
    }
    if (id !== null) {
      // Only unused bytes of the gzip header can change without effect: its time and operating system.
      const clean = await importSession(bench, file)
      const looks: (readonly string[])[] = []
      for (const one of [id, clean.id]) {
        looks.push(await lookAtSession(bench, one, shown))
      }
      expect(looks[0], mutated.what).toEqual(looks[1])
    }
    expect(await everythingOf(bench, [bench.ready])).toEqual(before)
  })
})

describe('a malicious session file', () => {
  const SEEDS = Array.from({ length: 70 }, (_, n) => 2000 + n)

  it.each(SEEDS)('is refused, or opens without an error (seed %i)', async (seed) => {
    const mutated = hostile(file, seededRandom(seed))
    const said = await outcomeOf(mutated)
    if (said !== null)
      expect(said, mutated.what).toMatch(/"code":"invalid_params".*(Row \d+ of .* in the|The) session file/)
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  it.each<readonly [string, () => Buffer, RegExp]>([
    ['is empty', () => Buffer.alloc(0), /ends in the middle/],
    ['is not gzip', () => Buffer.from('PK\u0003\u0004 not ours at all'), /is not from Paybench/],
    [
      'is gzip of something else',
      () => gzipSync('{"log":{"version":"1.2"}}\n'),
      /does not begin with the head/,
    ],
    ['is gzip of nothing', () => gzipSync(''), /ends in the middle/],
    [
      'is a gzip bomb',
      () => gzipSync(Buffer.alloc(120 * 1024 * 1024), { level: 9 }),
      /unpacks to more than 100 times its size/,
    ],
    [
      'is of a newer format',
      () => withHead(file, (head) => ({ ...head, version: 3 })),
      /written by a newer Paybench/,
    ],
    [
      'is of a newer schema',
      () => withHead(file, (head) => ({ ...head, schema: 999 })),
      /written by a newer Paybench/,
    ],
    [
      'is of an older schema',
      () => withHead(file, (head) => ({ ...head, schema: OLDEST_READABLE_SCHEMA - 1 })),
      /written by an older Paybench/,
    ],
    [
      'names a table that does not exist',
      () =>
        withHead(file, (head) => ({
          ...head,
          tables: [{ name: 'x"; DROP TABLE payments', columns: [], rows: 1 }],
        })),
      /announces tables or columns/,
    ],
    [
      'announces more rows than it has',
      () =>
        withHead(file, (head) => ({
          ...head,
          tables: (head['tables'] as { rows: number }[]).map((one) => ({ ...one, rows: one.rows + 1 })),
        })),
      /Row 6 of \w+ in the session file is not one of|announces/,
    ],
    ['has an array as its head', () => withHead(file, () => []), /does not begin with the head/],
    [
      'has a security code in a request',
      () =>
        withRows(file, 'exchanges', (row) =>
          row.map((value, n) =>
            n === columnsOf('exchanges').findIndex(({ name }) => name === 'body')
              ? Buffer.from(
                  Buffer.from(String(value), 'base64')
                    .toString()
                    .replace(/"cvv":"\*+"/, '"cvv":"123"'),
                ).toString('base64')
              : value,
          ),
        ),
      /shows card data/,
    ],
    [
      'has a complete card number in the message of a refusal',
      () => {
        const refusal = { code: '3061', message: 'Card 4000000000000077', contract: '5.1' }
        const at = columnsOf('exchanges').findIndex(({ name }) => name === 'refusal')
        return withRows(file, 'exchanges', (row) =>
          row.map((value, n) => (n === at ? JSON.stringify(refusal) : value)),
        )
      },
      /Row \d+ of exchanges .*shows card data/,
    ],
  ])('is refused if it %s', { timeout: 60_000 }, async (_what, make, reason) => {
    const said = await outcomeOf({ bytes: make() })
    expect(said).toMatch(reason)
    expect(said).toContain('Nothing was imported.')
  })

  it('is refused if it claims a schema older than its columns', async () => {
    const lying = withHead(file, (head) => ({ ...head, schema: OLDEST_READABLE_SCHEMA }))
    expect(await outcomeOf({ bytes: lying })).toMatch(/does not announce the table|announces columns/)
  })

  it('is dropped when the import is cancelled, and the next one can be imported', async () => {
    const send = (upload: string, index: number, last: boolean) =>
      bench.call('sessions.upload', {
        upload,
        index,
        chunkBase64: file.subarray(index * 500, (index + 1) * 500).toString('base64'),
        last,
      })
    await send('one', 0, false)
    expect(folder()).toHaveLength(1)
    expect(
      await bench.refused('sessions.upload', { upload: 'two', index: 0, chunkBase64: '', last: false }),
    ).toBe('conflict')
    await bench.call('sessions.cancel', {})
    expect(folder()).toEqual([])
    await expect(send('one', 1, false)).rejects.toThrow('is out of order')
    expect(await outcomeOf({ bytes: file })).toBeNull()
  })

  it('lets Paybench work during the import', async () => {
    const sending = outcomeOf({ bytes: file })
    const { status } = await bench.post('/v2/payment/card/sale', { ...aSale('x'), card: {} })
    expect([422, 400, 503]).toContain(status)
    await sending
    own = await everythingOf(bench, [bench.ready])
  })
})

describe('a session file', () => {
  it('shows the same session as a file of lines', async () => {
    const looks: (readonly string[])[] = []
    for (const bytes of [file, exported]) {
      const { id } = await importSession(bench, bytes, { partBytes: 40_000 })
      looks.push(await lookAtSession(bench, id, shown))
    }
    expect(looks[1]).toEqual(looks[0])
  })

  it.each<readonly [string, string, RegExp]>([
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON payments BEGIN SELECT 1; END', /has the trigger/],
    ['a view', 'CREATE VIEW v AS SELECT 1', /has the view/],
    ['an index over an expression', 'CREATE INDEX i ON payments (lower(key))', /has the index/],
    ['another table', 'CREATE TABLE other (a)', /has the table/],
    ['a view in place of a table', 'DROP TABLE timers; CREATE VIEW timers AS SELECT 1', /has the view/],
    [
      'a virtual table',
      'DROP TABLE timers; CREATE VIRTUAL TABLE timers USING fts5 (id)',
      /which no session has/,
    ],
    ['a missing table', 'DROP TABLE timers', /is damaged or was changed/],
    ['another column', 'ALTER TABLE payments ADD COLUMN a TEXT', /has the table/],
    ['a computed column', 'ALTER TABLE rules ADD COLUMN a INTEGER AS (1)', /has the table/],
    ['a newer schema', 'PRAGMA user_version = 999', /written by a newer Paybench/],
    ['the id of another program', 'PRAGMA application_id = 7', /of another program/],
    ['no head', 'DELETE FROM session', /is damaged or was changed/],
    ['an invalid head', `UPDATE session SET head = '[]'`, /does not begin with the head/],
    ['a missing row', 'DELETE FROM events WHERE seq = 1', /but its head announces/],
    ['an excessive number', 'UPDATE payments SET amount = 9223372036854775807', /is damaged or was changed/],
    ['a card number', `UPDATE payments SET account_number = '4000000000000077'`, /complete card number/],
  ])('is refused with %s', async (_what, statements, reason) => {
    const said = await outcomeOf({ bytes: withStatements(exported, 'PRAGMA foreign_keys = OFF', statements) })
    expect(said).toMatch(reason)
    expect(said).toContain('Nothing was imported.')
  })

  it('is refused if it was cut or overwritten anywhere', async () => {
    const database = gunzipSync(exported)
    for (const at of [10, 100, 4096, Math.floor(database.length / 2)]) {
      const overwritten = Buffer.from(database).fill(0xff, at, at + 200)
      for (const bytes of [database.subarray(0, at), overwritten]) {
        expect(await outcomeOf({ bytes: gzipSync(bytes) }), String(at)).toMatch(/session file/i)
      }
    }
  })
})
