import { describe, expect, it } from 'vitest'
import { callbackStateWord, nextDay, shortDay, stepGap, wireTime, wireTimeMs } from './callback-words'

const NOW = Date.parse('2031-04-09T16:42:17.000Z')

describe('the state of a callback in words', () => {
  it('counts down to the first send on the virtual clock', () => {
    const callback = {
      state: 'scheduled',
      attemptCount: 0,
      nextAttemptAt: '2031-04-09T16:46:17.000Z',
    } as const
    expect(callbackStateWord(callback, NOW)).toBe('in 4 min')
    expect(callbackStateWord(callback, NOW + 216_000)).toBe('in 0:24')
    expect(callbackStateWord(callback, NOW + 240_000)).toBe('now')
  })

  it('says how many of the attempts have failed', () => {
    expect(callbackStateWord({ state: 'failed', attemptCount: 3 }, NOW)).toBe('failed 3/120')
  })

  it.each([
    [400, 'refused 400 · sent once'],
    [500, 'response 500 · sent once'],
    [undefined, 'no response · sent once'],
  ])('does not count towards 120 what is sent once, response %s', (lastStatus, words) => {
    const callback = { state: 'failed', attemptCount: 1, once: true } as const
    expect(callbackStateWord({ ...callback, ...(lastStatus === undefined ? {} : { lastStatus }) }, NOW)).toBe(
      words,
    )
  })

  it.each(['delivering', 'delivered', 'held', 'dropped'] as const)('is %s itself', (state) => {
    expect(callbackStateWord({ state, attemptCount: 1 }, NOW)).toBe(state)
  })
})

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
