import { describe, expect, it } from 'vitest'
import { advanceShare, modeText, parseRate } from './clock-modes'

describe('the clock in the bar', () => {
  it('names its mode', () => {
    expect(modeText({ mode: 'live', rate: 1 })).toBe('Live')
    expect(modeText({ mode: 'frozen', rate: 0 })).toBe('Frozen')
    expect(modeText({ mode: 'scaled', rate: 60 })).toBe('×60')
  })

  it.each([
    ['60', 60],
    ['x60', 60],
    ['× 1.5', 1.5],
    ['0', null],
    ['-5', null],
    ['fast', null],
    ['2000000', null],
  ])('reads the speed %s', (text, rate) => {
    expect(parseRate(text)).toBe(rate)
  })

  it('knows how far an advance has come', () => {
    const advancing = {
      from: '2031-04-09T16:00:00.000Z',
      to: '2031-04-09T17:00:00.000Z',
      at: '2031-04-09T16:15:00.000Z',
      firedTimers: 0,
      sentCallbacks: 0,
    }
    expect(advanceShare(advancing)).toBe(0.25)
    expect(advanceShare({ ...advancing, to: advancing.from })).toBe(1)
  })
})
