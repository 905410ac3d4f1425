import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFlowBench, PROJECT, type FlowBench } from './testing/flow-bench'
import { anOpening, openForm } from './testing/form-client'
import { openMerchant, type TestMerchant } from './testing/merchant'
import { RESULT_SHAPE } from './testing/mission-shapes'
import { CARDS, merchantOf, type MerchantClient } from './testing/requests'
import { shapeOf } from './testing/shape'
import { isSigned } from './testing/signer'

let merchant: TestMerchant
let bench: FlowBench
let shop: MerchantClient
beforeAll(async () => {
  merchant = await openMerchant()
  bench = await openFlowBench({ callbackUrl: merchant.url })
  shop = merchantOf(bench)
})
afterAll(async () => {
  await bench.close()
  await merchant.close()
})

describe('a payment that registers a series (contract 12 row 1)', () => {
  it.each([
    ['recurring_register', { recurring_register: true }, '2033-07-31T00:00:00+0000'],
    [
      'recurring with an end of its own',
      { recurring: { register: true, type: 'U', expiry_day: '15', expiry_month: '06', expiry_year: '2031' } },
      '2031-06-15T00:00:00+0000',
    ],
  ])('by the API with %s says so in its result and in the status', async (label, change, validThru) => {
    await shop.sale(label, change)
    await bench.settle()
    const callback = merchant.received.at(-1)
    expect(shapeOf(callback?.json)).toEqual({
      ...RESULT_SHAPE,
      'recurring.id': 'integer',
      'recurring.currency': 'string',
      'recurring.valid_thru': 'string',
    })
    expect(callback?.json['recurring']).toMatchObject({ currency: 'EUR', valid_thru: validThru })
    expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
    bench = await bench.restart()
    shop = merchantOf(bench)
    expect((await shop.status(label)).json['recurring']).toEqual(callback?.json['recurring'])
  })

  it('on the form says so as well', async () => {
    const form = await openForm(bench, anOpening('form-series', { recurring_register: 1 }))
    await form.confirm()
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({
      payment: { id: 'form-series', status: 'success' },
      recurring: { currency: 'EUR', valid_thru: '2033-07-31T00:00:00+0000' },
    })
  })

  it.each([
    ['was declined', { pan: CARDS.decline, recurring_register: true }],
    ['asked for none', { recurring: { register: false } }],
  ])('has none where it %s', async (label, change) => {
    await shop.sale(label, change)
    await bench.settle()
    expect(shapeOf(merchant.received.at(-1)?.json)).toEqual(RESULT_SHAPE)
  })

  it('is refused with an end that is no date part', async () => {
    const answer = await shop.sale('odd', { recurring: { register: true, expiry_month: 13 } })
    expect(answer.json).toMatchObject({
      errors: [{ field: 'recurring.expiry_month', constraint: 'maximum' }],
    })
  })
})
