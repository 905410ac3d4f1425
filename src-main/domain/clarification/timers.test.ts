import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clarificationExpiry, hasExpired } from './timers'

const MINUTE = 60_000
const START = Date.UTC(2031, 3, 9, 16, 20, 5)

describe('clarification wait', () => {
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
