import type { FlowBench } from './flow-bench'
import { aFaultRule, saveFaults } from './fault-rules'
import { anOpening, openForm } from './form-client'
import { aGeneral, CARDS, HOUR, merchantOf, MINUTE, OWN_CARD } from './requests'
import type { SeededRandom } from '#domain/testing/seeded'
import { writePaRes } from '#domain/payment/pa-res'

const PANS = [...Object.values(CARDS), OWN_CARD]
const CURRENCIES = ['EUR', 'USD', 'JPY', 'BHD'] as const

type Act = () => Promise<unknown>

/** Does the action, and ignores a refusal. */
const ignoreRefusal =
  (act: Act): Act =>
  () =>
    act().catch(() => undefined)

const keyOf = async (bench: FlowBench, paymentId: string): Promise<string> => {
  const { items } = await bench.call('payments.list', { query: `id=${paymentId}` })
  return items[0]?.key ?? ''
}

/** Takes random steps with one payment: by its merchant, its customer and the tester, with faults and passing time. */
export async function walk(bench: FlowBench, paymentId: string, chance: SeededRandom): Promise<void> {
  await someFaults(bench, chance)
  const begin = chance.pick([byApi, byApi, byForm, byHand])
  const more = await begin(bench, paymentId, chance)
  const common = [...byMerchant(bench, paymentId, chance), ...(await byTester(bench, paymentId, chance))]
  const time: Act = () => bench.advance(chance.pick([0, 1500, MINUTE, 31 * MINUTE, 4 * HOUR]))
  for (let step = 0; step < 7; step += 1) {
    await chance.pick([time, time, chance.pick(common), chance.pick(more.length === 0 ? common : more)])()
  }
  await bench.settle()
  // The fault rules stay on record, but do not act on the next payments.
  await bench.call('faults.switch', { enabled: false })
}

async function someFaults(bench: FlowBench, chance: SeededRandom): Promise<void> {
  const fault = chance.pick([
    null,
    null,
    { kind: 'duplicate', copies: 2, gapMs: 1000 } as const,
    { kind: 'drop' } as const,
    { kind: 'delay', ms: 90_000 } as const,
    { kind: 'removeField', path: 'payment.id', signing: 'resign' } as const,
    { kind: 'corruptSignature' } as const,
  ])
  if (fault === null) await saveFaults(bench)
  else
    await saveFaults(
      bench,
      aFaultRule(fault, { when: chance.pick([{ kind: 'always' }, { kind: 'first', count: 1 }]) }),
    )
}

async function byApi(bench: FlowBench, paymentId: string, chance: SeededRandom): Promise<readonly Act[]> {
  const merchant = merchantOf(bench)
  const change = {
    pan: chance.pick(PANS),
    payment: {
      amount: 100 + chance.below(90_000),
      currency: chance.pick(CURRENCIES),
      description: chance.pick(['', 'Two lamps: 3,5 kg', '#7', 'any']),
    },
    customer: { id: `buyer ${chance.below(9)}`, ip_address: '203.0.113.9', email: 'nora@example.com' },
    ...chance.pick([{}, { acs_return_url: { return_url: 'http://127.0.0.1:9/back' } }]),
  }
  if (chance.below(2) === 0) await merchant.sale(paymentId, change)
  else await merchant.auth(paymentId, change)
  return [
    () => merchant.sale(paymentId, change),
    async () => {
      const key = await keyOf(bench, paymentId)
      const { challenge } = await bench.call('payments.get', { key })
      const code = chance.pick([challenge?.valid ?? '1', '999999', null])
      return bench.post('/v2/payment/card/3ds_result', {
        general: aGeneral(paymentId),
        md: key,
        pares: writePaRes({ md: key, code }),
      })
    },
  ]
}

async function byForm(bench: FlowBench, paymentId: string, chance: SeededRandom): Promise<readonly Act[]> {
  const form = await openForm(
    bench,
    anOpening(paymentId, {
      payment_amount: 100 + chance.below(90_000),
      payment_currency: chance.pick(CURRENCIES),
      ...chance.pick([{}, { payment_description: 'Two lamps: 3,5 kg' }, { operation_type: 'auth' }]),
    }),
  )
  const pay = (): Promise<unknown> => form.confirm({ pan: chance.pick(PANS) })
  await bench.advance(chance.pick([0, MINUTE]))
  await pay()
  await bench.settle()
  const key = await keyOf(bench, paymentId)
  return [
    async () => {
      await form.send('retry', {})
      await pay()
    },
    async () => {
      const { challenge } = await bench.call('payments.get', { key })
      await form.issuer(chance.pick([{ code: challenge?.valid ?? '1' }, { code: '999999' }, { cancel: '1' }]))
    },
    async () => {
      const { clarification } = await bench.call('payments.get', { key })
      const paths = Object.entries(clarification?.remaining ?? {}).flatMap(([group, names]) =>
        names.map((name) => `${group}.${name}`),
      )
      await form.send('clarification', {
        fields: Object.fromEntries(paths.map((path) => [path, 'H91 AB12'])),
      })
    },
    () => form.send('give-up', {}),
  ]
}

async function byHand(bench: FlowBench, paymentId: string, chance: SeededRandom): Promise<readonly Act[]> {
  await bench.call('payments.create', {
    paymentId,
    amount: 100 + chance.below(90_000),
    currency: chance.pick(CURRENCIES),
    card: chance.pick(PANS),
    outcome: chance.pick(['hold', 'card']),
    operation: chance.pick(['sale', 'auth']),
    ...chance.pick([{}, { description: 'By hand' }, { series: 'U' as const }]),
  })
  return []
}

/** The requests that a merchant may send about an existing payment. */
function byMerchant(bench: FlowBench, paymentId: string, chance: SeededRandom): readonly Act[] {
  const merchant = merchantOf(bench)
  return [
    () => merchant.clarify(paymentId, { avs_data: { avs_post_code: 'H91', avs_street_address: '14' } }),
    () => merchant.clarify(paymentId, chance.pick([{}, { avs_data: { avs_post_code: 'H91' } }])),
    () =>
      merchant.followUp(chance.pick(['capture', 'cancel', 'refund']), paymentId, {
        description: 'Back',
        ...chance.pick([{}, { amount: 50, currency: 'EUR' }]),
      }),
    () => merchant.status(paymentId),
  ]
}

/** What the tester may try, even if the status of the payment forbids it. */
async function byTester(bench: FlowBench, paymentId: string, chance: SeededRandom): Promise<readonly Act[]> {
  const key = await keyOf(bench, paymentId)
  const part = (): { readonly amount?: number; readonly outcome?: 'hold' } => ({
    ...chance.pick([{}, { amount: 60 }]),
    ...chance.pick([{}, { outcome: 'hold' as const }]),
  })
  return [
    () => bench.call('payments.requestClarification', { key, fields: { customer: ['email', 'first_name'] } }),
    () => bench.call('payments.complete', { key, outcome: 'success' }),
    () => bench.call('payments.complete', { key, outcome: 'decline', code: '10105' }),
    () => bench.call('payments.expireClarification', { key }),
    () => bench.call('payments.capture', { key, ...part() }),
    () => bench.call('payments.cancel', { key, ...part() }),
    () => bench.call('payments.refund', { key, ...part() }),
    () => bench.call('payments.cancelSeries', { key }),
  ].map(ignoreRefusal)
}
