import { describe, expect, it } from 'vitest'
import { compareWith } from '#lib/match/compare'
import { fromWords } from './from-words'

const matches = (words: unknown, value: unknown): boolean => {
  const read = fromWords(words)
  if (!read.ok) throw new Error(read.message)
  return compareWith(read.pattern, value).matches
}

describe('a pattern of a scenario', () => {
  it.each([
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: 'any' }, { a: null }, true],
    [{ a: 'any' }, {}, false],
    [{ a: 'absent' }, {}, true],
    [{ a: 'absent' }, { a: null }, false],
    ['/^ab/', 'abc', true],
    ['/^AB/', 'abc', false],
    ['/^AB/i', 'abc', true],
    ['/v2/payment/status', '/v2/payment/status', true],
    ['>10', 11, true],
    ['>10', 10, false],
    ['<= -1.5', -1.5, true],
    [{ 'one-of': [1, 'two'] }, 'two', true],
    [{ 'one-of': [1, 'two'] }, 2, false],
    [{ unordered: ['a', 'b'] }, ['b', 'a'], true],
    [['a', 'b'], ['b', 'a'], false],
    [{ is: 'any' }, 'any', true],
    [{ is: 'any' }, 'other', false],
    [{ is: '>10' }, 11, false],
  ])('written as %j matches %j: %s', (words, value, expected) => {
    expect(matches(words, value)).toBe(expected)
  })

  it('is refused, with the path of the mistake, if a regular expression in it cannot be read', () => {
    expect(fromWords({ a: [{ b: '/(/' }] })).toMatchObject({ ok: false, path: ['a', 0, 'b'] })
  })
})
