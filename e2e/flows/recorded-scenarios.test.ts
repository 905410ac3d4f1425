import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readScenario } from '../../src-main/scenarios/reading/read-scenario'
import { aSale, CARDS, HOUR, merchantOf, MINUTE, OWN_CARD } from './testing/requests'
import { openScenarioBench, runText, type ScenarioBench } from './testing/scenario-runs'
import { seededRandom, type SeededRandom } from './testing/seeded'
import { seedOfRun } from '../../scripts/test/seed'

let first: ScenarioBench
beforeEach(async () => {
  first = await openScenarioBench()
})
afterEach(() => first.close())

const keyOf = async (paymentId: string): Promise<string> => {
  const { items } = await first.bench.call('payments.list', { query: `id=${paymentId}` })
  return items[0]?.key ?? ''
}

const recorded = async (paymentId: string): Promise<string> =>
  (await first.bench.call('scenarios.record', { key: await keyOf(paymentId) })).text

/** Lets things happen to one payment by chance: its merchant, the tester and time. */
async function walk(paymentId: string, chance: SeededRandom): Promise<void> {
  const { bench } = first
  const merchant = merchantOf(bench)
  const change = {
    pan: chance.pick([...Object.values(CARDS), OWN_CARD]),
    payment: {
      amount: 100 + chance.below(90_000),
      currency: chance.pick(['EUR', 'USD', 'JPY', 'BHD']),
      description: chance.pick(['', 'Two lamps: 3,5 kg', '#7', 'any']),
    },
    customer: { id: `buyer ${chance.below(9)}`, ip_address: '203.0.113.9', email: 'nora@example.com' },
  }
  if (chance.below(2) === 0) await merchant.sale(paymentId, change)
  else await merchant.auth(paymentId, change)
  const key = await keyOf(paymentId)
  /** The tester may do what the state allows; a refusal leaves no trace. */
  const tester = async (work: Promise<unknown>): Promise<void> => {
    await work.catch(() => undefined)
  }
  for (let step = 0; step < 6; step += 1) {
    switch (chance.below(9)) {
      case 0:
        await merchant.clarify(paymentId, { avs_data: { avs_post_code: 'H91', avs_street_address: '14' } })
        break
      case 1:
        await merchant.clarify(paymentId, chance.pick([{}, { avs_data: { avs_post_code: 'H91' } }]))
        break
      case 2:
        await merchant.followUp(chance.pick(['capture', 'cancel', 'refund']), paymentId, {
          description: 'Back',
          ...chance.pick([{}, { amount: 50, currency: 'EUR' }]),
        })
        break
      case 3:
        await merchant.status(paymentId)
        break
      case 4:
        await merchant.sale(paymentId, change)
        break
      case 5:
        await tester(
          bench.call('payments.requestClarification', { key, fields: { customer: ['email', 'first_name'] } }),
        )
        break
      case 6:
        await tester(
          bench.call(
            'payments.complete',
            chance.pick([
              { key, outcome: 'success' },
              { key, outcome: 'decline', code: '10105' },
            ]),
          ),
        )
        break
      default:
        await bench.advance(chance.pick([0, 1500, MINUTE, 31 * MINUTE, 4 * HOUR]))
    }
  }
  await bench.settle()
}

/** The scenario with one of its expected values changed, and the step in which it stands, from 0. */
function broken(text: string, chance: SeededRandom): { readonly text: string; readonly step: number } {
  const lines = text.split('\n')
  const places = lines.flatMap((line, at) =>
    /expect(?: callback| payment)?:.*status: \w/.test(line) ? [at] : [],
  )
  const at = chance.pick(places)
  const changed = lines.with(at, (lines[at] ?? '').replace(/status: ("[^"]*"|[\w ]+\w)/, 'status: changed'))
  const before = lines.slice(0, at + 1)
  const step = before.slice(before.indexOf('steps:') + 1).filter((line) => line.startsWith('  - ')).length - 1
  return { text: changed.join('\n'), step }
}

const WALKS = process.env['PAYBENCH_TESTS'] === 'all' ? 50 : 5

describe('a payment saved as a scenario', () => {
  it.each(Array.from({ length: WALKS }, (_, n) => n))(
    'passes at once and on an empty bench (walk %i)',
    async (n) => {
      const chance = seededRandom(seedOfRun() + 7919 * n)
      await walk(`walk-${n}`, chance)
      const text = await recorded(`walk-${n}`)
      const atOnce = await runText(first.connection, text)
      expect(atOnce.steps.find(({ state }) => state === 'failed')?.failure ?? atOnce.failure, text).toBeNull()
      expect(atOnce.state).toBe('passed')
      const second = await openScenarioBench()
      try {
        const again = await runText(second.connection, text)
        expect(again.steps.find(({ state }) => state === 'failed')?.failure ?? again.failure, text).toBeNull()
        const change = broken(text, chance)
        const failing = await runText(second.connection, change.text)
        expect(
          failing.steps.findIndex(({ state }) => state === 'failed'),
          change.text,
        ).toBe(change.step)
      } finally {
        await second.close()
      }
    },
  )

  it('has variables for its ids, matchers for what is new in every run, and the switches of its project', async () => {
    await first.bench.switches({ holdTimeMs: HOUR })
    const merchant = merchantOf(first.bench)
    await merchant.sale('order:7', { pan: CARDS.avs })
    await first.bench.advance(MINUTE)
    await merchant.clarify('order:7', { avs_data: { avs_post_code: 'H91', avs_street_address: '14' } })
    await first.bench.settle()
    const { text, file } = await first.bench.call('scenarios.record', { key: await keyOf('order:7') })
    expect(file).toBe('recorded-order-7.yaml')
    expect(readScenario(text)).toMatchObject({ ok: true })
    expect(text.split('\n').slice(1).join('\n')).not.toContain('order:7')
    expect(text).toContain('holdTimeMs')
    expect(text).toContain('card: clarification-avs')
    expect(text).toContain('advance: 1 min')
    expect(text).toContain('request_id: any')
    expect(text).toContain('id: "${order.id}"')
    expect(text).not.toMatch(/20\d\d-\d\d-\d\dT/)
  })

  it('is refused with the reason where a scenario has no words for it', async () => {
    const { key } = await first.bench.call('payments.create', { amount: 100, currency: 'EUR' })
    expect(await first.bench.refusal('scenarios.record', { key })).toMatchObject({
      code: 'wrong_state',
      message: expect.stringContaining('did not come through the API') as unknown,
    })
    await first.bench.post(
      '/v2/payment/card/sale',
      aSale('odd', { payment: { amount: 1, currency: 'EUR', description: '${x}' } }),
    )
    expect((await first.bench.refusal('scenarios.record', { key: await keyOf('odd') })).message).toContain(
      '${x}',
    )
  })
})
