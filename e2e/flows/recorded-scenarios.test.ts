import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { SAMPLE_METHOD } from '#domain/project/method-shape'
import type { Params } from '#protocol/methods'
import { readScenario } from '#scenarios/reading/read-scenario'
import type { ScenarioResult } from '#scenarios/running/result'
import { anOpening, openForm } from './testing/form-client'
import { walk } from './testing/random-payment'
import { aBancontactSale, aGeneral, aSale, CARDS, HOUR, merchantOf, MINUTE } from './testing/requests'
import { openScenarioBench, runText, useScenarioBench, type ScenarioBench } from './testing/scenario-runs'
import type { JsonRecord } from './testing/signer'
import { exchange } from './testing/wire-client'
import { DAY_MS } from '#lib/time/time'
import { seededRandom } from '#domain/testing/seeded'
import { seedOfRun } from '#scripts/test/seed'

const first = useScenarioBench('test')

const keyOf = async (paymentId: string): Promise<string> => {
  const { items } = await first.bench.call('payments.list', { query: `id=${paymentId}` })
  return items[0]?.key ?? ''
}

type Expects = NonNullable<Params<'scenarios.record'>['expects']>
const KINDS = ['what matters', 'everything'] as const satisfies readonly Expects[]

const record = async (paymentId: string, expects: Expects): Promise<string> =>
  (await first.bench.call('scenarios.record', { keys: [await keyOf(paymentId)], expects })).text

const failureOf = ({ steps, failure }: ScenarioResult): unknown =>
  steps.find(({ state }) => state === 'failed')?.failure ?? failure

/** Members of a recorded expectation whose values matter: statuses, result codes, amounts and errors. */
const DECIDING = new Set(['status', 'code', 'result_code', 'http', 'amount', 'field', 'constraint'])

interface Place {
  readonly holder: Record<string, unknown>
  readonly name: string
}

/** Where a value contains values that matter, or the names of requested fields. */
function placesIn(value: unknown, isRequested = false): readonly Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    (DECIDING.has(name) || isRequested) && /^[\w. ]+$/.test(String(inner))
      ? [{ holder: value as Record<string, unknown>, name }]
      : placesIn(inner, isRequested || name === 'clarification_fields'),
  )
}

interface Broken {
  readonly text: string
  readonly step: number
}

/** Changes the expected value that `choose` picks; returns the scenario and the number of the step, from 0. */
function falsify(text: string, choose: (places: readonly Place[]) => Place | undefined): Broken | null {
  const scenario = parse(text) as { readonly steps: readonly (string | Record<string, unknown>)[] }
  const places = scenario.steps.flatMap((each, step) =>
    typeof each === 'string'
      ? []
      : Object.entries(each)
          .filter(([key]) => key.startsWith('expect'))
          .flatMap(([, value]) => placesIn(value).map((place) => ({ ...place, step }))),
  )
  const place = choose(places)
  const step = places.find((each) => each === place)?.step
  if (place === undefined || step === undefined) return null
  const { holder, name } = place
  const found = holder[name]
  if (name === 'status') holder[name] = found === 'error' ? 'decline' : 'error'
  else holder[name] = typeof found === 'number' ? found + 1 : `${String(found)}1`
  return { text: stringify(scenario), step }
}

async function expectFailing(
  { connection }: Pick<ScenarioBench, 'connection'>,
  change: Broken | null,
): Promise<void> {
  const failing = await runText(connection, change?.text ?? '')
  expect(
    failing.steps.findIndex(({ state }) => state === 'failed'),
    change?.text,
  ).toBe(change?.step)
}

const timeOf = async ({ bench }: Pick<ScenarioBench, 'bench'>): Promise<number> =>
  Date.parse((await bench.call('clock.get', {})).now)

/** Advances to the time of day of `time`: a recording omits it, but refunds depend on it (contract 4.4). */
async function advanceToTimeOfDay(opened: Pick<ScenarioBench, 'bench'>, time: number): Promise<void> {
  const now = await timeOf(opened)
  await opened.bench.advance(time + Math.ceil((now - time) / DAY_MS) * DAY_MS - now)
}

const SEED = seedOfRun()
const WALKS = process.env['PAYBENCH_TESTS'] === 'all' ? 50 : 5

describe('a payment saved as a scenario', () => {
  it.each(Array.from({ length: WALKS }, (_, n) => n))(
    `passes at once and on an empty bench (seed ${SEED}, walk %i)`,
    async (n) => {
      const chance = seededRandom(SEED + 7919 * n)
      const begun = await timeOf(first)
      await walk(first.bench, `walk-${n}`, chance)
      const texts = await Promise.all(KINDS.map((kind) => record(`walk-${n}`, kind)))
      for (const text of texts) {
        await advanceToTimeOfDay(first, begun)
        const atOnce = await runText(first.connection, text)
        expect(failureOf(atOnce), text).toBeNull()
        expect(atOnce.state).toBe('passed')
      }
      const second = await openScenarioBench()
      try {
        for (const text of texts) {
          await advanceToTimeOfDay(second, begun)
          expect(failureOf(await runText(second.connection, text)), text).toBeNull()
          await advanceToTimeOfDay(second, begun)
          const change = falsify(text, (places) => chance.pick(places))
          await expectFailing(second, change)
        }
      } finally {
        await second.close()
      }
    },
  )

  it('has variables for its ids, matchers for values that change, and the switches of its project', async () => {
    await first.bench.switches({ holdTimeMs: HOUR })
    const merchant = merchantOf(first.bench)
    await merchant.sale('order:7', { pan: CARDS.avs })
    await first.bench.advance(MINUTE)
    await merchant.clarify('order:7', { avs_data: { avs_post_code: 'H91', avs_street_address: '14' } })
    await first.bench.settle()
    const { text, file } = await first.bench.call('scenarios.record', { keys: [await keyOf('order:7')] })
    expect(file).toBe('recorded-order-7.yaml')
    expect(readScenario(text)).toMatchObject({ ok: true })
    expect(text.split('\n').slice(1).join('\n')).not.toContain('order:7')
    expect(text).toContain('holdTimeMs')
    expect(text).not.toMatch(/20\d\d-\d\d-\d\dT/)
    expect(text).not.toContain('Not recorded')

    await first.bench.advance(HOUR)
    await merchant.followUp('refund', 'order:7', { description: 'Back', amount: 1 })
    await first.bench.settle()
    const refunded = await first.bench.call('scenarios.record', { keys: [await keyOf('order:7')] })
    expect(refunded.omitted).toEqual([expect.stringContaining('The time of day')])
  })

  it('can share a file with other payments, each with its own name, and says what it leaves out', async () => {
    const { bench } = first
    const made = await bench.call('payments.create', {
      paymentId: 'first-of-series',
      amount: 900,
      currency: 'EUR',
      card: CARDS.success,
      outcome: 'card',
      series: 'U',
    })
    await bench.settle()
    await merchantOf(bench).sale('another', {})
    const debit = await bench.call('payments.chargeAgain', { key: made.key, amount: 300 })
    await bench.settle()
    const [callback] = (await bench.call('callbacks.list', { paymentKey: debit.key })).items
    await bench.call('callbacks.replay', { id: callback?.id ?? '', signing: 'keep' })
    await bench.settle()
    const alone = await bench.refusal('scenarios.record', { keys: [debit.key] })
    expect(alone.message).toContain('Choose that payment too')
    const keys = [debit.key, await keyOf('another'), made.key]
    const { text, omitted } = await bench.call('scenarios.record', { keys })
    expect(omitted).toEqual(['A callback was sent again by hand.'])
    expect(text).toContain('# Not recorded: A callback was sent again by hand.')
    expect(text).toMatch(/- charge again: \{ as: order\d, of: order\d?, amount: 3.00 EUR \}/)
    const again = await runText(first.connection, text)
    expect(failureOf(again), text).toBeNull()
    expect(again.payments).toHaveLength(3)
  })

  it('can be recorded while it happens, and says what it leaves out about earlier payments', async () => {
    const { bench } = first
    const merchant = merchantOf(bench)
    await merchant.auth('before', {})
    await bench.settle()
    await bench.call('scenarios.startRecording', {})
    expect(await bench.refusal('scenarios.startRecording', {})).toMatchObject({ code: 'conflict' })
    const none = await bench.refusal('scenarios.stopRecording', { save: true })
    expect(none.message).toContain('No payment has begun')
    await merchant.followUp('capture', 'before')
    await merchant.sale('during', {})
    await bench.settle()
    const { recording } = await bench.call('scenarios.list', {})
    expect(recording).toMatchObject({ projectId: 9041, payments: 1 })
    const soFar = await bench.call('scenarios.record', { expects: 'everything' })
    const { recorded } = await bench.call('scenarios.stopRecording', { save: true, expects: 'what matters' })
    expect(soFar.omitted).toEqual(recorded?.omitted)
    expect(soFar.text).toContain('request_id: any')
    expect(recorded?.text).not.toContain('request_id')
    expect(recorded?.omitted).toEqual(['What happened to payments that had begun before the recording.'])
    expect(recorded?.text).toContain('- sale: { as: order,')
    expect(recorded?.text).not.toContain('order2')
    expect(await bench.call('scenarios.list', {})).toMatchObject({ recording: null })
  })

  it('is refused with the reason if a scenario cannot express it', async () => {
    await first.bench.post(
      '/v2/payment/card/sale',
      aSale('odd', { payment: { amount: 1, currency: 'EUR', description: '${x}' } }),
    )
    expect((await first.bench.refusal('scenarios.record', { keys: [await keyOf('odd')] })).message).toContain(
      '${x}',
    )
  })
})

describe('a payment by a method saved as a scenario (contract 16)', () => {
  /** Records a payment, runs the scenario, and returns its verbs with their arguments as text. */
  const recordedSteps = async (paymentId: string): Promise<readonly string[]> => {
    const texts = await Promise.all(KINDS.map((kind) => record(paymentId, kind)))
    for (const text of texts) {
      expect(text).not.toContain('Not recorded')
      expect(failureOf(await runText(first.connection, text)), text).toBeNull()
    }
    const { steps } = parse(texts[0] ?? '') as { readonly steps: readonly (string | JsonRecord)[] }
    return steps
      .map((step) => (typeof step === 'string' ? step : JSON.stringify(step)))
      .filter((step) => !step.startsWith('{"expect'))
  }

  const decide = async (paymentId: string, fields: Readonly<Record<string, string>>): Promise<void> => {
    const { providerUrl } = await first.bench.call('payments.get', { key: await keyOf(paymentId) })
    await exchange(providerUrl ?? '', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    await first.bench.settle()
  }

  it('repeats the requested data, and another amount that the customer paid', async () => {
    const { bench } = first
    const { path } = SAMPLE_METHOD
    await bench.switches({ ownMethods: [SAMPLE_METHOD] })
    await bench.post(`/v2/payment/${path}/sale`, {
      general: aGeneral('own-1'),
      customer: { id: 'buyer-5', ip_address: '203.0.113.9' },
      payment: { amount: 4650, currency: 'EUR' },
      account: { number: '5501234' },
    })
    await bench.advance(MINUTE)
    await merchantOf(bench).clarify('own-1', { identify: { doc_number: 'PX4471208' } })
    await bench.settle()
    await decide('own-1', { decision: 'paid', amount: '40.00' })
    expect(await recordedSteps('own-1')).toEqual([
      expect.stringContaining(`"method":"${path}"`),
      '{"advance":"1 min"}',
      expect.stringContaining('"clarify"'),
      'until idle',
      '{"customer":{"of":"order","provider":"pay","amount":"40.00 EUR","waits":false}}',
      'until idle',
    ])
    expect(await record('own-1', 'what matters')).toContain('sum_real: { amount: 4000, currency: EUR }')
  })

  it('repeats what the tester decided, and the payment that they created', async () => {
    const { bench } = first
    const { key } = await bench.call('payments.create', {
      paymentId: 'hand-1',
      amount: 4650,
      currency: 'EUR',
      method: 'bancontact',
      data: { 'customer.first_name': 'Nora', 'customer.last_name': 'Vale' },
    })
    await bench.settle()
    await merchantOf(bench).clarify('hand-1', { customer: { email: 'nora@vale.test' } })
    await bench.settle()
    await bench.call('payments.decideAtProvider', {
      key,
      outcome: 'left',
      later: { afterMs: MINUTE, outcome: 'decline' },
    })
    await bench.advance(MINUTE)
    const steps = await recordedSteps('hand-1')
    expect(steps[0]).toContain('"method":"bancontact"')
    expect(steps).toContain(
      '{"customer":{"of":"order","provider":"leave","in":"1 min","result":"decline","waits":false}}',
    )
  })

  it('repeats the payout that the tester created', async () => {
    const { bench } = first
    await bench.call('payments.create', {
      paymentId: 'hand-2',
      amount: 4650,
      currency: 'EUR',
      method: 'wallet/bybit',
      operation: 'payout',
      data: {
        'customer.first_name': 'Nora',
        'customer.last_name': 'Vale',
        'customer.email': 'nora@vale.test',
        'customer.account_id': '41',
      },
    })
    await bench.settle()
    expect((await recordedSteps('hand-2'))[0]).toContain('"path":"/v2/payment/wallet/bybit/payout"')
  })

  it('repeats a code that was sent again by the merchant and by the tester', async () => {
    const { bench } = first
    await bench.post('/v2/payment/wallet/upaisa/sale', {
      ...aBancontactSale('code-1'),
      payment: { amount: 4650, currency: 'PKR' },
      account: { number: '03001234567' },
      identify: { doc_number: 'AB12345' },
    })
    await bench.advance(2 * MINUTE)
    const customer = { ip_address: '203.0.113.9' }
    await bench.post('/v2/customer/action/resend', { general: aGeneral('code-1'), customer })
    await bench.advance(2 * MINUTE)
    await bench.call('payments.resendCode', { key: await keyOf('code-1') })
    await bench.settle()
    await merchantOf(bench).clarify('code-1', { additional_data: { otp_code: '123456' } })
    await bench.settle()
    const steps = await recordedSteps('code-1')
    expect(steps.filter((step) => step.startsWith('{"resend code"'))).toHaveLength(2)
  })

  it('repeats another provider and the sale that follows', async () => {
    const { bench } = first
    const sale = () => bench.post('/v2/payment/bancontact/sale', aBancontactSale('cascade-1'))
    await bench.switches({ cascade: true })
    await sale()
    await bench.settle()
    await bench.post('/v2/payment/cascade/step', { general: aGeneral('cascade-1') })
    await sale()
    await bench.settle()
    await decide('cascade-1', { decision: 'paid' })
    await bench.advance(HOUR)
    const steps = await recordedSteps('cascade-1')
    expect(steps).toContainEqual(expect.stringContaining('"path":"/v2/payment/cascade/step"'))
    expect(steps).toContainEqual(expect.stringContaining('"as":"again1","id":"${order.id}"'))
  })

  it('repeats the choice on the form and the decision that follows', async () => {
    const { bench } = first
    await bench.switches({ methods: [{ path: 'bancontact' }] })
    const form = await openForm(bench, anOpening('form-1', { customer_last_name: 'Vale' }))
    await form.send('way', { way: 'bancontact' })
    await form.send('confirm', { fields: { 'customer.first_name': 'Nora' } })
    await form.settled()
    await form.send('provider', { outcome: 'cancelled' })
    await form.settled()
    expect(await recordedSteps('form-1')).toContain(
      '{"customer":{"of":"order","provider":"cancel","waits":false}}',
    )
  })
})
