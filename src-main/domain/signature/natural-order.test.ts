import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { codePointKey, naturalKey } from './sorting'
import { natural } from '../../../docs/examples/sign.mjs'
import { comparedBy } from './testing/compared-by'
import pairs from './testing/natural-order.json'

const compareNatural = comparedBy(naturalKey)

const tricky = fc.string({
  unit: fc.constantFrom('0', '0', '1', '2', '9', ' ', '\t', 'a', 'Z', '_', ':', '-', '.', 'é', 'ｚ', '😀'),
  maxLength: 8,
})
const anyText = fc.oneof(tricky, fc.string({ unit: 'binary', maxLength: 6 }))
/** Two texts, some of them with a common beginning. */
const twoTexts = fc.oneof(
  fc.tuple(anyText, anyText),
  fc.tuple(tricky, tricky, tricky).map(([start, left, right]) => [start + left, start + right] as const),
)

describe('natural order', () => {
  it('orders every recorded pair as the reference does', () => {
    for (const compare of [compareNatural, natural])
      expect(pairs.filter(([left, right, sign]) => compare(String(left), String(right)) !== sign)).toEqual([])
    expect(pairs.length).toBe(198)
  })

  it('agrees with a second implementation on every pair', () => {
    fc.assert(
      fc.property(twoTexts, ([left, right]) => {
        expect(compareNatural(left, right)).toBe(natural(left, right))
      }),
      { numRuns: 40_000 },
    )
  })

  it.each<readonly [string, string, -1 | 0 | 1]>([
    ['', ' ', -1],
    ['a2', 'a10', -1],
    ['a02', 'a1', -1],
    ['a01', 'a010', -1],
    ['001', '01', 0],
    ['a b', 'a  b', 0],
    ['a', 'a ', -1],
    ['1 a', '1a', -1],
    ['B', 'a', -1],
    ['ｚ', '😀', -1],
    ['ä', 'z', 1],
    ['99999999999999999999', '100000000000000000000', -1],
  ])('compares %j with %j as %i', (left, right, sign) => {
    expect(compareNatural(left, right)).toBe(sign)
    expect(natural(left, right)).toBe(sign)
  })

  it('compares runs of digits longer than a 16-bit counter can count', () => {
    expect(compareNatural(`a${'9'.repeat(70_000)}`, `a1${'0'.repeat(70_000)}`)).toBe(-1)
    expect(compareNatural(`a${'9'.repeat(32_767)}`, `a1${'0'.repeat(32_767)}`)).toBe(-1)
  })
})

describe('code point order', () => {
  it('is the order of UTF-8 bytes', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '\ud7ff', '\ue000', 'ｚ', '\uffff', '😀', '\u{10ffff}'),
    })
    fc.assert(
      fc.property(text, text, (left, right) => {
        const byKey = codePointKey(left) < codePointKey(right)
        expect(byKey).toBe(Buffer.compare(encodeUtf8(left), encodeUtf8(right)) < 0)
      }),
      { numRuns: 2000 },
    )
  })
})
