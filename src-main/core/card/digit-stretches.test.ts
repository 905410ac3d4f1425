import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitStretches } from './digit-stretches'
import { findCardNumbers } from './find-card-numbers'

/** The same as one pattern, which takes stack for every digit. */
const PATTERNS = {
  raw: /[0-9](?:[ +-]?[0-9]){11,}/g,
  decoded:
    /(?<!%[0-9a-fA-F]?|\\u[0-9a-fA-F]{0,3})(?:[0-9]|%3[0-9]|\\u003[0-9])(?:(?:[ +-]|%20|%2[bBdD]|\\u0020|\\u002[bBdD])?(?:[0-9]|%3[0-9]|\\u003[0-9])){11,}/g,
} as const

describe('stretches of digits', () => {
  it('are what one pattern would find', () => {
    const piece = fc.constantFrom(
      '4',
      '11',
      '000000',
      ' ',
      '-',
      '%20',
      '%2B',
      '%34',
      '\\u0035',
      '%',
      '\\u00',
      'x',
    )
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, fc.constantFrom('raw', 'decoded'), (written, reading) => {
        const expected = [...written.matchAll(PATTERNS[reading])].map((match) => ({
          start: match.index,
          end: match.index + match[0].length,
        }))
        expect([...digitStretches(written, reading)]).toEqual(expected)
      }),
      { numRuns: 3000 },
    )
  })

  it('may be 16 MiB long', () => {
    expect(findCardNumbers('1'.repeat(16 * 1024 * 1024))).toEqual([])
  })

  it.each([65_500, 65_520, 65_530, 65_536])(
    'are read in pieces that hide no number behind %i others',
    (length) => {
      // Two digits in a row check out nowhere among these.
      const text = `${'1 '.repeat(length / 2)}4000000000000077`
      const numbers = findCardNumbers(text, (digits) => digits === '4000000000000077')
      expect(numbers).toEqual([{ start: length, end: text.length, kind: 'pan' }])
    },
  )
})
