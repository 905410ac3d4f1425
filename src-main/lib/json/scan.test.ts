import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closingQuote, endsEscaped, isJson, skipSpace, tokenEnd, unescaped } from './scan'

const tokensOf = (text: string): readonly string[] => {
  const tokens: string[] = []
  for (let at = skipSpace(text, 0), end; at < text.length; at = skipSpace(text, end)) {
    end = tokenEnd(text, at)
    tokens.push(text.slice(at, end))
  }
  return tokens
}

/** Compact or spread over lines, with strings that contain quotes, backslashes and punctuation. */
const jsonText = fc
  .tuple(
    fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.array(fc.string({ unit: fc.constantFrom('"', '\\', '{', ']', ',', ':', ' ', 'a', 'é') })),
    ),
    fc.nat({ max: 2 }),
  )
  .map(([value, indent]) => JSON.stringify(value, null, indent))

describe('the tokens of a JSON text', () => {
  it('join to the compact JSON of the same value', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, fc.json()), (text) => {
        expect(tokensOf(text).join('')).toBe(JSON.stringify(JSON.parse(text)))
      }),
      { numRuns: 1000 },
    )
  })

  it('are punctuation, or values that JSON.parse reads on their own', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        for (const token of tokensOf(text)) expect('{}[],:'.includes(token) || isJson(token)).toBe(true)
      }),
    )
  })

  it('are the same up to the place where the text is cut off', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (value, where) => {
        // In a list, because a number that is cut off may still be JSON.
        const text = `[${value}]`
        const cut = text.slice(0, where % (text.length + 1))
        const whole = tokensOf(text)
        const rest = tokensOf(cut)
        const last = rest.at(-1) ?? ''
        expect(rest.slice(0, -1)).toEqual(whole.slice(0, Math.max(0, rest.length - 1)))
        expect(whole[Math.max(0, rest.length - 1)]?.startsWith(last)).toBe(true)
        expect(isJson(cut)).toBe(cut === text)
      }),
      { numRuns: 1000 },
    )
  })

  it('cover every character but white space, whatever the text', () => {
    const noise = fc.string({ unit: fc.constantFrom(...Array.from('{}[]:,"\\ ap1\n')), maxLength: 40 })
    fc.assert(
      fc.property(noise, (text) => {
        const outsideStrings = tokensOf(text).map((token) => (token.startsWith('"') ? '' : token))
        expect(outsideStrings.join('')).not.toMatch(/\s/)
        expect(tokensOf(text).join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a string that comes in two parts', () => {
  it('ends at the same quote as in one part', () => {
    const content = fc.string({ unit: fc.constantFrom('"', '\\', 'a') })
    fc.assert(
      fc.property(content, fc.nat(), (text, where) => {
        const quote = closingQuote(text, 0)
        const at = where % (quote + 1)
        const first = text.slice(0, at)
        const second = text.slice(at)
        expect(closingQuote(first, 0)).toBe(first.length)
        const from = endsEscaped(first, 0) ? 1 : 0
        expect(at + closingQuote(second, from)).toBe(quote)
      }),
      { numRuns: 1000 },
    )
  })
})

it.each([
  ['plain', 'plain'],
  ['\\u00e9\\/\\"', 'é/"'],
  ['broken \\u00', 'broken \\u00'],
])('unescaped reads %j between quotes as %j', (written, text) => {
  expect(unescaped(written)).toBe(text)
})
