import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TEST_CARDS } from './test-cards'
import { isLuhnValid } from '#domain/card/card-number'
import { maskText } from '#domain/card/mask-text'
import { masksLeft, refillCardData } from './refill'

const withCheckDigit = (digits: string): string =>
  Array.from('0123456789', (digit) => digits + digit).find(isLuhnValid) ?? ''

const sale = (pan: string, cvv = '123'): string =>
  `{"general":{"payment_id":"o-1"},"card":{"pan":"${pan}","year":2031,"cvv": "${cvv}"},"x":"***"}`

describe('masked card data', () => {
  it.each(TEST_CARDS.map(({ number, cvv }) => [number, cvv ?? '123'] as const))(
    'of the test card %s is restored automatically',
    (number, cvv) => {
      const masked = maskText(sale(number, cvv))
      expect(masked.text).not.toContain(number)
      expect(refillCardData(masked.text, masked.spans, null)).toEqual({ ok: true, text: sale(number, cvv) })
    },
  )

  it('is restored with its separators, and a four-digit code with four digits', () => {
    const text = 'pan=4000+0000-0000 0077&cvv=1234'
    const masked = maskText(text)
    expect(masked.text).toBe('pan=4000+00**-**** 0077&cvv=****')
    expect(refillCardData(masked.text, masked.spans, null)).toEqual({ ok: true, text })
  })

  it('of any other card must be given, both number and code', () => {
    const other = '4556737586899855'
    const masked = maskText(sale(other, '777'))
    const refill = (number: string, cvv: string | null) =>
      refillCardData(masked.text, masked.spans, { number, cvv })
    const unknown = { ok: false, missing: 'number', masked: '455673******9855' }
    expect(refillCardData(masked.text, masked.spans, null)).toMatchObject(unknown)
    for (const cvv of [null, '7777']) expect(refill(other, cvv)).toMatchObject({ ok: false, missing: 'cvv' })
    expect(refill(other, '777')).toEqual({ ok: true, text: sale(other, '777') })
    for (const number of ['4111111111111111', '4556737586899', `${other}0`])
      expect(refill(number, '777')).toMatchObject({ ok: false, missing: 'number' })
  })

  it('is restored exactly for any card in any surrounding text', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[3-6][0-9]{14}$/),
        fc.stringMatching(/^[0-9]{3,4}$/),
        fc.json(),
        (digits, cvv, around) => {
          const number = withCheckDigit(digits)
          const text = `{"a":${around},"card":{"cvv":"${cvv}","pan":"${number}"}}`
          const masked = maskText(text)
          const own = masked.spans.filter(({ start }) => start > text.lastIndexOf('"card"'))
          expect(refillCardData(masked.text, own, { number, cvv })).toMatchObject({ ok: true })
          const filled = refillCardData(masked.text, own, { number, cvv })
          expect(filled.ok ? filled.text.slice(text.lastIndexOf('"card"')) : '').toBe(
            text.slice(text.lastIndexOf('"card"')),
          )
        },
      ),
    )
  })

  it('does not include asterisks that were there before', () => {
    const masked = maskText('{"account":{"number":"400000******0077"}}')
    expect(masked.spans).toEqual([])
    expect(refillCardData(masked.text, masked.spans, null)).toEqual({ ok: true, text: masked.text })
  })
})

describe('masked places of an edited text', () => {
  const { text, spans } = maskText(sale('4000000000000077'))
  it('are found at their new positions', () => {
    const edited = `{"new":true,${text.slice(1)}`
    expect(masksLeft(text, spans, edited)).toEqual(
      spans.map((span) => ({ ...span, start: span.start + 11, end: span.end + 11 })),
    )
    const laidOut = JSON.stringify(JSON.parse(text), null, 2)
    const left = masksLeft(text, spans, laidOut)
    expect(left.map(({ start, end }) => laidOut.slice(start, end))).toEqual(['400000******0077', '***'])
    expect(laidOut.slice((left[1]?.start ?? 0) - 8, left[1]?.start)).toBe('"cvv": "')
  })

  it('are gone where the tester has entered another number', () => {
    expect(masksLeft(text, spans, sale('4111111111111111', '555'))).toEqual([])
    expect(masksLeft(text, spans, '')).toEqual([])
  })
})
