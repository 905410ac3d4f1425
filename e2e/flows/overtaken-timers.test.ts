import { afterEach, describe, expect, it } from 'vitest'
import { openFlowBench, PROJECT, START, type FlowBench } from './testing/flow-bench'
import { CARDS, HOUR, MINUTE, aGeneral, merchantOf, summaryOf } from './testing/requests'
import { signed } from './testing/signer'
import { exchange } from './testing/wire-client'

let bench: FlowBench
afterEach(async () => {
  await bench.close()
})

describe('a clock that jumps over several timers of one payment', () => {
  it('lets the clarification end by its own wait, not by the later deadline', async () => {
    bench = await openFlowBench()
    const shop = merchantOf(bench)
    await shop.sale('jumped', { pan: CARDS.avs })
    await bench.call('clock.set', { now: new Date(START + 40 * HOUR).toISOString() })
    await bench.settle()
    expect(await summaryOf(bench, 'jumped')).toMatchObject({
      status: 'decline',
      resultCode: '603',
      updatedAt: new Date(START + 30 * MINUTE).toISOString(),
    })
  })
})

describe('the place of an API signature', () => {
  it('is general: a stray signature at the top level neither helps nor hurts', async () => {
    bench = await openFlowBench()
    const shop = merchantOf(bench)
    await shop.sale('placed', { pan: CARDS.avs })
    const request = signed({ general: aGeneral('placed') }, PROJECT.secret)
    const { general } = request
    const post = (body: object) =>
      exchange(`${bench.ready.platform}/v2/payment/status`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await post({ ...request, signature: 'stray' })).status).toBe(200)
    const moved = { general: { ...general, signature: 'wrong' }, signature: general['signature'] }
    expect((await post(moved)).status).toBe(400)
  })
})

describe('optional data of the initial request', () => {
  it('counts with spaces around it, and a region with its country', async () => {
    bench = await openFlowBench({
      switches: {
        outcome: { mode: 'clarify', fields: { customer: ['billing.region_code', 'billing.city'] } },
      },
    })
    const shop = merchantOf(bench)
    await shop.sale('supplied', {
      pan: CARDS.success,
      customer: {
        id: 'buyer-1',
        ip_address: '203.0.113.9',
        middle_name: '   ',
        billing: { country: ' IE ', region_code: 'D', city: ' Galway ' },
      },
    })
    await bench.settle()
    const { items } = await bench.call('captures.list', { query: 'payment:supplied' })
    const { body } = await bench.call('captures.get', { id: items[0]?.id ?? '' })
    expect(await summaryOf(bench, 'supplied')).toMatchObject({ status: 'success' })
    expect(JSON.parse(body ?? '{}')).toMatchObject({ country: 'IE' })
  })
})
