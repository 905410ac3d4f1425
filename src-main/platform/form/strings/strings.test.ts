import { describe, expect, it } from 'vitest'
import { DECLINE_CODES } from '#domain/result-code/result-codes'
import { FORM_LANGUAGES } from '#domain/form/languages'
import { amountText, countriesOf, momentText, sumText, timeOfDayText } from '#domain/form/format'
import { countdownText } from '#domain/form/countdown'
import { declineReason, FORM_STRINGS, shopNameOf } from './index'

/** Every text of a language; functions are called with sample counts. */
function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function')
    return [1, 2, 5, 12, 22].map((count) => String(Reflect.apply(value, null, [count])))
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

describe('the texts', () => {
  it.each(FORM_LANGUAGES)('of %s are complete and tidy', (language) => {
    for (const text of texts(FORM_STRINGS[language])) {
      expect(text.trim()).toBe(text)
      expect(text).not.toBe('')
      expect(text).not.toMatch(/ {2}|undefined|TODO|\{/)
    }
  })

  it('are translated: no language repeats the English sentences', () => {
    const english = new Set(texts(FORM_STRINGS.en).filter((text) => text.includes(' ') && text.length > 20))
    for (const language of FORM_LANGUAGES.filter((code) => code !== 'en')) {
      expect(texts(FORM_STRINGS[language]).filter((text) => english.has(text))).toEqual([])
    }
  })

  it.each(FORM_LANGUAGES)('of %s do not wrap before the last digits of a phone number', (language) => {
    const sentences = texts(FORM_STRINGS[language]).filter((text) => text.includes('\u00a022'))
    expect(sentences).toHaveLength(2)
  })

  it('use the plural forms of Polish and Arabic', () => {
    const polish = FORM_STRINGS.pl.problemsTitle
    expect([1, 2, 5, 12, 22].map(polish)).toEqual([
      'Sprawdź jedno pole',
      'Sprawdź 2 pola',
      'Sprawdź 5 pól',
      'Sprawdź 12 pól',
      'Sprawdź 22 pola',
    ])
    expect(FORM_STRINGS.ar.problemsTitle(2)).toContain('حقلين')
  })

  it('include a reason for every decline code', () => {
    const { result, problems, expired } = FORM_STRINGS.en
    const reasons = { ...result.reasons, cardExpired: problems.card_expired, late: expired.title }
    for (const { code } of DECLINE_CODES) expect(reasons[declineReason(code)]).not.toBe('')
    expect(['10105', '603', '108', '109', '77'].map(declineReason)).toEqual([
      'funds',
      'late',
      'threeDSecure',
      'details',
      'general',
    ])
  })
})

describe('formatting', () => {
  it('writes amounts as the language does, with the decimals of the currency', () => {
    expect(amountText(123456789, 'EUR', 'en')).toBe('1,234,567.89')
    expect(amountText(123456789, 'EUR', 'de')).toBe('1.234.567,89')
    expect(amountText(123456, 'JPY', 'fr')).toBe('123\u202f456')
    expect(amountText(1500, 'KWD', 'ar')).toBe('1.500')
    expect(sumText({ amount: 4650, currency: 'EUR' }, 'en')).toBe('46.50\u00a0EUR')
    expect(sumText({ amount: 4650, currency: 'EUR' }, 'ar')).toBe('\u206646.50\u00a0EUR\u2069')
  })

  it('writes dates and times in UTC', () => {
    const at = Date.UTC(2031, 3, 9, 16, 4)
    expect(momentText(at, 'en')).toMatch(/9 April 2031.*16:04.*UTC/)
    expect(momentText(at, 'ar')).toMatch(/9 أبريل 2031/)
    expect(timeOfDayText(at)).toBe('16:04 UTC')
  })

  it.each([
    [-5, '00:00'],
    [1, '00:01'],
    [872_000, '14:32'],
    [4_472_000, '1:14:32'],
    [2 * 86_400_000 + 4_472_000, '2 d 1:14:32'],
  ])('writes a countdown of %i ms as %s', (milliseconds, text) => {
    expect(countdownText(milliseconds, 'd')).toBe(text)
  })

  it('lists every country in the order of the language', () => {
    const german = countriesOf('de')
    expect(german).toHaveLength(249)
    expect(german.find(([code]) => code === 'IE')).toEqual(['IE', 'Irland'])
    expect(german[0]?.[1]).toMatch(/^Afghanistan/)
  })
})

describe('the name of the shop on the form', () => {
  it('is the name of the project', () => {
    expect(shopNameOf({ projectId: 4908, name: 'Quillmere Ceramics' }, 'de')).toBe('Quillmere Ceramics')
    expect(shopNameOf({ projectId: 4908, name: 'Project 31' }, 'en')).toBe('Project 31')
  })

  it('is "Test shop" in the customer’s language if the project has no name', () => {
    const unnamed = { projectId: 4908, name: 'Project 4908' }
    expect(shopNameOf(unnamed, 'en')).toBe('Test shop')
    expect(shopNameOf(unnamed, 'de')).toBe('Testshop')
    expect(new Set(FORM_LANGUAGES.map((language) => shopNameOf(unnamed, language))).size).toBe(8)
  })
})
