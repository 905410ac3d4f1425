import { describe, expect, it } from 'vitest'
import type { ClockView } from '#protocol/bench'
import { virtualNow } from './virtual-now'

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
