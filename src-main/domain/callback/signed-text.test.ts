import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { parseJson } from '#lib/json/parse'
import { findSignature } from '#domain/signature/place'
import { type Verdict, verifySignature } from '#domain/signature/verify'
import { signedText, type Signing, type SigningOptions, type SigningPlace } from './signed-text'
import { nodeOf } from '#domain/signature/testing/canonical-text'

const secret = 'mock-secret-7Rk2vQ'

function applySigning(text: string, signing: Signing, options: SigningOptions = {}): string {
  const signed = signedText(text, signing, secret, crypto, options)
  if (!signed.ok) throw new Error(signed.message)
  return signed.text
}

function verdictOf(text: string): Verdict {
  return verifySignature({ root: nodeOf(text), secret, crypto, surface: 'callback', lenient: true })
}

/** Base64 of the usual length: the signature of a text before it is edited. */
const OLD = `${'oldSignature'.repeat(7)}==`

/** Texts with the signature at every place and in every notation that JSON allows. */
const VARIANTS: readonly (readonly [name: string, text: string])[] = [
  ['at the end', `{"a":1,"signature":"${OLD}"}`],
  ['at the start', `{"signature":"${OLD}","a":1}`],
  ['in the middle', `{"a":1,"signature":"${OLD}","b":[1,{"signature":"inner"}]}`],
  ['alone', `{"signature":"${OLD}"}`],
  ['surrounded by odd spacing', `\n { "a" :1 ,\t"signature"\r\n :  "${OLD}"  , "b":"x" } \n`],
  ['alone in odd spacing', `{ \n\t"signature" : "${OLD}"\n }`],
  ['inside general', `{"general":{"project_id":1,"signature":"${OLD}"},"payment":{"id":"x"}}`],
  ['alone inside general', `{"general":{"signature":"${OLD}"}}`],
  ['at both places', `{"general":{"signature":"${OLD}"},"signature":"${OLD}"}`],
  ['repeated', `{"signature":"first","a":1,"signature":"${OLD}"}`],
  ['repeated with nothing else', `{"signature":"first" , "signature":"${OLD}"}`],
  [
    'in a general that is repeated',
    `{"general":{"signature":"first"},"general":{"x":1,"signature":"${OLD}"}}`,
  ],
  ['in a general that a later one hides', `{"general":{"signature":"${OLD}"},"general":{"x":1}}`],
  ['under an escaped key', `{"a":1,"\\u0073ignature":"${OLD}"}`],
  [
    'beside keys and values full of quotes',
    `{"\\"signature\\":":"a\\",\\"signature\\":\\"b","signature":"${OLD}"}`,
  ],
  ['written with escaped slashes', `{"signature":"\\/\\/\\/\\/\\/\\/\\/\\/\\/\\/==","a":"\\/"}`],
  ['empty', `{"a":1,"signature":""}`],
  ['null', `{"signature":null,"a":1}`],
  ['a number', `{"a":1,"signature":12345678901234567890}`],
  ['an object', `{"signature":{"signature":"x","y":[1,2]},"a":1}`],
  ['an array', `{"a":1,"signature":[ "x" ]}`],
  ['beside other scripts', `{"имя":"Zoë","名":"鲸 🐋","signature":"${OLD}","last":"\\ud83d\\udc0b"}`],
]

/** White space between two JSON tokens. */
const spaces = fc.constantFrom('', ' ', '\n  ', '\t', '\r\n')
const plainJson = fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' })
const keys = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('general', 'data', 'signature ', '__proto__', '0', 'sum'),
)
const member = fc
  .tuple(keys, plainJson, spaces, spaces, spaces)
  .filter(([key]) => key !== 'signature')
  .map(([key, value, a, b, c]) => `${a}${JSON.stringify(key)}${b}:${c}${JSON.stringify(value)}`)
const signatureMember = fc
  .tuple(fc.oneof(fc.constant(OLD), fc.base64String(), fc.string({ unit: 'grapheme' })), spaces, spaces)
  .map(([value, a, b]) => `${a}"signature"${b}:${JSON.stringify(value)}`)
const texts = fc
  .record({
    members: fc.array(member, { maxLength: 5 }),
    signatures: fc.array(signatureMember, { maxLength: 2 }),
    inGeneral: fc.boolean(),
    at: fc.nat(5),
    end: spaces,
  })
  .map(({ members, signatures, inGeneral, at, end }) => {
    const put = inGeneral ? signatures.map((signature) => `"general":{"x":1,${signature}}`) : signatures
    return `{${members.toSpliced(Math.min(at, members.length), 0, ...put).join(',')}${end}}`
  })
  .filter((text) => parseJson(text).ok)

/** Text without the value of its signature, to see that nothing else has changed. */
function aroundSignature(text: string, signature: string): string {
  const at = text.lastIndexOf(signature)
  return text.slice(0, at) + text.slice(at + signature.length)
}

const signatureIn = (text: string): string => findSignature(nodeOf(text))?.text ?? ''

describe('signing an edited message again', () => {
  it.each(VARIANTS)('makes it valid if the signature was %s', (_, text) => {
    expect(verdictOf(applySigning(text, 'resign'))).toMatchObject({ state: 'valid', dialect: 'REF' })
  })

  it.each(VARIANTS.filter(([, text]) => signatureIn(text) === OLD))(
    'changes nothing else if the signature was %s',
    (_, text) => {
      const signed = applySigning(text, 'resign')
      expect(aroundSignature(signed, signatureIn(signed))).toBe(aroundSignature(text, OLD))
    },
  )

  it('adds a signature at the top level if there is none, and keeps the layout', () => {
    const signed = applySigning('{\n  "a": 1\n}\n', 'resign')
    expect(signed).toBe(`{\n  "a": 1,"signature":"${signatureIn(signed)}"\n}\n`)
    expect(applySigning('{ }', 'resign')).toMatch(/^\{"signature":"[A-Za-z0-9+/]{86}=="(?: )\}$/)
    expect(verdictOf(applySigning('{"general":{"project_id":1}}', 'resign')).state).toBe('valid')
  })

  it('always makes it valid, and changes nothing the second time', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const signed = applySigning(text, 'resign')
        expect(verdictOf(signed).state).toBe('valid')
        expect(applySigning(signed, 'resign')).toBe(signed)
      }),
      { numRuns: 500 },
    )
  })
})

describe('leaving the signature out', () => {
  it.each(VARIANTS)('keeps the JSON valid if the signature was %s', (_, text) => {
    const bare = applySigning(text, 'omit')
    expect(verdictOf(bare).state).toBe('missing')
    expect(parseJson(bare).ok).toBe(true)
  })

  it.each([
    [`{"a":1,"signature":"x"}`, `{"a":1}`],
    [`{"signature":"x","a":1}`, `{"a":1}`],
    [`{"a": 1, "signature" : "x" , "b": 2}`, `{"a": 1 , "b": 2}`],
    [`{\n  "signature": "x",\n  "a": 1\n}`, `{\n  "a": 1\n}`],
    [`{\n  "a": 1,\n  "signature": "x"\n}`, `{\n  "a": 1\n}`],
    [`{"general":{"signature":"x"},"signature":[1]}`, `{"general":{}}`],
    [`{"data":{"signature":"stays"}}`, `{"data":{"signature":"stays"}}`],
  ])('turns %s into %s', (text, bare) => {
    expect(applySigning(text, 'omit')).toBe(bare)
  })

  it('keeps all other members, so that the text can be signed again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const bare = applySigning(text, 'omit')
        expect(verdictOf(bare).state).toBe('missing')
        expect(applySigning(bare, 'omit')).toBe(bare)
        expect(signatureIn(applySigning(bare, 'resign'))).toBe(signatureIn(applySigning(text, 'resign')))
      }),
      { numRuns: 500 },
    )
  })
})

describe('corrupting the signature', () => {
  it.each(VARIANTS.filter(([, text]) => verdictOf(text).state !== 'missing'))(
    'makes it invalid if it was %s',
    (_, text) => {
      expect(verdictOf(applySigning(text, 'corrupt')).state).toBe('invalid')
    },
  )

  it('makes every text with a signature invalid', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const signed = applySigning(text, 'resign')
        expect(verdictOf(applySigning(signed, 'corrupt')).state).toBe('invalid')
      }),
      { numRuns: 300 },
    )
  })

  it('is refused if there is none', () => {
    expect(signedText('{"a":1}', 'corrupt', secret, crypto)).toMatchObject({ ok: false })
  })
})

describe('choosing the place of the signature', () => {
  const signAt = (text: string, signing: Signing, place: SigningPlace, signature?: string): string =>
    applySigning(text, signing, { place, signature })
  const placeIn = (text: string): string | undefined => findSignature(nodeOf(text))?.place

  it.each(VARIANTS)('signs at the chosen place, and only there, if the signature was %s', (_, text) => {
    for (const [place, name] of [
      ['top', 'signature'],
      ['general', 'general.signature'],
    ] as const) {
      const signed = signAt(text, 'resign', place)
      expect(placeIn(signed)).toBe(name)
      expect(verdictOf(signed)).toMatchObject({ state: 'valid', dialect: 'REF' })
      expect(verdictOf(signAt(text, 'corrupt', place)).state).toBe('invalid')
    }
  })

  it('creates a missing general, and keeps the other members of an existing one', () => {
    expect(signAt('{ "a": 1 }', 'own', 'general', 'x"')).toBe('{ "a": 1,"general":{"signature":"x\\""} }')
    expect(signAt('{"general": { "project_id": 1 }, "signature":"y"}', 'own', 'general', 'x')).toBe(
      '{"general": { "project_id": 1,"signature":"x" }}',
    )
  })

  it('moves the signature without changing the data', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const top = signAt(text, 'resign', 'top')
        expect(verdictOf(top).state).toBe('valid')
        expect(signatureIn(top)).toBe(signatureIn(applySigning(text, 'resign')))
      }),
      { numRuns: 300 },
    )
  })

  it('is refused if general is not an object, or if no signature is written', () => {
    const text = '{"general":[1]}'
    expect(signedText(text, 'resign', secret, crypto, { place: 'general' })).toMatchObject({ field: 'place' })
    expect(signedText(text, 'keep', secret, crypto, { place: 'top' })).toMatchObject({ field: 'place' })
    expect(signedText(text, 'omit', secret, crypto, { place: 'top' })).toMatchObject({ field: 'place' })
  })
})

describe('a supplied signature', () => {
  it('replaces the existing signature, or is added at the top level', () => {
    const withEmptySignature = (text: string): string => applySigning(text, 'own', { signature: '' })
    expect(withEmptySignature(`{"general":{"signature":"${OLD}"}}`)).toBe('{"general":{"signature":""}}')
    expect(withEmptySignature('{"a":1}')).toBe('{"a":1,"signature":""}')
  })

  it('is required by the signing mode `own`', () => {
    expect(signedText('{}', 'own', secret, crypto)).toMatchObject({ ok: false, field: 'signature' })
  })
})

describe('a text that is not a JSON object', () => {
  it.each(['{"a":1,}', '', '[1]', '"text"', '{"a":1', '\uFEFF{}'])('%j can only be kept as it is', (text) => {
    for (const signing of ['resign', 'omit', 'corrupt'] as const) {
      const signed = signedText(text, signing, secret, crypto)
      expect(signed.ok).toBe(false)
      if (!signed.ok) expect(signed.message).toMatch(/keep|Keep/)
    }
    expect(applySigning(text, 'keep')).toBe(text)
  })
})
