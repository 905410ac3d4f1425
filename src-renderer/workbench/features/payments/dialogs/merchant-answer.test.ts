import { describe, expect, it } from 'vitest'
import { additionalDataOf, type JsonType } from './merchant-answer'

const given = (key: string, name: string, value: string, type: JsonType = 'string') => ({
  key,
  name,
  value,
  type,
})

describe('the data that the merchant answers with', () => {
  it('nests names at their dots', () => {
    expect(
      additionalDataOf([
        given('avs_data', 'avs_post_code', 'H91 AB12'),
        given('customer', 'email', 'nora@mail.test'),
        given('customer', 'billing.country', 'IE'),
        given('customer', 'billing.city', 'Galway'),
      ]),
    ).toEqual({
      avs_data: { avs_post_code: 'H91 AB12' },
      customer: { email: 'nora@mail.test', billing: { country: 'IE', city: 'Galway' } },
    })
  })

  it('leaves out what is empty, and is then the empty object that buys time', () => {
    expect(additionalDataOf([given('customer', 'email', ''), given('customer', 'billing.city', '')])).toEqual(
      {},
    )
  })

  it('keeps spaces: the platform has to judge them', () => {
    expect(additionalDataOf([given('customer', 'email', ' ')])).toEqual({ customer: { email: ' ' } })
  })

  it('writes booleans where the field is one and the text can be one', () => {
    expect(
      additionalDataOf([given('customer', 'a', 'true', 'boolean'), given('customer', 'b', 'yes', 'boolean')]),
    ).toEqual({ customer: { a: true, b: 'yes' } })
  })

  it('writes a number only where the field is one and the text can be one', () => {
    expect(
      additionalDataOf([
        given('customer', 'ssn', '1234', 'number'),
        given('customer', 'x', '0123', 'number'),
        given('customer', 'zip', '1234'),
      ]),
    ).toEqual({ customer: { ssn: 1234, x: '0123', zip: '1234' } })
  })

  it('lets a nested name win over a plain one of the same path', () => {
    expect(
      additionalDataOf([given('customer', 'billing', 'x'), given('customer', 'billing.city', 'y')]),
    ).toEqual({
      customer: { billing: { city: 'y' } },
    })
  })

  it('keeps a key named like the prototype an ordinary key', () => {
    expect(JSON.stringify(additionalDataOf([given('__proto__', 'a', '1')]))).toBe('{"__proto__":{"a":"1"}}')
  })
})
