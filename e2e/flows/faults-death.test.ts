import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aFaultRule, saveFaults } from './testing/fault-rules'
import { PROJECT } from './testing/flow-bench'
import { startHost } from './testing/host-run'
import { openMerchant } from './testing/merchant'
import { aSale } from './testing/requests'

it('every firing is counted exactly once, whenever the process is killed', { timeout: 90_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'paybench-faults-'))
  const merchant = await openMerchant()
  try {
    let run = await startHost(dataDir)
    await run.call('projects.update', { projectId: PROJECT.id, callbackUrl: merchant.url })
    const [drop, wire] = await saveFaults(
      run,
      aFaultRule({ kind: 'drop' }, { when: { kind: 'chance', percent: 50, seed: 3 } }),
      aFaultRule({ kind: 'http10' }),
    )
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => run.post('/v2/payment/card/sale', aSale(`r${round}-${n}`))),
      )
      for (let turn = 0; turn < round * 3; turn += 1) await new Promise<void>((next) => setImmediate(next))
      await run.kill()
      run = await startHost(dataDir)
    }
    await run.call('clock.advance', { ms: 0 })
    const { rules } = await run.call('faults.list', {})
    const { items } = await run.call('callbacks.list', { limit: 500 })
    const details = await Promise.all(items.map(({ id }) => run.call('callbacks.get', { id })))
    const dropped = details.filter(({ state }) => state === 'dropped')
    const attempts = details.flatMap((callback) => callback.attempts)
    expect(details).toHaveLength(40)
    expect(rules).toMatchObject([
      { id: drop?.id, evaluated: 40, fired: dropped.length },
      { id: wire?.id, evaluated: attempts.length, fired: attempts.length },
    ])
    expect(dropped.length).toBeGreaterThan(5)
    expect(dropped.every(({ marks, note }) => marks[0]?.ruleId === drop?.id && note !== undefined)).toBe(true)
    expect(attempts.every(({ marks }) => marks[0]?.ruleId === wire?.id)).toBe(true)
    await run.kill()
  } finally {
    await merchant.close()
  }
})
