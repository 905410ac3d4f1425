import { describe, expect, it } from 'vitest'
import type { ClockView } from '#protocol/bench'
import { isFar, type NextTimer, nextWait, nextWords, virtualNow } from './clock'

const aClock = (change: Partial<ClockView> = {}): ClockView => ({
  mode: 'live',
  now: '2031-04-09T16:42:17.000Z',
  wallNow: '2030-01-01T00:00:00.000Z',
  rate: 1,
  timers: 0,
  ...change,
})
const start = Date.parse('2031-04-09T16:42:17.000Z')

describe('virtual now between two views', () => {
  it('follows the wall clock when live, and runs faster when scaled', () => {
    expect(virtualNow(aClock(), 1500)).toBe(start + 1500)
    expect(virtualNow(aClock({ mode: 'scaled', rate: 60 }), 1500)).toBe(start + 90_000)
  })

  it('stands still when frozen, whatever the rate says', () => {
    expect(virtualNow(aClock({ mode: 'frozen', rate: 1 }), 60_000)).toBe(start)
  })

  it('is the time that an advance has reached', () => {
    const advancing = {
      from: '2031-04-09T16:42:17.000Z',
      to: '2031-04-09T17:12:17.000Z',
      at: '2031-04-09T17:00:00.000Z',
      firedTimers: 1,
      sentCallbacks: 2,
    }
    expect(virtualNow(aClock({ advancing }), 5000)).toBe(Date.parse(advancing.at))
  })

  it('never goes back', () => {
    expect(virtualNow(aClock(), -5)).toBe(start)
  })
})

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
