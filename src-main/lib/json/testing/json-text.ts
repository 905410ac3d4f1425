import fc from 'fast-check'

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

/** Random JSON text with everything that parsers disagree about: odd numbers, digit keys, repeats, escapes, spaces. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
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
