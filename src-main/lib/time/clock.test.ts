import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameBusinessDay, utcDay, wireTime } from './time'

const timeOf = (text: string): number => Date.parse(text)
const times = fc.integer({ min: timeOf('1970-01-01T00:00:00Z'), max: timeOf('9999-12-31T23:59:59.999Z') })

describe('the wire form of a time (contract 3.1)', () => {
  it('is UTC to the second without a colon in the offset', () => {
    expect(wireTime(timeOf('2031-04-09T16:20:05Z'))).toBe('2031-04-09T16:20:05+0000')
    expect(wireTime(timeOf('2031-04-09T18:20:05+02:00'))).toBe('2031-04-09T16:20:05+0000')
  })

  it('cuts the fraction off instead of rounding into the next day', () => {
    expect(wireTime(timeOf('2031-12-31T23:59:59.999Z'))).toBe('2031-12-31T23:59:59+0000')
  })

  it('has the same format for every time, and sorts chronologically', () => {
    fc.assert(
      fc.property(times, times, (a, b) => {
        expect(wireTime(a)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0000$/)
        expect(timeOf(wireTime(a).replace('+0000', 'Z'))).toBe(Math.floor(a / 1000) * 1000)
        expect(wireTime(Math.min(a, b)) <= wireTime(Math.max(a, b))).toBe(true)
      }),
    )
  })
})

describe('days', () => {
  it('are calendar days in UTC', () => {
    expect(utcDay(timeOf('2031-04-09T23:59:59.999Z'))).toBe('2031-04-09')
    expect(utcDay(timeOf('2031-04-10T00:00:00Z'))).toBe('2031-04-10')
    expect(utcDay(0)).toBe('1970-01-01')
  })

  it('are also business days, which end at midnight UTC (contract 4.4)', () => {
    const evening = timeOf('2031-04-09T23:59:59.999Z')
    expect(sameBusinessDay(evening, timeOf('2031-04-09T00:00:00Z'))).toBe(true)
    expect(sameBusinessDay(evening, evening + 1)).toBe(false)
  })

  it('are the same business day if and only if they are the same calendar day', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -2 * 86_400_000, max: 2 * 86_400_000 }), (a, offset) => {
        fc.pre(a + offset >= 0)
        expect(sameBusinessDay(a, a + offset)).toBe(utcDay(a) === utcDay(a + offset))
        expect(sameBusinessDay(a + offset, a)).toBe(sameBusinessDay(a, a + offset))
      }),
    )
  })
})
