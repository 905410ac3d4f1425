import { describe, expect, it } from 'vitest'
import { fromPlain, toPlain } from '#lib/json/node'
import { nestedByBrackets } from './bracket-names'

const nested = (parameters: Readonly<Record<string, string>>): unknown => {
  const root = fromPlain(parameters)
  const read = root.type === 'object' ? nestedByBrackets(root) : null
  return read === null ? null : toPlain(read)
}

describe('names in brackets', () => {
  it.each([
    [
      { 'recurring[register]': '1', a: 'x' },
      { recurring: { register: '1' }, a: 'x' },
    ],
    [{ 'a[0]': 'x', 'a[1]': 'y' }, { a: ['x', 'y'] }],
    [{ 'a[1]': 'x', 'a[3]': 'y' }, { a: { 1: 'x', 3: 'y' } }],
    [{ 'a[]': 'x' }, { a: ['x'] }],
    [{ 'a[b][c][0]': 'x', 'a[b][d]': 'y' }, { a: { b: { c: ['x'], d: 'y' } } }],
    [{ a: 'x', 'a[b]': 'y' }, { a: { b: 'y' } }],
    [
      { 'a[b]': 'y', a: 'x', 'c[d]': 'z' },
      { a: 'x', c: { d: 'z' } },
    ],
  ])('of %j are put together as PHP does', (parameters, expected) => {
    expect(nested(parameters)).toEqual(expected)
  })

  it.each([{ a: 'x' }, { '[a]': 'x' }, { 'a[b': 'x' }, { 'a]b[': 'x' }, { 'a[b]c': 'x' }, { 'a[[b]]': 'x' }])(
    'leave %j alone',
    (parameters) => {
      expect(nested(parameters)).toBeNull()
    },
  )

  it('are not nested without end, nor into the prototype', () => {
    expect(nested({ [`a${'[b]'.repeat(9)}`]: 'x' })).toBeNull()
    nested({ '__proto__[polluted]': 'x', 'a[__proto__][polluted]': 'x' })
    expect('polluted' in {}).toBe(false)
  })
})
