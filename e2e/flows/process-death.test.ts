import { seedOfRun } from '#scripts/test/seed'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isFinal } from '#domain/payment/statuses'
import { PROJECT } from './testing/flow-bench'
import { startHost, type HostRun } from './testing/host-run'
import { openMerchant, type TestMerchant } from './testing/merchant'
import { aBancontactSale, aClarification, aGeneral, aSale, CARDS, DAY } from './testing/requests'
import { seededRandom, type SeededRandom } from '#domain/testing/seeded'
import { isSigned, type JsonRecord } from './testing/signer'
import { exchange } from './testing/wire-client'

const ROUNDS = Number(process.env['PAYBENCH_KILL_ROUNDS'] ?? 30)
const SEED = seedOfRun()
const SHOPPERS = 6

let dataDir: string
let merchant: TestMerchant
let run: HostRun | null = null
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'paybench-death-'))
  merchant = await openMerchant()
})
afterEach(async () => {
  await run?.kill()
  run = null
  await merchant.close()
})

async function start(): Promise<HostRun> {
  run = await startHost(dataDir)
  await run.call('projects.update', { projectId: PROJECT.id, callbackUrl: merchant.url })
  return run
}

/** A response that a merchant received completely before the process died. */
interface Acknowledged {
  readonly paymentId: string
  readonly step: string
  readonly status: number
  readonly text: string
}

type Steps = readonly (readonly [
  step: string,
  path: string,
  body: (id: string) => JsonRecord & { general: JsonRecord },
])[]

const CARD_STEPS: Steps = [
  ['sale', '/v2/payment/card/sale', (id) => aSale(id, { pan: CARDS.avs })],
  ['empty', '/v2/payment/clarification', (id) => aClarification(id, {})],
  ['half', '/v2/payment/clarification', (id) => aClarification(id, { avs_data: { avs_post_code: 'H91' } })],
  [
    'rest',
    '/v2/payment/clarification',
    (id) => aClarification(id, { avs_data: { avs_street_address: '14' } }),
  ],
  [
    'refund',
    '/v2/payment/card/refund',
    (id) => ({ general: aGeneral(id), payment: { description: 'Back' } }),
  ],
]

/** The customer stays at the provider, whose page the status names. */
const METHOD_STEPS: Steps = [
  ['redirect', '/v2/payment/bancontact/sale', aBancontactSale],
  ['status', '/v2/payment/status', (id) => ({ general: aGeneral(id) })],
]

/** Makes payments by these steps until the process is gone. */
async function buy(
  prefix: string,
  bench: HostRun,
  allSteps: Steps,
  onResponse: (one: Acknowledged) => void,
): Promise<void> {
  for (let n = 0; ; n += 1) {
    const paymentId = `${prefix}-${n}`
    for (const [step, path, body] of allSteps) {
      const response = await bench.post(path, body(paymentId)).catch(() => null)
      if (response === null) return
      onResponse({ paymentId, step, status: response.status, text: response.text })
    }
  }
}

/** Puts the bench under load and kills it after some responses, at an arbitrary moment. */
async function loadAndKill(
  bench: HostRun,
  round: number,
  chance: SeededRandom,
): Promise<readonly Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  const enough = 5 + chance.below(50)
  let reached: () => void = () => undefined
  const loaded = new Promise<void>((resolve) => {
    reached = resolve
  })
  const shoppers = Array.from({ length: SHOPPERS }, (_, n) =>
    buy(`r${round}-${n}`, bench, n % 3 === 0 ? METHOD_STEPS : CARD_STEPS, (one) => {
      acknowledged.push(one)
      if (acknowledged.length === enough) reached()
    }),
  )
  await Promise.race([loaded, Promise.all(shoppers)])
  const turns = chance.below(40)
  for (let turn = 0; turn < turns; turn += 1) await new Promise<void>((next) => setImmediate(next))
  await bench.kill()
  await Promise.all(shoppers)
  return acknowledged
}

async function paymentKeys(bench: HostRun): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>()
  let cursor: string | undefined
  do {
    const page = await bench.call('payments.list', {
      limit: 500,
      ...(cursor === undefined ? {} : { cursor }),
    })
    for (const { paymentId, key } of page.items) keys.set(paymentId, key)
    cursor = page.next
  } while (cursor !== undefined)
  return keys
}

/** What the store has of a payment: the responses sent, and its callbacks. */
async function recordOf(bench: HostRun, key: string) {
  const exchanges = await bench.call('exchanges.list', { paymentKey: key, limit: 500 })
  const callbacks = await bench.call('callbacks.list', { paymentKey: key, limit: 500 })
  return {
    replies: await Promise.all(
      exchanges.items.map(async ({ id }) => (await bench.call('exchanges.get', { id })).reply),
    ),
    callbacks: await Promise.all(callbacks.items.map(({ id }) => bench.call('callbacks.get', { id }))),
  }
}

describe('a bench that is killed under load', () => {
  it(`loses nothing in ${ROUNDS} rounds (seed ${SEED})`, { timeout: 60_000 + ROUNDS * 8_000 }, async () => {
    const chance = seededRandom(SEED)
    // Some callbacks are refused, some still have no response when the process dies.
    merchant.answerWith(() => chance.pick([200, 200, 200, 200, 500, 'reset', 'silent'] as const))
    const all: Acknowledged[] = []
    let bench = await start()
    for (let round = 0; round < ROUNDS; round += 1) {
      const acknowledged = await loadAndKill(bench, round, chance)
      all.push(...acknowledged)
      expect(acknowledged.every(({ status }) => status === 200)).toBe(true)

      bench = await start()
      const keys = await paymentKeys(bench)
      const paymentIds = new Set(acknowledged.map(({ paymentId }) => paymentId))
      for (const paymentId of paymentIds) {
        const where = `round ${round}, payment ${paymentId}`
        const key = keys.get(paymentId)
        expect(key, where).toBeDefined()
        const sent = merchant.received.filter((one) => one.paymentId === paymentId)
        const { replies, callbacks } = await recordOf(bench, key ?? '')
        const steps = acknowledged.filter((one) => one.paymentId === paymentId)
        for (const { step, text } of steps) {
          expect(
            replies.map((reply) => reply?.body),
            `${where}, response to ${step}`,
          ).toContain(text)
        }
        // Every callback owed by an acknowledged step is there: delivered, or still to be delivered.
        const did = new Set(steps.map(({ step }) => step))
        const count = (kind: string) => callbacks.filter((one) => one.kind === kind).length
        const isRedirect = did.has('redirect')
        if (isRedirect) await expectOpenPage(bench, key ?? '', steps, where)
        expect(count(isRedirect ? 'intermediate' : 'clarification'), where).toBe(1)
        expect(count('remaining'), where).toBeGreaterThanOrEqual(
          Number(did.has('empty')) + Number(did.has('half')),
        )
        if (did.has('rest')) expect(await resultsOwed(bench, key ?? ''), where).toBe(true)
        for (const callback of callbacks) {
          const owed = callback.state !== 'delivered'
          expect(owed ? callback.nextAttemptAt : 'delivered', where).toBeDefined()
        }
        // Nothing was sent that is not on record with exactly these bytes.
        const bodies = new Set(callbacks.map(({ body }) => body))
        for (const { text } of sent) expect(bodies.has(text), where).toBe(true)
      }
    }

    // In the end everything is delivered, and every payment has a final status: nobody paid at the provider in time.
    merchant.answerWith(() => 200)
    await bench.kill()
    bench = await start()
    await bench.call('clock.advance', { ms: 2 * DAY })
    const received = new Map<string, Set<string>>()
    for (const { paymentId, text } of merchant.received) {
      expect(isSigned(text, PROJECT.secret)).toBe(true)
      received.set(paymentId, (received.get(paymentId) ?? new Set<string>()).add(text))
    }
    const keys = await paymentKeys(bench)
    for (const [paymentId, key] of keys) {
      const { status, method, operations } = await bench.call('payments.get', { key })
      expect(isFinal(status), paymentId).toBe(true)
      if (method === 'bancontact')
        expect(
          operations.map(({ code }) => code),
          paymentId,
        ).toEqual(['20602'])
      const { callbacks } = await recordOf(bench, key)
      expect(new Set(callbacks.map(({ state }) => state)), paymentId).toEqual(new Set(['delivered']))
      expect(new Set(callbacks.map(({ body }) => body)), paymentId).toEqual(received.get(paymentId))
    }
    expect(all.length).toBeGreaterThan(ROUNDS * 5)
    expect(all.filter(({ step }) => step === 'status').length).toBeGreaterThan(ROUNDS / 2)
    expect(keys.size).toBeGreaterThanOrEqual(new Set(all.map(({ paymentId }) => paymentId)).size)
    // The store is intact after so many kills: no error was logged.
    expect(run?.process.stderr()).not.toContain('error')
  })
})

/** Expects that the customer can still decide at the address that the statuses named: only the port is a new one. */
async function expectOpenPage(
  bench: HostRun,
  key: string,
  steps: readonly Acknowledged[],
  where: string,
): Promise<void> {
  const { status, providerUrl = '' } = await bench.call('payments.get', { key })
  expect(status, where).toBe('awaiting redirect result')
  const { pathname, search } = new URL(providerUrl)
  expect((await exchange(providerUrl, { method: 'GET' })).text, where).toContain('name="decision"')
  for (const { text } of steps.filter(({ step }) => step === 'status')) {
    expect(text, where).toContain(`${pathname}${search}"`)
  }
}

/** Whether a completed clarification has a result callback, or a timer that will lead to one. */
async function resultsOwed(bench: HostRun, key: string): Promise<boolean> {
  const { timeline, status } = await bench.call('payments.get', { key })
  const { items } = await bench.call('callbacks.list', { paymentKey: key, limit: 500 })
  return (
    items.some(({ kind }) => kind === 'result') ||
    (status === 'processing' && timeline.some(({ kind }) => kind === 'planned'))
  )
}

describe('a bench that is asked to end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s interrupts a hanging attempt, exits with 0 in time, and repeats the attempt with the same bytes',
    { timeout: 60_000 },
    async (signal) => {
      merchant.answerWith(() => 'silent')
      const bench = await start()
      await bench.post('/v2/payment/card/sale', aSale('hanging', { pan: CARDS.avs }))
      await merchant.count(1)
      const signalledAt = performance.now()
      bench.process.child.kill(signal)
      expect(await bench.process.ended).toBe(0)
      expect(performance.now() - signalledAt).toBeLessThan(5_000)
      expect(bench.process.stderr()).not.toContain('error')

      merchant.answerWith(() => 200)
      const again = await start()
      await merchant.count(2)
      await again.call('clock.advance', { ms: 0 })
      const { items } = await again.call('callbacks.list', {})
      expect(items).toHaveLength(1)
      const callback = await again.call('callbacks.get', { id: items[0]?.id ?? '' })
      expect(callback).toMatchObject({ state: 'delivered', lastStatus: 200 })
      expect(callback.attempts.map(({ n, error, status }) => [n, error?.code ?? status])).toEqual([
        [0, 'interrupted'],
        [0, 200],
      ])
      expect(merchant.received.map(({ text }) => text)).toEqual([callback.body, callback.body])
    },
  )

  it('finishes a request in flight, and refuses new ones', { timeout: 60_000 }, async () => {
    const bench = await start()
    const responses = Array.from({ length: 20 }, (_, n) =>
      bench.post('/v2/payment/card/sale', aSale(`last-${n}`)).catch(() => null),
    )
    await responses[0]
    bench.process.child.kill('SIGTERM')
    const acknowledged = (await Promise.all(responses)).filter((response) => response?.status === 200)
    expect(await bench.process.ended).toBe(0)
    expect(await bench.post('/v2/payment/card/sale', aSale('too-late')).catch(() => null)).toBeNull()
    const again = await start()
    const keys = await paymentKeys(again)
    for (const response of acknowledged) expect(keys.has(String(response?.json['payment_id']))).toBe(true)
    await again.call('clock.advance', { ms: 60_000 })
    expect((await again.call('payments.list', { query: '-callback:delivered' })).total).toBe(0)
  })
})
