import { expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { fromPlain } from './node'
import { textPlaces } from './text-places'

const holdsSemicolon = (text: string): boolean => text.includes(';')

it('names the places of keys and texts, and nothing below such a key', () => {
  const root = fromPlain({ a: [{ b: 'x;' }, 'y'], 'k;': { c: ';' }, s: ';' })
  expect(textPlaces(root, holdsSemicolon)).toEqual({ paths: ['a.0.b', 'k;', 's'], count: 3 })
  expect(textPlaces(root, holdsSemicolon, { most: 1, passesOver: (key) => key === 's' })).toEqual({
    paths: ['a.0.b'],
    count: 2,
  })
})

it('counts all of 90,000 places below 500 keys of 1,000 characters and names a few, shortened', () => {
  let value: unknown = Array.from({ length: 90_000 }, () => ';')
  for (let level = 0; level < 500; level += 1) value = { ['K'.repeat(1000)]: value }
  const { paths, count } = textPlaces(fromPlain(value), holdsSemicolon)
  expect(count).toBe(90_000)
  expect(paths.length).toBe(LIMITS.namedPaths)
  expect(Math.max(...paths.map(({ length }) => length))).toBeLessThanOrEqual(LIMITS.pathChars)
})
