import { describe, expect, it } from 'vitest'
import type { NextTimer } from '#protocol/bench'
import { marksOf, placeOf } from './clock-line'

const NOW = Date.parse('2031-04-09T16:00:00.000Z')

const aTimer = (inMs: number): NextTimer => ({
  dueAt: new Date(NOW + inMs).toISOString(),
  kind: 'timer',
  name: 'clarification',
  paymentKey: null,
  paymentId: '',
})

describe('the clock timeline', () => {
  it('begins at the current time and ends ten days ahead, even for later timers', () => {
    expect(placeOf(0)).toBe(9)
    expect(placeOf(-5)).toBe(9)
    expect(placeOf(864_000_000)).toBeCloseTo(98)
    expect(placeOf(9e12)).toBeCloseTo(98)
  })

  it('raises marks that are too close, and joins those for which no level is free', () => {
    const marks = marksOf([1000, 2000, 3000, 4000, 5000, 1_800_000].map(aTimer), NOW)
    expect(marks.map(({ level, timers }) => [level, timers.length])).toEqual([
      [0, 1],
      [1, 1],
      [2, 3],
      [0, 1],
    ])
  })
})
