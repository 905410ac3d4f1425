import { describe, expect, it } from 'vitest'
import { fromPlain } from '#lib/json/node'
import { oddAmounts, semicolonWarning } from './remarks'

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

const warning = (data: unknown): string | null => semicolonWarning(fromPlain(data))

describe('the warning about semicolons', () => {
  it.each([
    ['a text', { customer: { street: 'Mill; Lane 4' } }, 'customer.street'],
    ['a text in a list', { items: [{ name: 'a' }, { name: 'b;c' }] }, 'items.1.name'],
    ['a key', { 'a;b': { c: 'd;e' } }, 'a;b'],
  ])('names %s that holds one', (_what, data, place) => {
    expect(warning(data)).toContain(`A semicolon stands in ${place}. It also joins the lines`)
  })

  it('names three places and says that there are more', () => {
    expect(warning({ a: ';', b: ';', c: ';' })).toContain('in a, b, c. It')
    expect(warning({ a: ';', b: ';', c: ';', d: ';' })).toContain('in a, b, c and more. It')
  })

  it.each([{ a: 'b' }, { signature: 'a;b', general: { signature: ';' } }, [1, true, null, {}]])(
    'has nothing to say about %j',
    (data) => {
      expect(warning(data)).toBeNull()
    },
  )
})
