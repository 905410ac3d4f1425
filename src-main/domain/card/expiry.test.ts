import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utcDay } from '#lib/time/time'
import { isExpired } from '#platform/form/visit/card-entry'
import { expiresAt, lastExpired } from './card-number'

const cardMonth = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  year: fc.integer({ min: 1970, max: 9899 }),
})

describe('the end of a card', () => {
  it('is the first moment of the next month', () => {
    expect(new Date(expiresAt({ month: 2, year: 2028 })).toISOString()).toBe('2028-03-01T00:00:00.000Z')
    expect(new Date(expiresAt({ month: 12, year: 2031 })).toISOString()).toBe('2032-01-01T00:00:00.000Z')
  })

  it('is the moment from which on the form takes it no more', () => {
    fc.assert(
      fc.property(cardMonth, (card) => {
        const at = expiresAt(card)
        const refused = (time: number): boolean => isExpired(card.month, card.year, utcDay(time))
        expect([refused(at - 1), refused(at)]).toEqual([false, true])
        expect(lastExpired(at)).toEqual(card)
        expect(lastExpired(at - 1)).not.toEqual(card)
      }),
    )
  })
})
