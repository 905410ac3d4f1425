import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { locateValues, textPlaces } from './locate'
import { fromPlain } from './node'

/** Random JSON texts, compact or laid out over several lines. */
const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), fc.nat({ max: 2 }))
  .map(([value, indent]) => JSON.stringify(value, null, indent))

const card = [
  ['card', 'pan'],
  ['card', 'cvv'],
]

const textsAt = (text: string, paths: readonly (readonly string[])[] = card): readonly string[] =>
  locateValues(text, paths).map(({ start, end }) => text.slice(start, end))

describe('the ranges of values', () => {
  it('exclude the quotes of strings', () => {
    expect(locateValues('{"card":{"pan":"4000","cvv":123}}', card)).toEqual([
      { path: ['card', 'pan'], kind: 'string', start: 16, end: 20 },
      { path: ['card', 'cvv'], kind: 'scalar', start: 28, end: 31 },
    ])
  })

  it('include repetitions of the key and of its parent', () => {
    expect(textsAt('{"card":{"pan":"1","pan":"2"},"x":1,"card":{"pan":"3"}}')).toEqual(['1', '2', '3'])
  })

  it('are found under escaped keys, and keep escapes in values', () => {
    expect(textsAt('{"c\\u0061rd":{"pan":"4\\"\\u0030"}}')).toEqual(['4\\"\\u0030'])
  })

  it('do not include the same key elsewhere or the same text as a value', () => {
    expect(textsAt('{"pan":"1","x":{"card":{"pan":"2"}},"card":"pan","a":["card",{"pan":"3"}]}')).toEqual([])
  })

  it('cover whole containers and the root', () => {
    expect(textsAt('{"card":{"pan":["4",{"cvv":1}]}}')).toEqual(['["4",{"cvv":1}]'])
    expect(textsAt(' [1] ', [[]])).toEqual(['[1]'])
  })

  it('are found by array index', () => {
    expect(textsAt('[{"card":{"pan":1}},{"card":{"pan":2}}]', [['1', 'card', 'pan']])).toEqual(['2'])
  })

  it.each([
    ['cut off in the number', '{"card":{"pan":"4000', ['4000']],
    ['cut off after a backslash', '{"card":{"pan":"40\\"', ['40\\"']],
    ['with a trailing comma', '{"card":{"pan":"4000",},}', ['4000']],
    ['with bare keys', "{card:{pan:4000,'cvv':1}}", ['4000', '1']],
    ['too deep for the parser', '{"a":'.repeat(600) + '1' + '}'.repeat(599) + ',"card":{"pan":"4"}}', ['4']],
  ])('are found in text %s', (_, text, found) => {
    expect(textsAt(text)).toEqual(found)
  })

  it('contain exactly the value, wherever it is in random JSON', () => {
    fc.assert(
      fc.property(jsonText, jsonText, jsonText, (before, value, after) => {
        const text = `{"x":${before}, "card" : {"y":${after},"pan": ${value} } ,"z":${after}}`
        const [span, ...more] = locateValues(text, [['card', 'pan']])
        expect(more).toEqual([])
        const found = text.slice(span?.start, span?.end)
        expect(JSON.parse(span?.kind === 'string' ? `"${found}"` : found)).toEqual(JSON.parse(value))
      }),
      { numRuns: 1000 },
    )
  })

  it('are within the text, whatever it is', () => {
    const noise = fc.string({ unit: fc.constantFrom(...Array.from('{}[]:,"\\ ap1')), maxLength: 40 })
    fc.assert(
      fc.property(noise, (text) => {
        for (const { start, end } of locateValues(text, [['a'], [], ['0', 'p']])) {
          expect(start).toBeLessThanOrEqual(end)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

const holdsSemicolon = (text: string): boolean => text.includes(';')

it('textPlaces names the paths of matching keys and texts, and none below a matching key', () => {
  const root = fromPlain({ a: [{ b: 'x;' }, 'y'], 'k;': { c: ';' }, s: ';' })
  expect(textPlaces(root, holdsSemicolon)).toEqual({ paths: ['a.0.b', 'k;', 's'], count: 3 })
  expect(textPlaces(root, holdsSemicolon, { most: 1, passesOver: (key) => key === 's' })).toEqual({
    paths: ['a.0.b'],
    count: 2,
  })
})

it('textPlaces counts all 90,000 matches below 500 nested keys of 1,000 characters, but names only the first, shortened', () => {
  let value: unknown = Array.from({ length: 90_000 }, () => ';')
  for (let level = 0; level < 500; level += 1) value = { ['K'.repeat(1000)]: value }
  const { paths, count } = textPlaces(fromPlain(value), holdsSemicolon)
  expect(count).toBe(90_000)
  expect(paths.length).toBe(LIMITS.namedPaths)
  expect(Math.max(...paths.map(({ length }) => length))).toBeLessThanOrEqual(LIMITS.pathChars)
})
