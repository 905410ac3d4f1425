import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardNumber, NAMED_CARDS, readAmount, readDuration, writeAmount, writeDuration } from './fields'
import { TEST_CARDS } from '#domain/provider/test-cards'

describe('amounts and times', () => {
  it.each([
    ['46.50 EUR', 4650],
    ['46.5 EUR', 4650],
    ['46 EUR', 4600],
    ['1500 JPY', 1500],
    ['1.234 KWD', 1234],
  ])('such as %s are read in minor units', (text, amount) => {
    expect(readAmount(text)?.amount).toBe(amount)
  })

  it.each(['46.505 EUR', '1.5 JPY', '46.50', 'EUR 46', '-1 EUR', '46,50 EUR'])('cannot be %s', (text) => {
    expect(readAmount(text)).toBeNull()
  })

  it.each([
    ['500 ms', 500],
    ['1.5 s', 1500],
    ['30 min', 1_800_000],
    ['4h', 14_400_000],
    ['11 d', 950_400_000],
  ])('such as %s are read in milliseconds', (text, ms) => {
    expect(readDuration(text)).toBe(ms)
  })

  it.each(['30', '30 minutes', '-1 s', '9999 d'])('cannot be written as %s', (text) => {
    expect(readDuration(text)).toBeNull()
  })

  it('are read back as written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 12 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (amount, currency) => {
          expect(readAmount(writeAmount({ amount, currency }))).toEqual({ amount, currency })
        },
      ),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400_000 }), (ms) => {
        expect(readDuration(writeDuration(ms))).toBe(ms)
      }),
    )
  })
})

it('test cards are named by what they do, and numbers stay unchanged', () => {
  const numbers = TEST_CARDS.map(({ number }) => number)
  for (const name of Object.keys(NAMED_CARDS)) expect(numbers).toContain(cardNumber(name))
  expect(cardNumber('4000000000000002')).toBe('4000000000000002')
})
