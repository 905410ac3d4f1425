import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utcDay } from '#lib/time/time'
import { isExpired } from '#platform/form/visit/card-entry'
import { expiresAt, lastExpired } from './card-number'
import { doAllSteps } from '#lib/steps'
import { maskAgainInSteps } from './mask-again'
import type { CardSpan } from './mask-body'
import { maskText } from './mask-text'

describe('expiry', () => {
  const cardMonth = fc.record({
    month: fc.integer({ min: 1, max: 12 }),
    year: fc.integer({ min: 1970, max: 9899 }),
  })

  describe('the expiry of a card', () => {
    it('is the first moment of the following month', () => {
      expect(new Date(expiresAt({ month: 2, year: 2028 })).toISOString()).toBe('2028-03-01T00:00:00.000Z')
      expect(new Date(expiresAt({ month: 12, year: 2031 })).toISOString()).toBe('2032-01-01T00:00:00.000Z')
    })

    it('is the first moment at which the form refuses the card', () => {
      fc.assert(
        fc.property(cardMonth, (card) => {
          const at = expiresAt(card)
          const isRefusedAt = (time: number): boolean => isExpired(card.month, card.year, utcDay(time))
          expect([isRefusedAt(at - 1), isRefusedAt(at)]).toEqual([false, true])
          expect(lastExpired(at)).toEqual(card)
          expect(lastExpired(at - 1)).not.toEqual(card)
        }),
      )
    })
  })
})

describe('mask-again', () => {
  const SALE = '{"card":{"pan":"4556737586899855","cvv":"123"},"n":"4111 1111 1111 1111"}'

  const maskAgain = (text: string, claimed: readonly CardSpan[]) =>
    doAllSteps(maskAgainInSteps(text, claimed))

  describe('masking a text again', () => {
    it('leaves masked parts unchanged, and keeps their spans', () => {
      const once = maskText(SALE)
      expect(once.text).toBe('{"card":{"pan":"455673******9855","cvv":"***"},"n":"4111 11** **** 1111"}')
      expect(maskAgain(once.text, once.spans)).toEqual(once)
      expect(maskAgain(once.text, []).text).toBe(once.text)
    })

    it('leaves masked parts of any text unchanged', () => {
      const number = fc.constantFrom('4111111111111111', '4556 7375 8689 9855', '5586200104377434')
      fc.assert(
        fc.property(fc.array(fc.oneof(number, fc.string(), fc.json()), { maxLength: 6 }), (parts) => {
          const once = maskText(`{"card":{"pan":"${parts.join('","x":"')}"}}`)
          expect(maskAgain(once.text, once.spans).text).toBe(once.text)
        }),
      )
    })

    it('masks new card data, and ignores false claims that it is masked', () => {
      expect(maskAgain(SALE, [])).toEqual(maskText(SALE))
      const lies = [
        { start: 0, end: SALE.length, kind: 'pan' as const },
        { start: 16, end: 32, kind: 'pan' as const },
      ]
      expect(maskAgain(SALE, lies)).toEqual(maskText(SALE))
    })
  })
})
