import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clarificationExpiry, hasExpired } from './timers'

const MINUTE = 60_000
const START = Date.UTC(2031, 3, 9, 16, 20, 5)

describe('clarification wait', () => {
  it('lasts 30 minutes', () => {
    expect(clarificationExpiry({ from: START, deadlineAt: START + 24 * 60 * MINUTE })).toEqual({
      expiresAt: START + 30 * MINUTE,
      cappedByDeadline: false,
    })
  })

  it('follows the timeline of a typical test', () => {
    const expiryInMinutes = [0, 12, 30].map((minute) => {
      const from = START + minute * MINUTE
      return (clarificationExpiry({ from, deadlineAt: START + 1440 * MINUTE }).expiresAt - START) / MINUTE
    })
    expect(expiryInMinutes).toEqual([30, 42, 60])
  })

  it('ends at the deadline when that comes first', () => {
    const deadlineAt = START + 10 * MINUTE
    expect(clarificationExpiry({ from: START, deadlineAt })).toEqual({
      expiresAt: deadlineAt,
      cappedByDeadline: true,
    })
    expect(clarificationExpiry({ from: START, deadlineAt: START + 30 * MINUTE }).cappedByDeadline).toBe(false)
  })

  it('is over at its very end', () => {
    expect(hasExpired(START, START - 1)).toBe(false)
    expect(hasExpired(START, START)).toBe(true)
  })

  it('never passes the deadline and is never longer than 30 minutes', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer(), (from, ahead) => {
        const { expiresAt, cappedByDeadline } = clarificationExpiry({ from, deadlineAt: from + ahead })
        expect(expiresAt).toBe(Math.min(from + ahead, from + 30 * MINUTE))
        expect(cappedByDeadline).toBe(ahead < 30 * MINUTE)
      }),
    )
  })
})
