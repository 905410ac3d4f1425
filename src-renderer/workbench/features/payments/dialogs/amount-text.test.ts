import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount, writeAmount } from './amount-text'

describe('an amount as a person writes it', () => {
  it.each([
    ['46.50', 'EUR', 4650],
    ['46,5', 'EUR', 4650],
    ['1 200', 'GBP', 120_000],
    ["1'200.00", 'CHF', 120_000],
    ['12400', 'JPY', 12_400],
    ['18.250', 'KWD', 18_250],
    ['0.001', 'KWD', 1],
    ['5.', 'EUR', 500],
  ])('%s %s is %i minor units', (text, currency, amount) => {
    expect(readAmount(text, currency)).toEqual({ amount })
  })

  it.each([
    ['', 'EUR'],
    ['0', 'EUR'],
    ['-5', 'EUR'],
    ['1.005', 'EUR'],
    ['1.5', 'JPY'],
    ['1.2.3', 'EUR'],
    ['12e3', 'EUR'],
    ['999999999999999', 'EUR'],
  ])('%j %s is refused with a reason', (text, currency) => {
    expect(readAmount(text, currency)).toHaveProperty('error')
  })

  it('names what can still be taken', () => {
    expect(readAmount('46.51', 'EUR', 4650)).toEqual({
      error: 'The amount is too high. Enter at most 46.50 EUR.',
    })
  })

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000_000_000 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (amount, currency) => {
          expect(readAmount(writeAmount(amount, currency), currency)).toEqual({ amount })
        },
      ),
    )
  })
})
