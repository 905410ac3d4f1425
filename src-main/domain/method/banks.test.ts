import { describe, expect, it } from 'vitest'
import { banksFor, operatorsFor } from './banks'
import { METHODS } from './method'

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`))

describe('the banks of a country (contract 16.9)', () => {
  it('are eight, with different ids, names and abbreviations, in each country', () => {
    const ids = COUNTRIES.flatMap((country) => {
      const operators = operatorsFor({ payment: { currency: 'EUR' }, customer: { country } })
      expect(new Set(operators.map(({ name }) => name)).size, country).toBe(8)
      expect(new Set(operators.map(({ abbreviation }) => abbreviation)).size, country).toBe(8)
      return operators.map(({ id }) => id)
    })
    expect(new Set(ids).size).toBe(8 * COUNTRIES.length)
  })

  it('are of the type and the currencies of the method', () => {
    for (const method of METHODS) {
      const parameter = method.operations.sale?.parameters.find(({ name }) => name === 'account.bank_id')
      if (parameter === undefined) continue
      const [currency = 'EUR'] = method.currencies
      const [bank] = banksFor(method, 'sale', { payment: { currency } })
      expect(typeof bank?.id, method.path).toBe(parameter.type === 'string' ? 'string' : 'number')
      expect(bank?.currencies, method.path).toEqual(method.currencies)
    }
  })
})
