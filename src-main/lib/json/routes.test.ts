import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './parse'
import { fromPlain, toPlain } from './node'
import { firstSyntaxError, parsePreserving } from './preserving'
import { surveyJson } from './scan'

/** Random JSON text with everything that parsers disagree about: odd numbers, digit keys, repeats, escapes, spaces. */

const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 2 })

const digits = fc.string({ unit: fc.constantFrom('0', '1', '7', '9'), minLength: 1, maxLength: 20 })
const integer = fc
  .tuple(fc.constantFrom('', '-'), digits)
  .map(([sign, run]) => sign + (run.replace(/^0+(?=\d)/, '') || '0'))
const fraction = fc.oneof(
  { arbitrary: fc.constant(''), weight: 3 },
  { arbitrary: digits.map((run) => `.${run.slice(0, 6)}`), weight: 1 },
)
const exponent = fc.oneof(
  { arbitrary: fc.constant(''), weight: 4 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), fc.nat({ max: 330 }))
      .map(([letter, sign, power]) => `${letter}${sign}${power}`),
    weight: 1,
  },
)
const numberText = fc.tuple(integer, fraction, exponent).map((parts) => parts.join(''))

const escapeAll = (text: string): string =>
  [...Array(text.length).keys()]
    .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')

const stringText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => JSON.stringify(text)),
  fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => `"${escapeAll(text)}"`),
  fc.constantFrom('"\\/"', '"\\\\u0041"', '"a\\"b"', '"\\b\\f\\n\\r\\t"', '"{[:,]}"'),
)

const keyText = fc.oneof(
  fc
    .constantFrom('a', 'b', '0', '10', '2', '__proto__', 'constructor', 'toString', '', 'signature')
    .map((key) => JSON.stringify(key)),
  stringText,
)

const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const spaced = fc.tuple(space, tie('value'), space).map((parts) => parts.join(''))
  const member = fc
    .tuple(space, keyText, space, spaced)
    .map(([lead, key, trail, value]) => `${lead}${key}${trail}:${value}`)
  return {
    value: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.oneof(numberText, stringText, fc.constantFrom('true', 'false', 'null')),
      fc
        .tuple(space, fc.array(spaced, { maxLength: 4 }))
        .map(([inner, items]) => `[${inner}${items.join(',')}]`),
      fc.tuple(space, fc.array(member, { maxLength: 5 })).map(([inner, all]) => `{${inner}${all.join(',')}}`),
    ),
  }
}).value

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
