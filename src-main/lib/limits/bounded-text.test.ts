import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedNote, boundedPath, boundedText, firstOf, putNewest } from './bounded-text'
import { LIMIT_TABLE, LIMITS } from './limit-table'

const text = fc.string({ unit: 'grapheme', maxLength: 400 })

describe('bounded text', () => {
  it('is well formed, at most as long as its bound, and unchanged if it fits', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 300 }), (given, most) => {
        const bounded = boundedText(given, most)
        expect(bounded.length).toBeLessThanOrEqual(most)
        expect(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(bounded)).toBe(
          false,
        )
        if (given.length <= most) expect(bounded).toBe(given)
      }),
    )
  })

  it('of a path keeps both ends, whatever the keys are', () => {
    const key = fc.oneof(fc.nat(), text, fc.constant('k'.repeat(1_000_000)))
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 40 }), (keys) => {
        const path = boundedPath(keys)
        expect(path.length).toBeLessThanOrEqual(LIMITS.pathChars)
        expect(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(path)).toBe(
          false,
        )
      }),
    )
    expect(boundedPath(['items', 0, 'id'])).toBe('items.0.id')
    expect(boundedPath(['a', 'k'.repeat(500), 'end'])).toMatch(/^a\.k+…\.end$/)
  })

  it('of a truncated note ends with the original length', () => {
    const note = boundedNote('n'.repeat(22_000_000))
    expect(note.length).toBe(LIMITS.noteChars)
    expect(note).toMatch(/n… \(Cut: it has 22000000 characters\.\)$/)
    expect(boundedNote('short')).toBe('short')
  })

  it('has a counterpart for lists, which counts the omitted items', () => {
    expect(firstOf([1, 2, 3], 2)).toEqual({ items: [1, 2], left: 1 })
    expect(firstOf([1, 2], 2)).toEqual({ items: [1, 2], left: 0 })
  })
})

it('every limit is a positive whole number with a sentence that explains it', () => {
  for (const { value, bounds } of Object.values(LIMIT_TABLE)) {
    expect(Number.isSafeInteger(value) && value > 0).toBe(true)
    expect(bounds).toMatch(/^[A-Z].*\.$/)
  }
})

it('putNewest keeps the newest entries; an entry that is put again becomes the newest', () => {
  const map = new Map<string, number>()
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const)
    putNewest(map, key, value, 2)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
