import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBrowserHost, type BuiltHost } from '#e2e/fixtures/hosts/built-host'
import { openVerifyingMerchant, type VerifyingMerchant } from './testing/verifying-merchant'
import { PROJECT } from './testing/flow-bench'
import { startHost, type HostRun } from './testing/host-run'

const PAYMENTS = 60

let host: BuiltHost
let merchant: VerifyingMerchant
let dataDir: string
let run: HostRun | null = null
beforeAll(async () => {
  host = await buildBrowserHost()
  merchant = await openVerifyingMerchant(PROJECT.secret)
  dataDir = mkdtempSync(join(tmpdir(), 'paybench-bulk-death-'))
}, 120_000)
afterAll(async () => {
  await run?.kill()
  await merchant.close()
  await host.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<HostRun> {
  run = await startHost(host.script, dataDir)
  return run
}

it('a bulk replay that the death of the process cut off comes back with what it had done', async () => {
  let bench = await start()
  await bench.call('clock.set', { mode: 'frozen' })
  await bench.call('projects.update', { projectId: PROJECT.id, callbackUrl: merchant.url })
  for (let n = 0; n < PAYMENTS; n += 1) {
    const { key } = await bench.call('payments.create', {
      amount: 100 + n,
      currency: 'EUR',
      paymentId: `dies-${String(n)}`,
    })
    await bench.call('payments.complete', { key, outcome: 'success' })
  }
  await bench.call('clock.advance', { ms: 0 })
  const before = merchant.judged.length
  expect(before).toBe(PAYMENTS)

  const { id } = await bench.call('replay.start', {
    query: '',
    pacing: 'flat',
    order: 'original',
    concurrency: 1,
    signing: 'keep',
  })
  await merchant.count(before + 5)
  await bench.kill()
  bench = await start()
  await bench.call('clock.advance', { ms: 0 })

  const { job, items } = await bench.call('replay.get', { id, limit: 500 })
  expect(job).toMatchObject({ state: 'interrupted', total: PAYMENTS, waiting: 0, inFlight: 0, unanswered: 0 })
  // What the merchant answered 200 is counted once, also where the answer came in the moment of the death.
  expect(job.accepted).toBeGreaterThanOrEqual(4)
  expect(job.accepted + job.left).toBe(PAYMENTS)
  expect(items.filter(({ state }) => state === 'accepted')).toHaveLength(job.accepted)
  expect(items.at(-1)).toMatchObject({ state: 'left', note: 'Not sent: the program ended before its turn.' })
  const { total } = await bench.call('callbacks.list', { query: 'state:held' })
  expect(total).toBe(
    items.filter(({ state, callbackId }) => state === 'left' && callbackId !== undefined).length,
  )
}, 120_000)
