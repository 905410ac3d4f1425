import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './parse'
import { fromPlain, toPlain } from './node'
import { firstSyntaxError, parsePreserving } from './preserving'
import { surveyJson } from './scan'
import { jsonText } from './testing/json-text'

/** JSON text with a few characters removed, inserted or replaced; usually, but not always, invalid. */
const damagedJsonText: fc.Arbitrary<string> = fc
  .tuple(
    jsonText,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom(0, 1, 2),
        fc.constantFrom(...Array.from('{}[]:,"\\0-.eu\n\u0001tn /\'')),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  )
  .map(([text, cuts]) =>
    cuts.reduce((damaged, [where, removed, added]) => {
      const at = where % (damaged.length + 1)
      return damaged.slice(0, at) + added + damaged.slice(at + removed)
    }, text),
  )

const accepts = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('random JSON text', () => {
  it('yields the same tree with JSON.parse as with parsePreserving if plain parsing loses nothing', () => {
    let plainRoutes = 0
    fc.assert(
      fc.property(jsonText, (text) => {
        if (surveyJson(text).losesByPlainParsing) return
        plainRoutes += 1
        const preserved = parsePreserving(text)
        expect(fromPlain(JSON.parse(text))).toEqual(preserved.root)
        expect(preserved.duplicateKeys).toEqual([])
      }),
      { numRuns: 3000 },
    )
    expect(plainRoutes).toBeGreaterThan(500)
  })

  it('yields the same plain values as JSON.parse', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const result = parseJson(text)
        if (!result.ok) expect(result.reason).toBe('encoding')
        else {
          expect(result.plain).toEqual(JSON.parse(text))
          expect(toPlain(result.root)).toEqual(result.plain)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('damaged JSON text', () => {
  it('is refused with a position if and only if JSON.parse refuses it', () => {
    let refused = 0
    fc.assert(
      fc.property(damagedJsonText, (text) => {
        const result = parseJson(text)
        if (accepts(text)) {
          expect(result.ok || result.reason === 'encoding').toBe(true)
          expect(firstSyntaxError(text)).toBeUndefined()
        } else {
          refused += 1
          expect(result).toMatchObject({ ok: false, reason: 'syntax' })
          expect(firstSyntaxError(text)).toBeDefined()
        }
      }),
      { numRuns: 4000 },
    )
    expect(refused).toBeGreaterThan(1000)
  })
})
