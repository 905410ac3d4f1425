import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { doAllSteps } from '#lib/steps'
import { maskPage, maskText, maskTextInSteps, showsCardData } from './mask-text'

describe('a message masked for storage', () => {
  it('hides the card number and the security code in their API fields', () => {
    const body = '{"card":{"pan":"4000000000000077","cvv":"123","year":2033},"signature":"x"}'
    expect(maskText(body).text).toBe(
      '{"card":{"pan":"400000******0077","cvv":"***","year":2033},"signature":"x"}',
    )
    expect(maskText(body).spans.map(({ kind }) => kind)).toEqual(['pan', 'cvv'])
  })

  it('hides a card number whatever digits precede it', () => {
    for (let lead = 10; lead < 100; lead += 1) {
      expect(maskText(`n ${lead} 4000000000000077`).text).toMatch(/^n [0-9]{2} [0-9]{4,6}\*{6,8}0077$/)
    }
  })

  it('keeps phone numbers and short ids readable, even those with a valid check digit', () => {
    for (const digits of ['353861234560', '3538612345670', '49151234567891']) {
      for (let last = 0; last < 10; last += 1) {
        const text = `{"customer":{"phone":"${digits.slice(0, -1)}${String(last)}"}}`
        expect(maskText(text).text).toBe(text)
      }
    }
  })

  it('hides card numbers of small brands, and leaves other numbers and words alone', () => {
    expect(maskText('pan=9792000000000003').text).toBe('pan=979200******0003')
    for (const text of ['id=9041000000310', 'request=ab4000000000000077cd']) {
      expect(maskText(text)).toEqual({ text, spans: [] })
    }
  })
})

describe('the quick check for traces of card data', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        '{"card":{',
        '{"saved_card" : {',
        '"c\\u0061rd":{',
        '"pan":',
        '"cvv":"',
        '"',
        '}',
        '"}}',
        '9792',
        '123',
      ],
      ...['4000000000000077', 'CVC', 'csc=', 'card code', 'security%20code ', 'cv2 ', '%34', '\\u0034', ' '],
      ...['-', '+', ': ', 'x', '\n'],
    ),
    fc.nat({ max: 9_999_999 }).map(String),
    fc.string({ maxLength: 4, unit: 'binary' }),
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

  it('never skips a text in which the full search finds card data', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(maskText(any)).toEqual(doAllSteps(maskTextInSteps(any)))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('masking a page', () => {
  it('finds card numbers and security codes without API fields', () => {
    const page = '<p>card 4111111111111111</p><script>{"cvv":"123"}</script>'
    const { text, spans } = maskPage(page)
    expect(text).not.toContain('4111111111111111')
    expect(text).not.toContain('123')
    expect(spans).toHaveLength(2)
  })
})

/** Each of these bodies took half a minute, or overflowed the stack, when numbers and spans were compared pairwise. */
describe('a body designed to slow down masking', () => {
  it('of security codes is masked quickly', () => {
    expect(maskText('cvv 123 '.repeat(131_072)).spans).toHaveLength(131_072)
  })

  it('of nothing but digits is searched quickly', () => {
    expect(maskText('9'.repeat(4_194_304)).spans).toEqual([])
  })

  it('of numbers in their API fields is masked quickly', () => {
    const text = `{${'"card":{"pan":"4111111111111111"},'.repeat(65_536)}`
    expect(maskText(text).spans).toHaveLength(65_536)
  })
})

describe('card data that a masked text still shows', () => {
  it.each([
    '{"card":{"pan":"4000000000000077","cvv":"123"}}',
    '{"card":{"pan":"400000******0077","cvv":"123"}}',
    '{"card":{"pan":"\\u0034000000000000077"}}',
    '{"note":"\\u0034000000000000077"}',
    '{"note":"4000 00\\u0030000000077"}',
    '{"note":{"cvv":"\\u0031\\u0032\\u0033"}}',
    'paid with 4000 0000 0000 0077 today',
    'pan=4000000000000077&cvv=***',
  ])('is detected in %s, but not once that text is masked', (text) => {
    expect(showsCardData(text)).toBe(true)
    expect(showsCardData(maskText(text).text)).toBe(false)
  })

  it.each(['', '{"amount":4650}', 'order 40000000000000', '{"card":{"pan":"4111","cvv":"***"}}'])(
    'is not detected in %j',
    (text) => {
      expect(showsCardData(text)).toBe(false)
    },
  )

  it('is not detected in any masked text', () => {
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
