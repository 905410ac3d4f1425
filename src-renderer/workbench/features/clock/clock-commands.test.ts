import { describe, expect, it } from 'vitest'
import { modeText, parseRate } from './clock-commands'

describe('the clock in the bar', () => {
  it('names its mode', () => {
    const now = '2031-04-09T16:00:00.000Z'
    const at = { now, wallNow: now }
    expect(modeText({ ...at, mode: 'live', rate: 1 })).toBe('Live')
    expect(modeText({ ...at, mode: 'frozen', rate: 0 })).toBe('Frozen')
    expect(modeText({ ...at, mode: 'scaled', rate: 60 })).toBe('×60')
  })

  it('says how far it is from wall time if it is live', () => {
    const clock = { mode: 'live', rate: 1, now: '2031-04-09T16:30:00.000Z' } as const
    expect(modeText({ ...clock, wallNow: '2031-04-09T16:00:00.000Z' })).toBe('Live +30 min')
    expect(modeText({ ...clock, wallNow: '2031-03-29T13:30:00.000Z' })).toBe('Live +11 d 3 h')
    expect(modeText({ ...clock, wallNow: '2031-04-09T16:30:05.000Z' })).toBe('Live −5 s')
    expect(modeText({ ...clock, wallNow: '2031-04-09T16:30:00.400Z' })).toBe('Live')
  })

  it.each([
    ['60', 60],
    ['x60', 60],
    ['× 1.5', 1.5],
    ['0', null],
    ['-5', null],
    ['fast', null],
    ['2000000', null],
  ])('reads the speed %j as %j', (text, rate) => {
    expect(parseRate(text)).toBe(rate)
  })
})
