import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doAllSteps } from '#lib/steps'
import { EVERY_NUMBER, findCardNumbers } from './testing/every-number'
import { isLuhnValid } from './card-number'
import { type CardSpan, maskCardDataInSteps } from './mask-body'

const bytes = (text: string): number => new TextEncoder().encode(text).length

function spanOf(text: string, part: string, kind: CardSpan['kind']): CardSpan {
  const start = text.indexOf(part)
  return { start, end: start + part.length, kind }
}

const maskCardData = (text: string, spans: readonly CardSpan[]): string =>
  doAllSteps(maskCardDataInSteps(text, spans))
const maskFound = (text: string): string => maskCardData(text, findCardNumbers(text))

describe('masking marked card data', () => {
  it('keeps the first six and last four digits of the number and nothing of the code', () => {
    const body = '{"card":{"pan":"4000000000000077","cvv":"123"}}'
    const spans = [spanOf(body, '4000000000000077', 'pan'), spanOf(body, '123', 'cvv')]
    expect(maskCardData(body, spans)).toBe('{"card":{"pan":"400000******0077","cvv":"***"}}')
  })

  it('hides the same digits of a number whether it is plain or has an encoded character', () => {
    const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789 +-')), maxLength: 40 })
    fc.assert(
      fc.property(digits, digits, (before, written) => {
        const whole = (text: string): CardSpan => ({ start: before.length, end: text.length, kind: 'pan' })
        const plain = before + written
        const encoded = `${plain}%20`
        expect(`${maskCardData(plain, [whole(plain)])}%20`).toBe(maskCardData(encoded, [whole(encoded)]))
      }),
    )
  })

  it('leaves the separators of a number where they are', () => {
    const pan = '4000 0000-0000 0077'
    expect(maskCardData(pan, [spanOf(pan, pan, 'pan')])).toBe('4000 00**-**** 0077')
  })

  it('counts an escaped digit as one digit and covers the whole escape', () => {
    const pan = String.raw`\u0034000000\u003000000077`
    expect(maskCardData(pan, [spanOf(pan, pan, 'pan')])).toBe(String.raw`\u003400000***********0077`)
  })

  it('keeps no digit of a number too short or too long for a card number', () => {
    const short = '400000000077'
    const long = '4000000000000077 1230 123'
    expect(maskCardData(short, [spanOf(short, short, 'pan')])).toBe('************')
    expect(maskCardData(long, [spanOf(long, long, 'pan')])).toBe('**************** **** ***')
  })

  it('hides what any of several overlapping spans hides', () => {
    const body = '4000000000000077'
    const whole: CardSpan = { start: 0, end: 16, kind: 'cvv' }
    expect(maskCardData(body, [spanOf(body, body, 'pan'), whole])).toBe('****************')
    expect(maskCardData(body, [whole, spanOf(body, body, 'pan')])).toBe('****************')
  })

  it('replaces non-ASCII characters with mask characters of the same size', () => {
    const body = 'é１😀'
    const hidden = maskCardData(body, [{ start: 0, end: body.length, kind: 'cvv' }])
    expect([hidden.length, bytes(hidden)]).toEqual([body.length, bytes(body)])
    expect(Array.from(body).some((char) => hidden.includes(char))).toBe(false)
  })

  it('keeps the length and the byte count for any spans in any text', () => {
    const span = fc.record({
      start: fc.nat(30),
      size: fc.nat(30),
      kind: fc.constantFrom<CardSpan['kind']>('pan', 'cvv'),
    })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.array(span), (text, drawn) => {
        const chars = Array.from(text)
        const offset = (index: number): number => chars.slice(0, index).join('').length
        const spans = drawn.map(({ start, size, kind }): CardSpan => {
          return { start: offset(start), end: offset(start + size), kind }
        })
        const result = maskCardData(text, spans)
        expect([result.length, bytes(result)]).toEqual([text.length, bytes(text)])
      }),
    )
  })
})

describe('card data in text that is not JSON', () => {
  it.each([
    ['pan=4000000000000077&cvv=123&x=1', 'pan=400000******0077&cvv=***&x=1'],
    ['{"pan":"4000000000000077","cvv":"1234",', '{"pan":"400000******0077","cvv":"****",'],
    ["{pan: 4000000000000077, 'cvc2': 123}", "{pan: 400000******0077, 'cvc2': ***}"],
    ['pan=4000+0000+0000+0077', 'pan=4000+00**+****+0077'],
    ['pan=4000%200000%200000%200077', 'pan=4000%2000**%20****%200077'],
    ['note=%204000000000000077', 'note=%20400000******0077'],
    ['100%4000000000000077', '100%400000******0077'],
    ['4000-0000-0000-0077 12 30', '4000-00**-****-0077 12 30'],
    ['id 20310409 4000000000000077', 'id 20310409 400000******0077'],
    ['card%5Bcvv%5D=123&a=1', 'card%5Bcvv%5D=***&a=1'],
    ['cvv=%31%32%33&a=1', 'cvv=*********&a=1'],
    ['%22security_code%22%3A%22123%22', '%22security_code%22%3A%22***%22'],
    ['name="cvv"\r\n\r\n123\r\n--x', 'name="cvv"\r\n\r\n***\r\n--x'],
    ['<pan>4000000000000077</pan><cvv>123</cvv>', '<pan>400000******0077</pan><cvv>***</cvv>'],
    ['cvv: 4000-0000-0000-0077', 'cvv: ****-00**-****-0077'],
  ])('is masked in %s', (text, expected) => {
    expect(maskFound(text)).toBe(expected)
  })

  it.each([
    'amount=4650&currency=EUR',
    'pan=4000000000000078',
    'id=9041000000312 2031',
    'cvv=12345',
    'cvv=&amount=1000',
    'phone=353871234567',
    '4000  0000  0000  0077',
  ])('is not found in %s', (text) => {
    expect(findCardNumbers(text)).toEqual([])
  })

  it('is also searched for inside a number that the filter rejected', () => {
    const text = 'n 18 4000000000000077'
    expect(findCardNumbers(text)).toEqual([{ start: 2, end: 21, kind: 'pan' }])
    expect(findCardNumbers(text, { ...EVERY_NUMBER, firstDigits: new Set([4]) })).toEqual([
      { start: 5, end: 21, kind: 'pan' },
    ])
    expect(findCardNumbers(text, { ...EVERY_NUMBER, accepts: () => false })).toEqual([])
  })

  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.stringMatching(/^[0-9]{1,20}$/) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('4000000000000077', '5413330000000019', '4000 0000 0000 0077', '0077'),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(' ', '-', '+', '%20', '%2D', '&', 'cvv=', '%3', String.raw`\u0034`),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
  )
  const bodies = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))

  it('is masked in one pass: no valid number of 13 to 19 digits is left, and length and bytes do not change', () => {
    fc.assert(
      fc.property(bodies, (text) => {
        const result = maskFound(text)
        expect([result.length, bytes(result)]).toEqual([text.length, bytes(text)])
        const runs = [...result.matchAll(/(?<![0-9])[0-9]{13,19}(?![0-9])/g)].map(([run]) => run)
        expect(runs.filter(isLuhnValid)).toEqual([])
        expect(findCardNumbers(result).filter(({ kind }) => kind === 'pan')).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  // Quadratic work would take minutes.
  it('is found in a large hostile text in linear time', { timeout: 60_000 }, () => {
    const text = '4000 0000 0000 0077 12 %31 9 '.repeat(20_000)
    expect(findCardNumbers(text).length).toBeGreaterThanOrEqual(20_000)
  })
})
