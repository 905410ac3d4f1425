import { describe, expect, it } from 'vitest'
import type { MethodName, Params } from '#protocol/methods'
import { PROJECT } from './testing/flow-bench'
import { anOpening, openForm } from './testing/form-client'
import { decide } from './testing/method-shop'
import { aBancontactSale, AVS_ANSWER, callbacksOf, CARDS, HOUR, MINUTE, summaryOf } from './testing/requests'
import { seededRandom } from '#domain/testing/seeded'
import { isRecord, isSigned, type JsonRecord } from './testing/signer'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop } = useMerchantBench({ per: 'file' })

/** How many contenders of each kind act on one payment at once. */
const EACH = 30
const SEEDS = process.env['PAYBENCH_TESTS'] === 'all' ? [1, 20_260, 777_003, 4, 50_505] : [1, 20_260]

/** The outcome of one contender: `won` means 200 or 204 from the API or a form page, or a result of an API method. */
interface Attempt {
  readonly kind: string
  readonly won: boolean
  readonly text: string
}

type Contender = () => Promise<Attempt>

const byApi =
  (kind: string, send: () => Promise<{ readonly status: number; readonly text: string }>): Contender =>
  async () => {
    const { status, text } = await send()
    expect(status, `${kind}: ${text}`).toBeLessThan(500)
    return { kind, won: status === 200 || status === 204, text }
  }

const byMethod =
  <Name extends MethodName>(kind: string, name: Name, params: Params<Name>): Contender =>
  async () => {
    try {
      return { kind, won: true, text: JSON.stringify(await bench.call(name, params)) }
    } catch (error) {
      const text = String(error)
      expect(text, 'a method is refused with a reason, and does not fail').toMatch(
        /"code":"(?:wrong_state|conflict|invalid_params)"/,
      )
      return { kind, won: false, text }
    }
  }

const clockJump = (ms: number): Contender => byMethod('clock', 'clock.advance', { ms })

/** Lets several contenders of each kind act at once, in an order that depends on the seed. */
async function race(seed: number, kinds: readonly Contender[]): Promise<readonly Attempt[]> {
  const chance = seededRandom(seed)
  const order = kinds
    .flatMap((contender) => Array.from({ length: EACH }, () => ({ contender, at: chance.below(1_000_000) })))
    .sort((a, b) => a.at - b.at)
  const attempts = await Promise.all(order.map(({ contender }) => contender()))
  await bench.settle()
  return attempts
}

const winners = (attempts: readonly Attempt[], ...kinds: readonly string[]): readonly Attempt[] =>
  attempts.filter(({ kind, won }) => won && kinds.includes(kind))

/** The result callbacks that the merchant has received for this payment, each signed and unique. */
function resultsOf(paymentId: string): readonly JsonRecord[] {
  const own = merchant.received.filter(
    ({ json: { payment } }) => isRecord(payment) && payment['id'] === paymentId,
  )
  expect(own.every(({ text }) => isSigned(text, PROJECT.secret))).toBe(true)
  const results = own.map(({ json }) => json).filter((json) => 'operation' in json)
  const requests = results.map(({ operation }) => (isRecord(operation) ? operation['request_id'] : undefined))
  expect(new Set(requests).size, 'one callback for each outcome').toBe(results.length)
  return results
}

/** Expects the same status in the timeline, the list and the status response, and every callback delivered. */
async function expectOneTruth(paymentId: string): Promise<string> {
  const summary = await summaryOf(bench, paymentId)
  const { timeline } = await bench.call('payments.get', { key: summary.key })
  const payment = (await shop.status(paymentId)).json['payment']
  expect(isRecord(payment) ? payment['status'] : undefined).toBe(summary.status)
  expect(timeline.filter(({ status }) => status !== undefined).at(-1)?.status).toBe(summary.status)
  const times = timeline.map(({ at }) => Date.parse(at))
  expect([...times].sort((a, b) => a - b)).toEqual(times)
  expect((await callbacksOf(bench, paymentId)).every(({ state }) => state === 'delivered')).toBe(true)
  return summary.status
}

const sumOf = (value: unknown): number => {
  const sum = isRecord(value) ? value['amount'] : undefined
  if (typeof sum !== 'number') throw new Error('There is no sum')
  return sum
}

describe.each(SEEDS)('in a race (seed %d),', (seed) => {
  it('approve, decline and request clarification lead to one decision and one result', async () => {
    const paymentId = `decide-${String(seed)}`
    const { key } = await bench.call('payments.create', { paymentId, amount: 5000, currency: 'EUR' })
    const attempts = await race(seed, [
      byMethod('approve', 'payments.complete', { key, outcome: 'success' }),
      byMethod('decline', 'payments.complete', { key, outcome: 'decline' }),
      byMethod('ask', 'payments.requestClarification', { key, fields: { avs_data: ['avs_post_code'] } }),
      byApi('answer', () => shop.clarify(paymentId, AVS_ANSWER)),
      byApi('look', () => shop.status(paymentId)),
    ])
    const [winner, ...more] = winners(attempts, 'approve', 'decline')
    expect(more).toEqual([])
    const status = await expectOneTruth(paymentId)
    expect(status).toBe(winner?.kind === 'approve' ? 'success' : 'decline')
    expect(resultsOf(paymentId)).toHaveLength(1)
    expect(winners(attempts, 'look')).toHaveLength(EACH)
  })

  it('capture, cancel and clock jumps end a hold only once', async () => {
    const paymentId = `hold-${String(seed)}`
    await shop.held(paymentId, { payment: { amount: 5000, currency: 'EUR' } })
    const attempts = await race(seed, [
      byApi('capture', () => shop.followUp('capture', paymentId)),
      byApi('cancel', () => shop.followUp('cancel', paymentId)),
      clockJump(MINUTE),
    ])
    expect(winners(attempts, 'capture', 'cancel')).toHaveLength(1)
    const status = await expectOneTruth(paymentId)
    expect(status).toBe(winners(attempts, 'capture').length === 1 ? 'success' : 'canceled')
    const { sum_request: requested, sum_real: real } = (await shop.status(paymentId)).json
    expect(sumOf(real)).toBeLessThanOrEqual(sumOf(requested))
    expect(resultsOf(paymentId), 'of the hold, and of its end').toHaveLength(2)
  })

  it('partial and full refunds with clock jumps never return more than was paid', async () => {
    const paymentId = `refund-${String(seed)}`
    await shop.sold(paymentId, { payment: { amount: 5000, currency: 'EUR' } })
    const refund = (amount: number) =>
      byApi(`refund ${String(amount)}`, () =>
        shop.followUp('refund', paymentId, { description: 'Back', amount }),
      )
    const attempts = await race(seed, [refund(700), refund(1100), refund(5000), clockJump(1000)])
    const refunded = winners(attempts, 'refund 700', 'refund 1100', 'refund 5000').reduce(
      (sum, { kind }) => sum + Number(kind.split(' ')[1]),
      0,
    )
    expect(refunded).toBeGreaterThan(0)
    expect(refunded).toBeLessThanOrEqual(5000)
    await expectOneTruth(paymentId)
    const results = resultsOf(paymentId)
    const left = results.map(({ payment }) => sumOf(isRecord(payment) ? payment['sum'] : undefined))
    expect(Math.min(...left), 'the remaining amount in the last callback').toBe(5000 - refunded)
    expect(results, 'of the sale and of each refund').toHaveLength(
      1 + attempts.filter(({ kind, won }) => won && kind.startsWith('refund')).length,
    )
    expect(sumOf((await shop.status(paymentId)).json['sum_real']), 'the captured amount').toBe(5000)
  })

  it('a refund that awaits clarification is approved, declined or timed out at most once', async () => {
    const paymentId = `asked-refund-${String(seed)}`
    await shop.sold(paymentId, { payment: { amount: 5000, currency: 'EUR' } })
    const { key } = await summaryOf(bench, paymentId)
    await bench.call('payments.refund', { key, amount: 1200, outcome: 'hold' })
    await bench.call('payments.requestClarification', { key, fields: { avs_data: ['avs_post_code'] } })
    const attempts = await race(seed, [
      byMethod('approve', 'payments.complete', { key, outcome: 'success' }),
      byMethod('decline', 'payments.complete', { key, outcome: 'decline' }),
      byMethod('expire', 'payments.expireClarification', { key }),
      byApi('answer', () => shop.clarify(paymentId, AVS_ANSWER)),
      clockJump(MINUTE),
    ])
    const ends = winners(attempts, 'approve', 'decline', 'expire')
    expect(ends.length).toBeLessThanOrEqual(1)
    await bench.advance(24 * HOUR)
    const status = await expectOneTruth(paymentId)
    const returned = ends[0]?.kind === 'approve'
    expect(status).toBe(returned ? 'partially reversed' : 'success')
    expect(resultsOf(paymentId), 'of the sale and of the refund').toHaveLength(2)
    expect((await bench.call('payments.get', { key })).available.refund).toBe(returned ? 3800 : 5000)
  })

  it('a clarification answered on the page and by API while time runs out leads to one result', async () => {
    const paymentId = `clarify-${String(seed)}`
    const form = await openForm(bench, anOpening(paymentId))
    expect((await form.pay({ pan: CARDS.avs })).view).toBe('clarification')
    const { key } = await summaryOf(bench, paymentId)
    const fields = { 'avs_data.avs_post_code': 'H91 AB12', 'avs_data.avs_street_address': '14 Long Walk' }
    const attempts = await race(seed, [
      byApi('page', () => form.send('clarification', { fields })),
      byApi('api', () => shop.clarify(paymentId, AVS_ANSWER)),
      byApi('give up', () => form.send('give-up', {})),
      byMethod('decline', 'payments.complete', { key, outcome: 'decline' }),
      clockJump(HOUR),
    ])
    expect(attempts).toHaveLength(5 * EACH)
    await bench.advance(HOUR)
    const status = await expectOneTruth(paymentId)
    expect(['success', 'decline']).toContain(status)
    expect(resultsOf(paymentId)).toHaveLength(1)
    expect(winners(attempts, 'decline').length).toBeLessThanOrEqual(1)
  })

  it('tester, customer at the provider and the end of the time to pay lead to one decision', async () => {
    const paymentId = `provider-${String(seed)}`
    const sale = { ...aBancontactSale(paymentId), return_url: { return: 'https://shop.test/back' } }
    await bench.post('/v2/payment/bancontact/sale', sale)
    await bench.settle()
    const { key } = await summaryOf(bench, paymentId)
    const { providerUrl = '' } = await bench.call('payments.get', { key })
    const attempts = await race(seed, [
      byMethod('tester', 'payments.decideAtProvider', { key, outcome: 'declined' }),
      async () => {
        const { status, text } = await decide(providerUrl, { decision: 'paid' })
        expect([200, 303]).toContain(status)
        // Only a customer who has decided is sent back to the shop.
        return { kind: 'customer', won: status === 303, text }
      },
      clockJump(HOUR),
    ])
    const [winner, ...more] = winners(attempts, 'tester', 'customer').map(({ kind }) => kind)
    expect(more).toEqual([])
    const status = await expectOneTruth(paymentId)
    expect(status).toBe(winner === 'customer' ? 'success' : 'decline')
    const code = winner === 'customer' ? '0' : winner === 'tester' ? '20000' : '20602'
    expect(resultsOf(paymentId)).toMatchObject([{ payment: { status }, operation: { status, code } }])
    const { timeline } = await bench.call('payments.get', { key })
    const events = timeline.filter(({ kind }) => kind === 'event')
    const decisions = events.filter(({ from, to }) => from !== 'platform' && to === 'provider')
    expect(decisions.map(({ from }) => from)).toEqual(winner === undefined ? [] : [winner])
    const ends = events.map(({ title }) => title).filter((title) => title.startsWith('sale: '))
    expect(ends).toEqual([`sale: ${status} ${code}`])
  })

  it('one payment id sent many times creates one payment', async () => {
    const paymentId = `same-${String(seed)}`
    const attempts = await race(seed, [
      byApi('sale', () => shop.sale(paymentId)),
      byApi('auth', () => shop.auth(paymentId)),
    ])
    expect(winners(attempts, 'sale', 'auth')).toHaveLength(1)
    const { total } = await bench.call('payments.list', { query: `id="${paymentId}"` })
    expect(total).toBe(1)
    await expectOneTruth(paymentId)
    expect(resultsOf(paymentId)).toHaveLength(1)
  })
})
