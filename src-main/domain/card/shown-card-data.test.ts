import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doAllSteps } from '#lib/steps'
import { maskText, showsCardDataInSteps } from './mask-text'

const showsCardData = (text: string): boolean => doAllSteps(showsCardDataInSteps(text))

describe('card data that a masked text still shows', () => {
  it.each([
    '{"card":{"pan":"4000000000000077","cvv":"123"}}',
    '{"card":{"pan":"400000******0077","cvv":"123"}}',
    '{"card":{"pan":"\\u0034000000000000077"}}',
    'paid with 4000 0000 0000 0077 today',
    'pan=4000000000000077&cvv=***',
  ])('is seen in %s, and no longer once it is masked', (text) => {
    expect(showsCardData(text)).toBe(true)
    expect(showsCardData(maskText(text).text)).toBe(false)
  })

  it.each(['', '{"amount":4650}', 'order 40000000000000', '{"card":{"pan":"4111","cvv":"***"}}'])(
    'is not seen in %s',
    (text) => {
      expect(showsCardData(text)).toBe(false)
    },
  )

  it('is not seen in whatever was masked', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json({ maxDepth: 3 }),
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom(...Array.from('0123456789 -"\\u{}:cvvpan,')), maxLength: 200 }),
        ),
        (text) => !showsCardData(maskText(text).text),
      ),
      { numRuns: 500 },
    )
  })
})
