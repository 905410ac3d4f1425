import { describe, expect, it } from 'vitest'
import { fromPlain } from '#lib/json/node'
import { oddAmounts } from './amounts'

describe('amounts', () => {
  it.each([{ payment_amount: '10.00' }, { payment: { amount: 10.5 } }, { list: [{ sum: '1,000' }] }])(
    'are found where they are not in minor units: %j',
    (data) => {
      expect(oddAmounts(fromPlain(data))).toHaveLength(1)
    },
  )

  it.each([{ payment_amount: 1000 }, { payment: { amount: '1050' } }, { price: '10.00' }, { amount: 'ten' }])(
    'are left alone otherwise: %j',
    (data) => {
      expect(oddAmounts(fromPlain(data))).toEqual([])
    },
  )
})
