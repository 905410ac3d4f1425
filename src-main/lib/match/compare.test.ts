import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absent,
  any,
  atLeast,
  atMost,
  lessThan,
  matching,
  moreThan,
  not,
  oneOf,
  type Pattern,
  PatternError,
  unordered,
} from './pattern'
import { compareWith } from './compare'

const matches = (pattern: unknown, actual: unknown): boolean => compareWith(pattern, actual).matches

const leaf = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)

/** JSON values whose objects use only a few keys, so that they overlap. */
const { json } = fc.letrec((tie) => ({
  json: fc.oneof({ maxDepth: 4 }, leaf, tie('list'), tie('record')),
  list: fc.array(tie('json'), { maxLength: 4 }),
  record: fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'toString'), tie('json'), { maxKeys: 4 }),
}))
/** Paths of the leaves of a JSON value. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]))
}

function replaceAt(value: unknown, path: readonly string[], by: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return by
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    return items.map((item, at) => (String(at) === key ? replaceAt(item, rest, by) : item))
  }
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]) => [
      name,
      name === key ? replaceAt(member, rest, by) : member,
    ]),
  )
}

/** The value with only those members of its objects for which `keep` returns true. */
function keepSome(value: unknown, keep: () => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => keepSome(item, keep))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (keep() ? [[key, keepSome(member, keep)]] : [])),
  )
}

describe('a pattern', () => {
  it('made from all or some members of a value matches the value', () => {
    fc.assert(
      fc.property(json, fc.infiniteStream(fc.boolean()), (value, coins) => {
        const part = keepSome(value, () => coins.next().value === true)
        expect(compareWith(part, value)).toMatchObject({ matches: true, differences: [] })
      }),
    )
  })

  it('reports exactly the leaf that was changed', () => {
    fc.assert(
      fc.property(json, fc.nat(), (value, seed) => {
        const leaves = leavesOf(value)
        fc.pre(leaves.length > 0)
        const path = leaves[seed % leaves.length] ?? []
        const { matches, differences, agreed, total } = compareWith(replaceAt(value, path, 'changed!'), value)
        expect(matches).toBe(false)
        expect(differences.map((one) => one.path.map(String))).toEqual([path])
        expect(agreed).toBe(total - 1)
      }),
    )
  })

  it('counts the values that agree, and matches if and only if all do', () => {
    fc.assert(
      fc.property(json, json, (pattern, value) => {
        const { matches, agreed, total, differences } = compareWith(pattern, value)
        expect(matches).toBe(differences.length === 0)
        expect(matches).toBe(agreed === total)
        expect(agreed).toBeGreaterThanOrEqual(0)
        expect(total).toBeGreaterThan(0)
      }),
    )
  })

  it('requires the same items of a list, in the same order and no others', () => {
    expect(matches([1, 2], [1, 2])).toBe(true)
    expect(compareWith([1, 2], [2, 1, 3]).differences).toEqual([
      { path: [0], expected: '1', actual: '2' },
      { path: [1], expected: '2', actual: '1' },
      { path: [2], expected: 'nothing', actual: '3' },
    ])
    expect(compareWith([1, 2], [1]).differences).toEqual([{ path: [1], expected: '2', actual: 'nothing' }])
  })

  it('accepts the items of an unordered list in any order, each once', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 6 }), fc.nat(), (list, turn) => {
        const rotated = [...list.slice(turn % (list.length + 1)), ...list.slice(0, turn % (list.length + 1))]
        expect(matches(unordered(...(rotated as Pattern[])), list)).toBe(true)
        expect(matches(unordered(...(rotated as Pattern[]), 'one more'), list)).toBe(false)
        expect(matches(unordered(...(rotated as Pattern[])), [...list, 'one more'])).toBe(false)
      }),
    )
  })

  it('pairs the items of an unordered list so that as many as possible match', () => {
    // The first pattern matches both items, the second only one of them.
    expect(matches(unordered(any, 'a'), ['a', 'b'])).toBe(true)
    expect(compareWith(unordered('a', 'b'), ['b', 'c']).differences).toEqual([
      { path: [], expected: '"a"', actual: 'nothing' },
      { path: [1], expected: 'nothing', actual: '"c"' },
    ])
  })

  it('refuses to pair lists that are too long', () => {
    const long = Array.from({ length: 600 }, (_, at) => at)
    expect(compareWith(unordered(...long), long).differences[0]?.expected).toContain('short enough')
  })

  it.each<[string, Pattern, unknown, boolean]>([
    ['any', { a: any }, { a: null }, true],
    ['any, and no such member', { a: any }, {}, false],
    ['absent', { a: absent }, { b: 1 }, true],
    ['absent, and null', { a: absent }, { a: null }, false],
    ['one of', oneOf('success', 'decline'), 'decline', true],
    ['one of, and no match', oneOf('success', { a: 1 }), 'x', false],
    ['not', not('paid'), 'open', true],
    ['not, and no such member', { a: not('paid') }, {}, true],
    ['not, and a match', { a: not({ b: oneOf(1, 2) }) }, { a: { b: 2 } }, false],
    ['a regular expression', { id: /^order-/ }, { id: 'order-7' }, true],
    ['matching', matching(/\d{3}/), 'no', false],
    ['matching a number as text', matching(/^6/), 603, true],
    ['matching with the flag g', matching(/a/g), 'ba', true],
    ['more than', moreThan(3), 3, false],
    ['at least', atLeast(3), 3, true],
    ['less than', lessThan(3), 2.5, true],
    ['at most', atMost(3), 4, false],
    ['more than, and a string', moreThan(3), '4', false],
    ['a member that is undefined', { a: undefined }, { a: 1 }, true],
    ['an inherited name', { toString: any }, {}, false],
    ['an object for a list', {}, [], false],
    ['a string for a number', '603', 603, false],
  ])('matches only what it should: %s', (_name, pattern, actual, expected) => {
    expect(matches(pattern, actual)).toBe(expected)
    // Again: a pattern does not keep a position.
    expect(matches(pattern, actual)).toBe(expected)
  })

  it.each<[unknown, string]>([
    [{ at: new Date(0) }, 'at'],
    [{ list: [1, () => 1] }, 'list.1'],
    [{ n: NaN }, 'n'],
    [{ n: 5n }, 'n'],
    [{ s: oneOf() }, 's'],
    [{ s: unordered(Symbol('x') as never) }, 's.0'],
    [{ n: moreThan(Infinity) }, 'n'],
  ])('that no JSON value can match is an error that names its path', (pattern, place) => {
    expect(() => compareWith(pattern, {})).toThrow(PatternError)
    expect(() => compareWith(pattern, {})).toThrow(`at ${place} `)
  })

  it('that contains itself is an error', () => {
    const loop: Record<string, unknown> = {}
    loop['again'] = loop
    expect(() => compareWith(loop, {})).toThrow('contain itself')
  })
})
