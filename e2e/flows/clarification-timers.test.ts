import { beforeEach, describe, expect, it } from 'vitest'
import { PROJECT, START } from './testing/flow-bench'
import { aClarification, aGeneral, AVS_ANSWER, CARDS, DAY, MINUTE, summaryOf } from './testing/requests'
import { signed } from './testing/signer'
import { exchange } from './testing/wire-client'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop } = useMerchantBench({ per: 'test' })

const expiryOf = async (paymentId: string): Promise<number> => {
  const { clarification } = await summaryOf(bench, paymentId)
  return Date.parse(clarification?.expiresAt ?? '') - START
}

describe('the 30 minutes', () => {
  beforeEach(async () => {
    await shop.sale('wait', { pan: CARDS.avs })
    await bench.advance(10 * MINUTE)
  })

  const complete = signed(aClarification('wait', AVS_ANSWER), PROJECT.secret)
  it.each([
    ['without additional_data', signed({ general: aGeneral('wait') }, PROJECT.secret), 400, '2004'],
    ['with a signature that does not match', { ...complete, additional_data: {} }, 400, '3261'],
    ['that is not JSON', '{"general":', 422, '2003'],
  ])('are not restarted by a request %s', async (_, body, status, code) => {
    const response = await exchange(`${bench.ready.platform}/v2/payment/clarification`, {
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    expect([response.status, response.json['code']]).toEqual([status, code])
    expect(await expiryOf('wait')).toBe(30 * MINUTE)
    await bench.settle()
    expect(merchant.received).toHaveLength(1)
  })
})

describe('a repeat of the request that completed a clarification', () => {
  it('gets the stored acknowledgement, changes nothing and sends nothing', async () => {
    await shop.sale('repeat', { pan: CARDS.avs })
    const body = JSON.stringify(signed(aClarification('repeat', AVS_ANSWER), PROJECT.secret))
    const send = () => exchange(`${bench.ready.platform}/v2/payment/clarification`, { body })
    const first = await send()
    await bench.settle()
    const sent = merchant.received.length
    expect((await send()).text).toBe(first.text)
    await bench.advance(DAY)
    expect((await send()).text).toBe(first.text)
    expect(merchant.received).toHaveLength(sent)

    const sameDataOtherBytes = await exchange(`${bench.ready.platform}/v2/payment/clarification`, {
      body: `${body} `,
    })
    expect([sameDataOtherBytes.status, sameDataOtherBytes.json['code']]).toEqual([400, '3060'])
    const empty = await shop.clarify('repeat', {})
    expect([empty.status, empty.json['code']]).toEqual([400, '3060'])
  })
})
