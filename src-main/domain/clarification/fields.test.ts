import { describe, expect, it } from 'vitest'
import {
  additionalDataOf,
  type ClarificationFields,
  countFields,
  filterFields,
  flattenFields,
  isEmptyFields,
  mergeFields,
  NO_FIELDS,
} from './fields'

const pathsOf = (fields: ClarificationFields): readonly string[] =>
  flattenFields(fields).map(({ path }) => path)

const asked: ClarificationFields = {
  customer: ['email', 'billing.city', 'day_of_birth'],
  avs_data: ['avs_post_code', 'avs_street_address'],
}

describe('clarification fields', () => {
  it('are counted and flattened in the requested order', () => {
    expect(countFields(asked)).toBe(5)
    expect(pathsOf(asked)).toEqual([
      'customer.email',
      'customer.billing.city',
      'customer.day_of_birth',
      'avs_data.avs_post_code',
      'avs_data.avs_street_address',
    ])
    expect(flattenFields(asked)[1]).toEqual({
      key: 'customer',
      name: 'billing.city',
      path: 'customer.billing.city',
    })
  })

  it('are empty if no key requests a name', () => {
    expect(isEmptyFields(NO_FIELDS)).toBe(true)
    expect(isEmptyFields({ customer: [] })).toBe(true)
    expect(isEmptyFields(asked)).toBe(false)
  })

  it('lose a key that has no name left', () => {
    const settled = ['avs_data.avs_street_address', 'avs_data.avs_post_code', 'customer.billing.city']
    const left = filterFields(asked, ({ path }) => !settled.includes(path))
    expect(left).toEqual({ customer: ['email', 'day_of_birth'] })
    expect(Object.keys(left)).toEqual(['customer'])
  })

  it('merge without repeating a name, with the first list first', () => {
    const merged = mergeFields(asked, { account: ['number'], customer: ['phone', 'email'] })
    expect(Object.entries(merged)).toEqual([
      ['customer', ['email', 'billing.city', 'day_of_birth', 'phone']],
      ['avs_data', ['avs_post_code', 'avs_street_address']],
      ['account', ['number']],
    ])
  })

  it('treat a hostile key as an ordinary key', () => {
    const hostile: ClarificationFields = Object.fromEntries([['__proto__', ['polluted']]])
    expect(pathsOf(mergeFields(asked, hostile))).toContain('__proto__.polluted')
    expect(pathsOf(filterFields(hostile, () => true))).toEqual(['__proto__.polluted'])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

describe('additional_data', () => {
  it('nests names at their dots, and prefers nested values to a value of their parent', () => {
    expect(
      additionalDataOf([
        ['customer.billing', 'x'],
        ['customer.email', 'nora@mail.test'],
        ['customer.billing.country', 'IE'],
        ['customer.billing', 'x'],
        ['customer.billing.city', 'Galway'],
      ]),
    ).toEqual({ customer: { email: 'nora@mail.test', billing: { country: 'IE', city: 'Galway' } } })
  })

  it('treats __proto__ as an ordinary key', () => {
    expect(JSON.stringify(additionalDataOf([['__proto__.a', '1']]))).toBe('{"__proto__":{"a":"1"}}')
  })
})
