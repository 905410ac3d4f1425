import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compactJson, layOutJson } from './layout'

const space = fc.constantFrom('', ' ', '\n', '\t\r\n  ')
const scalar = fc.oneof(
  fc.constantFrom(
    '1.0',
    '1e3',
    '-0',
    '12345678901234567890',
    'true',
    'null',
    '""',
    '"\\u00fc\\/"',
    '"a: [{,}]"',
  ),
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
)
/** Valid but untidy JSON: odd spacing, repeated keys, escapes. */
const { written } = fc.letrec<{ written: string; list: string; object: string }>((tie) => ({
  written: fc.oneof({ maxDepth: 4 }, scalar, tie('list'), tie('object')),
  list: fc
    .array(fc.tuple(space, tie('written'), space), { maxLength: 4 })
    .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
  object: fc
    .array(fc.tuple(space, fc.constantFrom('"a"', '"b"', '"\\u0061"', '"2"'), space, tie('written'), space), {
      maxLength: 4,
    })
    .map((members) => `{${members.map(([a, key, b, value, c]) => `${a}${key}${b}:${value}${c}`).join(',')}}`),
}))

describe('the layout of JSON', () => {
  it('is added and removed without touching a token', () => {
    fc.assert(
      fc.property(written, (text) => {
        const compact = compactJson(text)
        const laidOut = layOutJson(text)
        expect(compact).not.toBeNull()
        expect(compactJson(laidOut ?? '')).toBe(compact)
        expect(layOutJson(compact ?? '')).toBe(laidOut)
        expect(JSON.parse(compact ?? '')).toEqual(JSON.parse(text))
        expect(JSON.parse(laidOut ?? '')).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  it('is that of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(compactJson(JSON.stringify(value))).toBe(JSON.stringify(value))
        expect(layOutJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
      }),
    )
  })

  it.each(['', '{"a":1,}', '{a:1}', '1 2', '\uFEFF{}'])('is null for %j', (text) => {
    expect(compactJson(text)).toBeNull()
    expect(layOutJson(text)).toBeNull()
  })
})
