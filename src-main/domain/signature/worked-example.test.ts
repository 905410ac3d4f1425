import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { parseJson } from '#lib/json/parse'
import { canonicalise } from './canonical'
import { dialects, type DialectId } from './dialects'
import { signatureOf, signPlain } from './sign'
import { bodyWith, LINES, SECRET } from './testing/worked-example'

const body = bodyWith('')
const signature = 'b3CNhTvxezNWb3FXfTfKsUWEwoUBsSGyllUXxU0KqgixBcPlbRmK90nl5h8K+BvpzpvCBGHTFy6ie8fXiGts8g=='

const root = (() => {
  const parsed = parseJson(body)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.root
})()

const textBy = (dialect: DialectId): string => {
  const canonical = canonicalise(root, dialects[dialect], 'api')
  if (!canonical.ok) throw new Error(canonical.failure)
  return canonical.text
}

describe('the worked example', () => {
  it('gives the string to sign, 627 bytes long', () => {
    expect(textBy('REF').split(';')).toEqual(LINES)
    expect(encodeUtf8(textBy('REF'))).toHaveLength(627)
  })

  it('gives the signature', () => {
    expect(signatureOf(textBy('REF'), SECRET, crypto)).toBe(signature)
    expect(signPlain(JSON.parse(body), SECRET, crypto)).toBe(signature)
  })

  it.each<readonly [DialectId, string]>([
    ['JS', 'rA+o4/OvCve8wsC2'],
    ['PY', 'mOFu6BXxvrs+nTgW'],
    ['PLUG', '6D0cyggwx6z9'],
  ])('begins otherwise in the dialect %s', (dialect, prefix) => {
    expect(signatureOf(textBy(dialect), SECRET, crypto).startsWith(prefix)).toBe(true)
  })

  it('does not change when the signature is put in, wherever it stands', () => {
    const signed = { ...(JSON.parse(body) as object), signature, extra: [{ signature: '' }] }
    expect(signPlain(signed, SECRET, crypto)).toBe(signature)
  })
})

describe('the borrowed HMAC', () => {
  it('gives the known answer of RFC 4231', () => {
    const digest = crypto.hmac('sha512', encodeUtf8('Jefe'), encodeUtf8('what do ya want for nothing?'))
    expect(Buffer.from(digest).toString('hex').startsWith('164b7a7bfcf819e2e395fbe73b56e0a3')).toBe(true)
  })
})
