import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MEMORY_BENCH } from '#e2e/fixtures/hosts/memory-bench'
import { createBenchPorts } from '#hosts/wiring/bench-ports'
import { DAY_MS, HOUR_MS } from '#lib/time/time'
import { openStore } from '#store/open'
import type { OpenBench } from '#workbench/bench'
import { createBench } from '#workbench/create-bench'

const YEARS_MS = 3 * 365 * DAY_MS
/** By how much the computer's clock is wrong. */
let wrongMs = 0
let folder = ''
let bench: OpenBench

const open = (): OpenBench => {
  const opening = openStore({ directory: folder, durability: 'normal', log: () => undefined })
  if (!opening.ok) throw new Error(opening.error.message)
  const ports = { ...createBenchPorts(() => undefined, ''), wallNow: () => Date.now() + wrongMs }
  const opened = createBench({ store: opening.store, ...MEMORY_BENCH, ports })
  const addresses = { platform: '', platformTls: '', merchant: '', merchantTls: '', workbench: null }
  opened.start({ addresses, listeners: [], caPem: null, workbenchOrigin: null, notices: [] })
  return opened
}
beforeEach(() => {
  wrongMs = 0
  folder = mkdtempSync(join(tmpdir(), 'paybench-wall-'))
  bench = open()
})
afterEach(async () => {
  await bench.close()
})

/** How far virtual time is ahead of the true time. */
const aheadMs = async (): Promise<number> =>
  Date.parse((await bench.handlers['clock.get']({})).now) - Date.now()
const notices = async (): Promise<readonly string[]> =>
  (await bench.handlers['bench.info']({})).notices.map(({ message, remedy = '' }) => `${message} ${remedy}`)

describe('moving the computer’s clock', () => {
  it('ahead and back gives a notice each time, and virtual time continues', async () => {
    await bench.handlers['payments.create']({ amount: 1, currency: 'EUR' })
    wrongMs = YEARS_MS
    expect(await aheadMs()).toBeGreaterThan(YEARS_MS - 1000)
    expect(await notices()).toEqual([
      expect.stringMatching(/moved ahead by 3 years, and virtual time with it.* choose “Back to real time…”/),
    ])
    wrongMs = 0
    const ahead = await aheadMs()
    expect(ahead).toBeGreaterThan(YEARS_MS - 1000)
    expect(await notices()).toEqual([
      expect.stringContaining('moved back by 3 years. Virtual time does not go'),
    ])
    // Virtual time runs, instead of stopping for three years.
    const before = await bench.handlers['clock.get']({})
    let after = before
    while (after.now === before.now && Date.now() - Date.parse(before.wallNow) < 1000)
      after = await bench.handlers['clock.get']({})
    expect(Date.parse(after.now)).toBeGreaterThan(Date.parse(before.now))
  })

  it('back while Paybench is closed gives a notice on the next start', async () => {
    await bench.handlers['payments.create']({ amount: 1, currency: 'EUR' })
    wrongMs = YEARS_MS
    await bench.close()
    wrongMs = 0
    bench = open()
    expect(await aheadMs()).toBeGreaterThan(YEARS_MS - 1000)
    expect(await notices()).toEqual([
      expect.stringMatching(
        /is 3 years behind the time that it showed when Paybench last ran.* Check the date/,
      ),
    ])
    await bench.handlers['bench.reset']({})
    const { wallNow } = await bench.handlers['clock.get']({})
    await bench.handlers['clock.set']({ mode: 'live', now: wallNow })
    expect(Math.abs(await aheadMs())).toBeLessThan(5000)
  })

  it('a little, or while virtual time is frozen, gives no notice', async () => {
    wrongMs = HOUR_MS / 2
    await aheadMs()
    wrongMs += -1000
    await aheadMs()
    await bench.handlers['clock.set']({ mode: 'frozen' })
    wrongMs = YEARS_MS
    await aheadMs()
    expect(await notices()).toEqual([])
  })
})
