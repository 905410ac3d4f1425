import { describe, expect, it } from 'vitest'
import { PROJECT } from './testing/flow-bench'
import { codeOf, idsIn, isNeeded, methodAt, useMethodShop } from './testing/method-shop'
import { aGeneral } from './testing/requests'
import { isSigned, type JsonRecord } from './testing/signer'
import type { WireResponse } from './testing/wire-client'

const { bench, banksOf, expectRequested, requestsOf } = useMethodShop()

describe('lists (contract 16.9)', () => {
  const refusalOf = ({ status, text, json }: WireResponse) => [status, json['code'], text]

  it('of banks are signed, and the same for a country', async () => {
    const listed = await banksOf('banks/sepa', 'EUR')
    expect(isSigned(listed.text, PROJECT.secret)).toBe(true)
    expect(Object.keys(listed.json)).toEqual(['banks', 'signature'])
    const ids = await idsIn(listed)
    expect(new Set(ids).size).toBe(8)
    expect(await idsIn(banksOf('banks/sepa', 'GBP'))).toEqual(ids)
    const french = await idsIn(banksOf('banks/sepa', 'EUR', { country: 'FR' }))
    expect(ids.filter((each) => french.includes(each))).toEqual([])
    expect(refusalOf(await banksOf('banks/sepa', 'EUR', {}))).toEqual([
      400,
      '2004',
      expect.stringContaining('"field":"customer.country"'),
    ])
    expect(codeOf(await banksOf('banks/none', 'EUR'))).toBe('2541')
    expect(codeOf(await banksOf('banks/sepa', 'USD'))).toBe('3023')
  })

  it('of banks have every bank that a sale may name', async () => {
    const sell = async (path: string, bank: unknown): Promise<WireResponse> => {
      const { send } = await requestsOf(methodAt(path), 'sale', { 'account.bank_id': bank })
      return send(`at-${path}`, isNeeded)
    }
    expect(refusalOf(await sell('banks/thailand', 1))).toEqual([
      400,
      '2004',
      expect.stringContaining('"field":"account.bank_id"'),
    ])
    const last = (await idsIn(banksOf('banks/thailand', 'THB'))).at(-1)
    expect((await sell('banks/thailand', last)).status).toBe(200)
    expect((await sell('bank-transfer/korea', '1')).status).toBe(200)
    await bench.settle()
    expectRequested('at-bank-transfer/korea', 'account.bank_id')
  })

  it('of mobile operators and of methods are signed', async () => {
    const general = aGeneral('lists')
    const payment = { amount: 4650, currency: 'KES' }
    const mobile = await bench.post('/v2/info/mobile/payout/list', { general, payment })
    expect(mobile.json['operators']).toHaveLength(8)
    const listOf = async (body: JsonRecord) => {
      const response = await bench.post('/v2/info/available-methods/payout/list', { general, ...body })
      expect(isSigned(response.text, PROJECT.secret)).toBe(true)
      return response.json
    }
    expect(isSigned(mobile.text, PROJECT.secret)).toBe(true)
    const named = ['card', 'banks/thailand', 'bancontact', 'none']
    const list = named.map((payment_method) => ({ payment_method }))
    expect(await listOf({ payment_method_list: list, amount: 1, currency: 'THB' })).toMatchObject({
      project_id: PROJECT.id,
      available_methods: named.map((payment_method, index) => ({ payment_method, is_available: index < 2 })),
    })
    expect((await listOf({}))['available_methods']).toContainEqual({
      payment_method: 'card',
      is_available: true,
    })
  })
})
