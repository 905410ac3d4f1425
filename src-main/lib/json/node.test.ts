import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atPath, fromPlain, memberOf, toPlain } from './node'

describe('the node of a plain value', () => {
  it('represents what JSON.stringify would write', () => {
    // The detour through JSON.stringify turns -0 into 0; the next test covers -0.
    const value = fc.jsonValue({ maxDepth: 5 }).map((plain): unknown => JSON.parse(JSON.stringify(plain)))
    fc.assert(
      fc.property(value, (plain) => {
        expect(toPlain(fromPlain(plain))).toEqual(plain)
      }),
    )
  })

  it('omits undefined members, and has null for other values that JSON lacks', () => {
    expect(toPlain(fromPlain({ a: undefined, b: [undefined, NaN, Infinity], c: -0 }))).toEqual({
      b: [null, null, null],
      c: -0,
    })
  })

  it('has all digits of an integer', () => {
    expect(fromPlain(9041)).toEqual({ type: 'number', text: '9041', value: 9041 })
    expect(fromPlain(12345678901234567890n)).toMatchObject({ text: '12345678901234567890' })
  })

  it('cannot be created for a value without a JSON form', () => {
    expect(() => fromPlain({ f: () => 1 })).toThrow(TypeError)
  })
})

describe('walking a node', () => {
  const body = fromPlain({ card: { pan: '4' }, items: [{ id: 7 }], constructor: null })

  it('follows keys and indexes', () => {
    expect(atPath(body, ['card', 'pan'])).toEqual({ type: 'string', value: '4' })
    expect(atPath(body, ['items', '0', 'id'])).toMatchObject({ value: 7 })
    expect(atPath(body, [])).toBe(body)
  })

  it('gives undefined if a step leads nowhere', () => {
    expect(atPath(body, ['card', 'cvv'])).toBeUndefined()
    expect(atPath(body, ['card', 'pan', 'length'])).toBeUndefined()
    expect(memberOf(body, 'toString')).toBeUndefined()
    expect(atPath(body, ['items', '01'])).toBeUndefined()
  })
})
