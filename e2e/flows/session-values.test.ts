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
