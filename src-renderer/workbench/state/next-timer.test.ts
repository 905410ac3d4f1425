import { describe, expect, it } from 'vitest'
import { isFar, type NextTimer, nextWait, nextWords } from './next-timer'

const NOW = Date.parse('2031-04-09T10:00:00.000Z')
const DAY = 86_400_000
const anEnd = (afterMs: number): NextTimer => ({
  dueAt: new Date(NOW + afterMs).toISOString(),
  kind: 'timer',
  name: 'token expires',
  paymentKey: null,
  paymentId: '',
})

describe('the next timer', () => {
  it('is named with its payment, or as the end of a saved card', () => {
    expect(nextWords(anEnd(DAY))).toBe('saved card expires')
    const result = { ...anEnd(DAY), kind: 'callback', name: 'result' } as const
    expect(nextWords({ ...result, paymentKey: 'pay_1', paymentId: 'tea-1' })).toBe('tea-1, result')
    expect(nextWords({ ...result, name: 'token' })).toBe('token')
  })

  it.each([
    [0, false, 'now'],
    [30 * 60_000, false, 'in 30 min'],
    [31 * DAY, false, 'in 31 d'],
    [31 * DAY + 1, true, 'in 31 days'],
    [100 * DAY, true, 'in 3 months'],
    [7 * 365 * DAY, true, 'in 7 years'],
  ])('after %d ms: is it far, and how far', (ms, far, words) => {
    expect([isFar(anEnd(ms), NOW), nextWait(anEnd(ms), NOW)]).toEqual([far, words])
  })
})
