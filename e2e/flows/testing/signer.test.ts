import { describe, expect, it } from 'vitest'
import { isSigned, signatureFor, signed, textToSign } from './signer'

describe('the signer of the flow tests', () => {
  it('signs the worked example of the contract (2.7)', () => {
    const body = {
      general: { project_id: 9041, payment_id: 'Shop/β-17' },
      additional_data: {
        customer: { first_name: 'Zoë', email: 'zoe@mail.test', billing: { country: 'IE', city: 'Galway' } },
        notes: Array.from({ length: 11 }, (_, n) => `n${n}`),
        consent: true,
        level: 2.5,
        memo: null,
        'opt:in': false,
        nil: [],
        none: {},
      },
    }
    const secret = 'mock-secret-7Rk2vQ'
    expect(Buffer.byteLength(textToSign(body))).toBe(627)
    expect(signatureFor(body, secret)).toBe(
      'b3CNhTvxezNWb3FXfTfKsUWEwoUBsSGyllUXxU0KqgixBcPlbRmK90nl5h8K+BvpzpvCBGHTFy6ie8fXiGts8g==',
    )
    expect(isSigned(JSON.stringify(signed(body, secret)), secret)).toBe(true)
    expect(isSigned(JSON.stringify(signed(body, secret)), 'another')).toBe(false)
  })
})
