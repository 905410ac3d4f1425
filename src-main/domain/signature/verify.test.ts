import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { fromPlain } from '#lib/json/node'
import { canonicalise } from './canonical'
import type { Surface } from './recipe'
import { dialects, type DialectId } from './dialects'
import { doAllSteps } from '#lib/steps'
import { explaining, type SignatureQuestion } from './explain'
import { signatureOf, signPlain } from './sign'
import { verifySignature, type Verdict } from './verify'

const secret = 'test-secret'

const verify = (message: unknown, surface: Surface = 'api', lenient = false): Verdict =>
  verifySignature({ root: fromPlain(message), secret, crypto, surface, lenient })

const explanationOf = (question: SignatureQuestion) => doAllSteps(explaining(question))
const explain = (message: unknown, surface: Surface = 'api') =>
  explanationOf({ root: fromPlain(message), secret, crypto, surface })

const signBy = (dialect: DialectId, message: unknown, surface: Surface = 'api'): string => {
  const canonical = canonicalise(fromPlain(message), dialects[dialect], surface)
  if (!canonical.ok) throw new Error(canonical.failure)
  return signatureOf(canonical.text, secret, crypto)
}

const expected = signPlain({ a: 1, general: { b: 2 } }, secret, crypto)

describe('the place of the signature', () => {
  it('is the top level, even if `general` has a signature too', () => {
    const place = 'signature'
    const atTop = verify({ a: 1, general: { b: 2, signature: 'x' }, signature: expected })
    expect(atTop).toMatchObject({ state: 'valid', place })
    const inGeneral = verify({ a: 1, general: { b: 2, signature: expected }, signature: 'x' })
    expect(inGeneral).toEqual({ state: 'invalid', expected, received: 'x', place })
  })

  it('is `general` if the top level has no signature', () => {
    expect(verify({ a: 1, general: { b: 2, signature: expected } })).toMatchObject({
      place: 'general.signature',
    })
  })

  it('is `customer` only in a request that names its project there', () => {
    const customer = { project_id: 9041, id: 'c' }
    const signature = signPlain({ customer }, secret, crypto)
    expect(verify({ customer: { ...customer, signature } })).toMatchObject({
      state: 'valid',
      place: 'customer.signature',
    })
    expect(verify({ customer: { id: 'c', signature } })).toEqual({ state: 'missing' })
  })

  it.each([{ a: 1 }, { x: { signature: 's' } }, [{ signature: 's' }], 'text'])(
    'is nowhere in %j',
    (message) => {
      expect(verify(message)).toEqual({ state: 'missing' })
    },
  )
})

describe('a received signature', () => {
  it.each(['', null])('counts as empty if it is %j', (signature) => {
    expect(verify({ a: 1, signature })).toEqual({ state: 'empty', place: 'signature' })
  })

  it.each([
    [7, '7'],
    [{ a: 1 }, '{"a":1}'],
    [true, 'true'],
  ])('that is not text, %j, is invalid', (signature, received) => {
    expect(verify({ a: 1, signature })).toMatchObject({ state: 'invalid', received })
  })

  it.each([
    ['with a space at the end', (right: string) => `${right} `],
    ['without padding', (right: string) => right.replace(/=+$/, '')],
    ['in lower case', (right: string) => right.toLowerCase()],
    [
      'with another last bit',
      (right: string) => right.replace(/.==$/, (end) => (end.startsWith('A') ? 'B==' : 'A==')),
    ],
  ])('%s is invalid', (_, change) => {
    const signature = signPlain({ a: 1 }, secret, crypto)
    expect(verify({ a: 1, signature: change(signature) }).state).toBe('invalid')
    expect(verify({ a: 1, signature }).state).toBe('valid')
  })
})

describe('dialects', () => {
  const array = { general: { project_id: 1 }, names: Array.from({ length: 11 }, (_, index) => `n${index}`) }
  const prefix = { a: { x: 1 }, 'a-b': 2 }

  it('of the SDKs are accepted only by a lenient project', () => {
    for (const [dialect, message] of [['PY', array] as const, ['JS', prefix] as const]) {
      const signed = { ...message, signature: signBy(dialect, message) }
      expect(verify(signed).state).toBe('invalid')
      expect(verify(signed, 'api', true)).toMatchObject({ state: 'valid', dialect })
    }
  })

  it('of the samples and the plugin are never accepted', () => {
    const message = { x: true, y: false, sum: 1, sum_real: 2 }
    for (const dialect of ['DOC_JS', 'DOC_PHP', 'DOC_PY', 'PLUG'] as const) {
      const signature = signBy(dialect, message)
      expect(verify({ ...message, signature }, 'api', true).state).toBe('invalid')
    }
  })

  it('that agree with the reference count as the reference', () => {
    const message = { a: 1, b: 'x' }
    expect(verify({ ...message, signature: signBy('PY', message) }, 'api', true)).toMatchObject({
      dialect: 'REF',
    })
  })
})

describe('boolean words', () => {
  const signature = signPlain({ a: true, b: false, c: 'x' }, secret, crypto, 'form')

  it.each([
    ['true', 'false'],
    ['True', 'False'],
  ])('%s and %s are read as booleans on the form', (yes, no) => {
    expect(verify({ a: yes, b: no, c: 'x', signature }, 'form')).toEqual({
      state: 'valid',
      dialect: 'REF',
      booleanWords: true,
      place: 'signature',
    })
    expect(verify({ a: yes, b: no, c: 'x', signature }, 'api', true).state).toBe('invalid')
  })

  it('are first read as strings', () => {
    const words = { a: 'true' }
    expect(verify({ ...words, signature: signPlain(words, secret, crypto, 'form') }, 'form')).toMatchObject({
      booleanWords: false,
    })
  })

  it('do not include other spellings, nor None', () => {
    expect(verify({ a: 'TRUE', b: 'False', c: 'x', signature }, 'form').state).toBe('invalid')
    const withNull = signPlain({ n: null }, secret, crypto, 'form')
    expect(verify({ n: 'None', signature: withNull }, 'form').state).toBe('invalid')
  })
})

describe('an explanation', () => {
  it('shows the lines, the digests and which dialects match', () => {
    const message = { k10: 1, k9: 2 }
    const explained = explain({ ...message, signature: signBy('PY', message) })
    expect(explained.canonical).toMatchObject({ ok: true, text: 'k9:2;k10:1' })
    expect(explained).toMatchObject({ expected: signPlain(message, secret, crypto), place: 'signature' })
    expect(explained.received).toBe(signBy('PY', message))
    expect(explained.dialects.map(({ dialect }) => dialect)).toEqual(Object.keys(dialects))
    expect(explained.dialects.filter(({ matches }) => matches).map(({ dialect }) => dialect)).toEqual([
      'JS',
      'PY',
      'DOC_PY',
    ])
    expect(explained.booleanWords).toBeUndefined()
  })

  it('says which dialects cannot produce a string to sign', () => {
    const failures = explain({ n: null, s: 'a;b' }, 'callback').dialects.flatMap((verdict) =>
      verdict.ok ? [] : [verdict.dialect],
    )
    expect(failures).toEqual(['JS', 'PLUG'])
  })

  it('takes into account that the JavaScript callback reader uses the last signature', () => {
    const signature = signPlain({ a: { b: 1 } }, secret, crypto)
    const body = { signature, a: { b: 1, signature: 'other' } }
    const matching = explain(body, 'callback').dialects.filter(({ matches }) => matches)
    expect(matching.map(({ dialect }) => dialect)).toContain('REF')
    expect(matching.map(({ dialect }) => dialect)).not.toContain('JS')
  })

  it('of an unsigned message matches nothing', () => {
    const explained = explain({ a: 1 })
    expect(explained).toMatchObject({ received: undefined, place: undefined })
    expect(explained.dialects.some(({ matches }) => matches)).toBe(false)
  })

  it('of a form includes the reading with boolean words, and uses it if only that matches', () => {
    const signature = signPlain({ a: true }, secret, crypto, 'form')
    const explained = explain({ a: 'true', signature }, 'form')
    expect(explained.booleanWords).toMatchObject({ ok: true, text: 'a:1', matches: true })
    expect(explained).toMatchObject({
      reading: 'booleanWords',
      canonical: { text: 'a:1' },
      expected: signature,
      received: signature,
    })
    expect(explained.dialects[0]).toMatchObject({ dialect: 'REF', text: 'a:true', matches: false })
  })

  it.each([
    [{ a: 'true', signature: 'x' }, 'form', true],
    [{ a: 'true', signature: signPlain({ a: 'true' }, secret, crypto, 'form') }, 'form', true],
    [{ a: 'truely', signature: 'x' }, 'form', false],
    [{ a: 'true', signature: signPlain({ a: true }, secret, crypto) }, 'api', false],
  ] as const)('uses the received text unless only booleans match: %j on %s', (message, surface, hasWords) => {
    const explained = explain(message, surface)
    expect(explained.reading).toBe('asReceived')
    expect(explained.expected).toBe(explained.dialects[0]?.ok === true ? explained.dialects[0].signature : '')
    expect(explained.booleanWords !== undefined).toBe(hasWords)
  })

  it('reads the signature only from the required place, if one is given', () => {
    const root = fromPlain({ signature: 'top', general: { signature: 'inner' } })
    const place = 'general.signature' as const
    expect(explanationOf({ root, secret, crypto, surface: 'api', place }).received).toBe('inner')
    const none = fromPlain({ signature: 'top', general: {} })
    expect(explanationOf({ root: none, secret, crypto, surface: 'api', place }).received).toBeUndefined()
  })
})
