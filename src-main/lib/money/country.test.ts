import { describe, expect, it } from 'vitest'
import { COUNTRY_CODES, isCountryCode } from './country'

describe('country codes', () => {
  it('are the 249 assigned ones, each once, in order', () => {
    expect(COUNTRY_CODES).toHaveLength(249)
    expect(COUNTRY_CODES).toEqual([...new Set(COUNTRY_CODES)].toSorted())
    expect(COUNTRY_CODES.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
  })

  it('all have an English name of their own', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
    expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([])
  })

  it('leave out what is reserved, private or written otherwise', () => {
    for (const text of ['UK', 'EU', 'XK', 'ZZ', 'AA', 'ie', 'IRL', ' IE', '']) {
      expect(isCountryCode(text)).toBe(false)
    }
    expect(isCountryCode('GB')).toBe(true)
    expect(isCountryCode('IE')).toBe(true)
  })
})
