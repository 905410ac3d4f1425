import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openFlowBench } from './testing/flow-bench'
import { startHost } from './testing/host-run'
import { liveThrough } from './testing/random-session'
import { aSale } from './testing/requests'
import { seededRandom } from '#domain/testing/seeded'
import { everythingOf, exportSession, importSession } from './testing/session-client'

const ROUNDS = 6
const PART = 400

let file: Buffer
beforeAll(async () => {
  const source = await openFlowBench()
  await liveThrough(source, seededRandom(12), 30)
  file = (await exportSession(source)).bytes
  await source.close()
}, 120_000)

it(
  'a bench killed during an import keeps its own session intact, and nothing of the imported one',
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'paybench-session-death-'))
    const chance = seededRandom(31)
    let bench = await startHost(dataDir)
    await bench.call('clock.set', { mode: 'frozen' })
    for (let n = 0; n < 5; n += 1) await bench.post('/v2/payment/card/sale', aSale(`own-${String(n)}`))
    await bench.call('clock.advance', { ms: 60_000 })
    const parts = Math.floor(file.length / PART)
    expect(parts).toBeGreaterThan(20)

    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await everythingOf(bench, [bench.ready])
      const sent = 1 + chance.below(parts - 1)
      for (let index = 0; index < sent; index += 1) {
        const bytes = file.subarray(index * PART, (index + 1) * PART)
        const call = bench.call('sessions.upload', {
          upload: 'u',
          index,
          chunkBase64: bytes.toString('base64'),
          last: false,
        })
        // The last part is still being processed when the process dies.
        if (index < sent - 1) await call
        else call.catch(() => undefined)
      }
      const earlier = bench.ready
      await bench.kill()
      bench = await startHost(dataDir)
      expect(await everythingOf(bench, [bench.ready, earlier]), `round ${String(round)}`).toEqual(before)
      expect((await bench.call('sessions.list', {})).items).toEqual([])
      const folder = join(dataDir, 'sessions')
      expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
    }
    expect((await importSession(bench, file)).payments).toBeGreaterThan(0)
    await bench.kill()
  },
)
