import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { toPlain } from './node'
import { parsePreserving } from './preserving'

/** JSON values with white space, escapes and various spellings of numbers. */
const spaced = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 2 })
const number = fc.constantFrom('0', '-0', '1.0', '1e3', '-12.50E+2', '12345678901234567890')
const text = fc.constantFrom('""', '"a"', '"a\\"b"', '"\\\\"', '"\\u0041\\n"', '"{[,:]}"', '"1.0"', '"é😀"')
const { value: json } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(number, text, fc.constantFrom('true', 'false', 'null')),
    fc
      .array(fc.tuple(spaced, tie('value'), spaced), { maxLength: 4 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    fc
      .array(fc.tuple(spaced, text, spaced, spaced, tie('value'), spaced), { maxLength: 4 })
      .map((members) => `{${members.map(([a, k, b, c, v, d]) => `${a}${k}${b}:${c}${v}${d}`).join(',')}}`),
    fc.constantFrom('[ ]', '{ }'),
  ),
}))

it('parsePreserving reads what JSON.parse reads, and keeps every number as it was written', () => {
  fc.assert(
    fc.property(spaced, json, spaced, (before, value, after) => {
      const whole = before + value + after
      expect(toPlain(parsePreserving(whole).root)).toEqual(JSON.parse(whole))
    }),
    { numRuns: 2000 },
  )
  expect(parsePreserving(' [ -12.50E+2 , {"a" : 1.0} ] ').root).toEqual({
    type: 'array',
    items: [
      { type: 'number', text: '-12.50E+2', value: -1250 },
      { type: 'object', members: [{ key: 'a', value: { type: 'number', text: '1.0', value: 1 } }] },
    ],
  })
})

it('parsePreserving names the dotted path of each repeated key once', () => {
  const { duplicateKeys } = parsePreserving('{"a":[{"k":1,"\\u006b":2,"k":3}],"b":{"":1,"":2},"a":[]}')
  expect(duplicateKeys).toEqual(['a.0.k', 'b.', 'a'])
})

it('parsePreserving reads half a million numbers', () => {
  const { root } = parsePreserving(`[${'1.0,'.repeat(500_000)}1.0]`)
  expect(root.type === 'array' && root.items).toHaveLength(500_001)
})

it('parsePreserving limits the number and the length of paths, wherever keys are repeated', () => {
  const members = Array.from({ length: 1000 }, (_, n) => `"a${n}":1,"a${n}":1`).join()
  const long = 'K'.repeat(52_000)
  const { duplicateKeys, repetitions } = parsePreserving(`{"${long}":{${members}}}`)
  expect(duplicateKeys.length).toBe(LIMITS.namedPaths)
  expect(duplicateKeys.every((path) => path.length <= LIMITS.pathChars)).toBe(true)
  expect(duplicateKeys[0]).toMatch(/^K+….a0$/)
  expect(repetitions).toBe(1000)
  const parents = `"${long}":{"a":1,"a":1},`.repeat(10)
  expect(parsePreserving(`{${parents}"z":0}`)).toMatchObject({ repetitions: 19 })
})
