import { describe, expect, it } from 'vitest'
import { callbackStateWord } from './callback-words'

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

  it.each(['delivering', 'delivered', 'held', 'dropped'] as const)('is %s itself', (state) => {
    expect(callbackStateWord({ state, attemptCount: 1 }, NOW)).toBe(state)
  })
})
