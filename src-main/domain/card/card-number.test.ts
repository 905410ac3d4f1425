import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandOf } from './brand'
import { isCardNumber, isLuhnValid, maskCardNumber } from './card-number'

describe('Luhn', () => {
  it('accepts a valid check digit and detects any single wrong digit', () => {
    expect(isLuhnValid('4000000000000077')).toBe(true)
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (at, shift) => {
        const digits = Array.from('4000000000000077')
        digits[at] = String((Number(digits[at]) + shift) % 10)
        expect(isLuhnValid(digits.join(''))).toBe(false)
      }),
    )
  })

  it('refuses text that is not only ASCII digits', () => {
    for (const text of ['', ' 0', '4000 0000 0000 0077', '4000000000000077\n', '٠']) {
      expect(isLuhnValid(text)).toBe(false)
    }
  })
})

describe('brand', () => {
  it.each([
    ['2221000000000009', 'mastercard'],
    ['2720990000000007', 'mastercard'],
    ['6759649826438453', 'maestro'],
    ['378282246310005', 'amex'],
    ['341111111111111', 'amex'],
    ['9112000000000000', 'belcard'],
    ['9792000000000000', 'troy'],
    ['2205000000000000', null],
    ['2721000000000000', null],
    ['', null],
    ['2', null],
  ])('of %j is %s', (number, brand) => {
    expect(brandOf(number)).toBe(brand)
  })
})

describe('card number', () => {
  it('has 16 to 19 digits (amex also 15) and a valid check digit', () => {
    for (const number of ['4000000000000077', '378282246310005']) expect(isCardNumber(number)).toBe(true)
    const others = ['4000000000000078', '4222222222222', '400000000000002', '40000000000000000002']
    for (const text of [...others, '4000 0000 0000 0077'])
      expect([text, isCardNumber(text)]).toEqual([text, false])
  })

  it.each([
    ['4000000000000077', '400000******0077'],
    ['378282246310005', '378282******0005'],
    ['4000000000000000077', '400000******0077'],
    ['4000001234', '**********'],
    ['40000000000000000077777', '****************'],
    ['', ''],
  ])('shows its first six and last four digits, or none if it is too short or long: %j', (number, masked) => {
    expect(maskCardNumber(number)).toBe(masked)
  })
})
