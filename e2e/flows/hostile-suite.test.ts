import { existsSync, readFileSync } from 'node:fs'
import { isLongRun, seedOfRun } from '#scripts/test/seed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { openWatchedHost, type WatchedHost } from '#e2e/fixtures/hosts/watched-host'
import { anOpening, signedParameters } from './testing/form-client'
import { PROJECT } from './testing/flow-bench'
import { openMerchant, type TestMerchant } from './testing/merchant'
import { beginEndless, examineAndReport } from './testing/hostile-scenarios'
import { hostileInput, type HostileInput, type HostileTarget } from './testing/hostile-inputs'
import { startHost, type HostRun } from './testing/host-run'
import { temporaryFolder } from '#e2e/fixtures/hosts/started-bench'
import { aSale } from './testing/requests'
import { seededRandom } from '#domain/testing/seeded'
import { exportSession } from './testing/session-client'
import { asLines } from './testing/session-mutations'
import { exchange, type WireResponse } from './testing/wire-client'

const SEED = seedOfRun()
const INPUTS = Number(process.env['PAYBENCH_HOSTILE_INPUTS'] ?? (isLongRun ? 10_000 : 300))
const MIB = 1024 * 1024
const MAX_WAIT_MS = { upTo1MiB: 250, larger: 1_000 } as const
const MAX_RESIDENT_BYTES = 600 * MIB
const MAX_RESPONSE_BYTES = 8 * MIB

let watched: WatchedHost
let host: HostRun
let target: HostileTarget
let merchant: TestMerchant

beforeAll(async () => {
  watched = await openWatchedHost()
  ;({ host } = watched)
  merchant = await openMerchant()
  await host.post('/v2/payment/card/sale', aSale('hostile'))
  const query = new URLSearchParams(
    Object.entries(signedParameters(anOpening('open-form'))).map(([name, value]) => [name, String(value)]),
  )
  const { text } = await exchange(`${host.ready.platform}/payment?${query.toString()}`, { method: 'GET' })
  const [formPath] = /\/payment\/[0-9a-f]{16,64}/.exec(text) ?? []
  if (formPath === undefined) throw new Error('The form did not open')
  target = { host, formPath, sessionFile: asLines((await exportSession(host)).bytes), merchant }
}, 120_000)
afterAll(async () => {
  await watched.close()
  await merchant.close()
})

const maxWaitOf = ({ bytes }: HostileInput): number =>
  bytes <= MIB ? MAX_WAIT_MS.upTo1MiB : MAX_WAIT_MS.larger

/**
 * Sends an input; returns its responses and how long other calls waited. If they waited too long, the input is sent
 * again: the machine may be busy, and only an input that is slow every time is slow itself.
 */
async function waitCausedBy(
  input: HostileInput,
): Promise<{ readonly waitedMs: number; readonly responses: readonly WireResponse[] }> {
  let best = Number.POSITIVE_INFINITY
  let responses: readonly WireResponse[] = []
  for (let attempt = 1; attempt <= 3 && best > maxWaitOf(input); attempt += 1) {
    const { longestMs, failures } = await watched.client.during(async () => {
      responses = await input.send().catch((error: unknown) => {
        if (host.process.child.exitCode !== null || input.isCertain === true) throw error
        return []
      })
    })
    expect(failures, `calls of the second client that failed during ${input.name}`).toBe(0)
    best = Math.min(best, longestMs)
  }
  return { waitedMs: best, responses }
}

describe(`hostile inputs (seed ${SEED})`, () => {
  it(
    `neither end Paybench nor keep other calls waiting (${INPUTS} inputs)`,
    { timeout: INPUTS * 2_000 },
    async () => {
      const slow: string[] = []
      const failed: string[] = []
      const large: string[] = []
      const greedy: string[] = []
      let peak = 0
      for (let n = 0; n < INPUTS; n += 1) {
        const input = hostileInput(seededRandom(SEED * 100_000 + n), target)
        const what = `input ${n}: ${input.name}, ${input.bytes} bytes`
        const { waitedMs, responses } = await waitCausedBy(input)
        const grown = watched.peakBytes() - peak
        peak += grown
        if (grown > 0 && peak > MAX_RESIDENT_BYTES) greedy.push(`${what}: ${Math.round(peak / MIB)} MiB`)
        if (waitedMs > maxWaitOf(input)) slow.push(`${what}: ${waitedMs.toFixed(0)} ms`)
        for (const { status, bytes, text } of responses) {
          if (status >= 500) failed.push(`${what}: ${status} ${text.slice(0, 300)}`)
          if (bytes.length > MAX_RESPONSE_BYTES) large.push(`${what}: ${bytes.length} bytes in the response`)
        }
      }
      expect.soft(slow).toEqual([])
      expect.soft(failed).toEqual([])
      expect.soft(large).toEqual([])
      expect.soft(greedy).toEqual([])
      expect(host.process.child.exitCode).toBeNull()
    },
  )

  it('leave lists and details readable, each of a bounded size', { timeout: 120_000 }, async () => {
    for (const [list, get] of [
      ['payments.list', 'payments.get'],
      ['callbacks.list', 'callbacks.get'],
      ['captures.list', 'captures.get'],
      ['exchanges.list', 'exchanges.get'],
      ['traffic.list', 'traffic.get'],
    ] as const) {
      const page = await callMethod(list, { limit: LIMITS.rowsPerPage })
      expect(page.bytes.length, list).toBeLessThan(MAX_RESPONSE_BYTES)
      const { items } = page.json['result'] as {
        readonly items: readonly { readonly id?: string; readonly key?: string }[]
      }
      for (const { id, key } of items.slice(0, 100))
        await callMethod(get, list === 'payments.list' ? { key } : { id })
    }
    for (const method of ['bench.info', 'projects.list', 'faults.list', 'answers.list', 'sessions.list']) {
      await callMethod(method, {})
    }
  })

  it.each([
    ['card numbers', '4111111111111111 '],
    ['unclosed forms', '<form '],
    ['many members', '"a":{},'],
  ])('of a merchant under examination keep nobody waiting: %s', { timeout: 180_000 }, async (_, part) => {
    const page = part.repeat(Math.floor(LIMITS.responseBodyBytes / part.length) - 1)
    const { waitedMs } = await waitCausedBy({
      name: 'exam',
      bytes: page.length,
      isCertain: true,
      async send() {
        await examineAndReport(host, merchant, `{${page}"end":1}`)
        return []
      },
    })
    expect(waitedMs).toBeLessThan(MAX_WAIT_MS.upTo1MiB)
    expect(watched.peakBytes()).toBeLessThan(MAX_RESIDENT_BYTES)
  })

  it('of a scenario are stopped within a second of a stop or a reset', async () => {
    for (const method of ['scenarios.stop', 'bench.reset'] as const) {
      await inOwnHost(async (own) => {
        await beginEndless(own, merchant)
        const began = performance.now()
        await own.call(method, {})
        await expect
          .poll(
            async () => (await own.call('scenarios.get', { file: 'hostile.yaml' })).run?.state ?? 'stopped',
          )
          .toBe('stopped')
        expect(performance.now() - began, method).toBeLessThan(1_000)
      })
    }
  })

  it('of a scenario do not delay the end of the process by more than a second', async () => {
    await inOwnHost(async (own) => {
      await beginEndless(own, merchant)
      const began = performance.now()
      own.process.child.kill('SIGTERM')
      expect(await own.process.ended).toBe(0)
      expect(performance.now() - began).toBeLessThan(1_000)
    })
  })

  // Only Linux lists the children of a process in /proc.
  it.runIf(process.platform === 'linux')(
    'of a scenario are stopped within six seconds after Paybench was killed',
    async () => {
      await inOwnHost(async (own) => {
        await beginEndless(own, merchant)
        const pid = String(own.process.child.pid)
        const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
        expect(started.length).toBeGreaterThan(0)
        await own.kill()
        const commandOf = (each: string): string => {
          const file = `/proc/${each}/cmdline`
          return existsSync(file) ? readFileSync(file, 'utf8') : ''
        }
        await expect.poll(() => started.map(commandOf).join(''), { timeout: 6_000 }).toBe('')
      })
    },
  )

  it('do not affect the service for an honest merchant', async () => {
    const sale = await host.post('/v2/payment/card/sale', aSale('honest-after-all'))
    expect(sale.json).toMatchObject({ status: 'success', project_id: PROJECT.id })
  })
})

/** Starts a host for `use`, which may reset and end it. */
async function inOwnHost(use: (own: HostRun) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder()
  const own = await startHost(folder)
  try {
    await use(own)
  } finally {
    await own.kill()
  }
}

async function callMethod(method: string, params: object): Promise<WireResponse> {
  const response = await exchange(`${host.ready.workbench ?? ''}/api/v1/${method}`, {
    headers: { Authorization: `Bearer ${host.ready.token ?? ''}` },
    body: JSON.stringify(params),
  })
  expect(response.status, `${method} ${JSON.stringify(params)} ${response.text.slice(0, 1300)}`).toBe(200)
  return response
}
