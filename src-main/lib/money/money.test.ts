import { describe, expect, it } from 'vitest'
import { COUNTRY_CODES, isCountryCode } from './country'
import fc from 'fast-check'
import { exponentOf, formatMinorUnits, isCurrencyCode } from './minor-units'

describe('country', () => {
  describe('country codes', () => {
    it('are the 249 assigned ones, each once, in order', () => {
      expect(COUNTRY_CODES).toHaveLength(249)
      expect(COUNTRY_CODES).toEqual([...new Set(COUNTRY_CODES)].toSorted())
      expect(COUNTRY_CODES.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
    })

    it('all have an English name', () => {
      const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
      expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([])
    })

    it('leave out reserved and private codes, and other spellings', () => {
      for (const text of ['UK', 'EU', 'XK', 'ZZ', 'AA', 'ie', 'IRL', ' IE', '']) {
        expect(isCountryCode(text)).toBe(false)
      }
      expect(isCountryCode('GB')).toBe(true)
      expect(isCountryCode('IE')).toBe(true)
    })
  })
})

describe('money', () => {
  describe('currencies', () => {
    it('have two digits after the decimal point unless the table says otherwise', () => {
      expect(['EUR', 'USD', 'GBP', 'ZZZ'].map(exponentOf)).toEqual([2, 2, 2, 2])
      expect(['JPY', 'CLF', 'XDR', 'KZZ', 'TST'].map(exponentOf)).toEqual([0, 0, 0, 0, 0])
      expect(['KWD', 'BHD', 'TND'].map(exponentOf)).toEqual([3, 3, 3])
    })

    it('include 22 without digits after the decimal point and 7 with three', () => {
      const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}`)))
      expect(codes.filter((code) => exponentOf(code) === 0)).toHaveLength(22)
      expect(codes.filter((code) => exponentOf(code) === 3)).toHaveLength(7)
    })

    it('are written as three capital letters', () => {
      expect(isCurrencyCode('EUR')).toBe(true)
      for (const text of ['eur', 'EU', 'EURO', 'EU1', 'EUR\n', '']) expect(isCurrencyCode(text)).toBe(false)
    })
  })

  describe('minor units', () => {
    it.each([
      [4650, 'EUR', '46.50'],
      [5, 'EUR', '0.05'],
      [0, 'EUR', '0.00'],
      [4650, 'JPY', '4650'],
      [4650, 'KWD', '4.650'],
      [5, 'KWD', '0.005'],
      [-120, 'EUR', '-1.20'],
      [10_000_000_000_000, 'EUR', '100000000000.00'],
    ])('%i in %s are shown as %s', (amount, currency, text) => {
      expect(formatMinorUnits(amount, currency).text).toBe(text)
    })

    it('are shown unchanged if they are not whole numbers', () => {
      expect(formatMinorUnits(1.5, 'EUR').text).toBe('1.5')
      expect(formatMinorUnits(Number.NaN, 'EUR').text).toBe('NaN')
    })

    it('lose no digit', () => {
      fc.assert(
        fc.property(fc.maxSafeInteger(), fc.constantFrom('EUR', 'JPY', 'KWD'), (amount, currency) => {
          const { integer, fraction, text } = formatMinorUnits(amount, currency)
          expect(fraction).toHaveLength(exponentOf(currency))
          expect(Number(integer + fraction)).toBe(amount === 0 ? 0 : amount)
          expect(text.replace('.', '')).toBe(integer + fraction)
        }),
      )
    })
  })
})
