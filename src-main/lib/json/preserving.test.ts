import { expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { parsePreserving } from './preserving'

it('parsePreserving keeps every number as it was written', () => {
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
