import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFlowBench, type FlowBench } from './testing/flow-bench'
import { liveThrough } from './testing/random-session'
import { merchantOf } from './testing/requests'
import { seededRandom } from '#domain/testing/seeded'
import { everythingOf, exportSession, importOutcome } from './testing/session-client'
import { asLines, oddValue, withRows } from './testing/session-mutations'

let bench: FlowBench
let file: Buffer
beforeAll(async () => {
  bench = await openFlowBench()
  await liveThrough(bench, seededRandom(78), 12)
  await merchantOf(bench).sold('last')
  file = asLines((await exportSession(bench)).bytes)
}, 60_000)
afterAll(() => bench.close())

const outcomeOf = (bytes: Buffer) =>
  importOutcome(bench, bytes, {}, async () => {
    await everythingOf(bench, [bench.ready])
    await bench.call('traffic.list', {})
    await bench.call('clock.get', {})
  })

describe('a session file with a value that its column does not expect', () => {
  const SEEDS = Array.from({ length: 600 }, (_, n) => 4000 + n)

  it(
    'is refused with row and reason, or all its lists and records can be shown',
    { timeout: 600_000 },
    async () => {
      for (const seed of SEEDS) {
        const { what, bytes } = oddValue(file, seededRandom(seed))
        const said = await outcomeOf(bytes).catch((error: unknown) => {
          throw new Error(`seed ${String(seed)}: ${what}`, { cause: error })
        })
        if (said !== null)
          expect(said, what).toMatch(/"code":"invalid_params".*(Row \d+ of .* in the|The) session file/)
      }
    },
  )

  it('is refused if an address runs a script', async () => {
    const scripted = withRows(file, 'projects', (row) =>
      row.map((value, n) => (n === 3 ? 'javascript:alert(1)' : value)),
    )
    expect(await outcomeOf(scripted)).toMatch(/callback_url.*http or https.*Nothing was imported\./)
  })
})

describe('a small session file that unpacks to a huge size', () => {
  it(
    'is refused if its rows together are more than a hundred times the size of the file',
    { timeout: 60_000 },
    async () => {
      const lines = gunzipSync(file).toString('utf8').trimEnd().split('\n')
      const rule = (n: number): string =>
        JSON.stringify(['rules', n + 2, `r${String(n)}`, 'fault', n, `"${'a'.repeat(1024 * 1024)}"`, 0, 0])
      const said = JSON.parse(lines[0] ?? '{}') as { readonly tables: { name: string; rows: number }[] }
      const upToRules = said.tables.slice(0, said.tables.findIndex(({ name }) => name === 'rules') + 1)
      const place = upToRules.reduce((sum, { rows }) => sum + rows, 0)
      const more = 60
      const first = JSON.stringify({
        ...said,
        tables: said.tables.map((one) => (one.name === 'rules' ? { ...one, rows: one.rows + more } : one)),
      })
      const all = [first, ...lines.slice(1, place + 1), ...Array.from({ length: more }, (_, n) => rule(n))]
      const packed = gzipSync(`${all.join('\n')}\n`, { level: 9 })
      expect(await outcomeOf(packed)).toMatch(/unpacks to more than 100 times its size/)
    },
  )
})
