import { describe, expect, it } from 'vitest'
import { nextDay, shortDay, stepGap, wireTime, wireTimeMs } from './step-time'

describe('times of steps', () => {
  it('are shown as on the wire', () => {
    expect(wireTime('2031-04-09T16:20:03.021Z')).toBe('16:20:03')
    expect(wireTimeMs('2031-04-09T16:20:03.021Z')).toBe('16:20:03.021')
    expect(shortDay('2031-04-09T16:20:03.021Z')).toBe('9 Apr')
  })

  it('name the year where it changes', () => {
    expect(nextDay('2031-12-31T23:00:00.000Z', '2031-12-30T23:00:00.000Z')).toBe('31 Dec')
    expect(nextDay('2032-01-31T23:00:00.000Z', '2031-12-31T23:00:00.000Z')).toBe('31 Jan 2032')
  })

  it.each([
    ['2031-04-09T16:20:03.034Z', '+0.013'],
    ['2031-04-09T16:29:57.290Z', '+9:54.269'],
    ['2031-04-10T17:20:03.021Z', '+25:00:00.000'],
    ['2031-04-09T16:20:02.021Z', '-1.000'],
  ])('to %s passed %s', (to, gap) => {
    expect(stepGap('2031-04-09T16:20:03.021Z', to)).toBe(gap)
  })
})
