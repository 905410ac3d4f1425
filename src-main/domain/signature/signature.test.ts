import { describe, expect, it } from 'vitest'
import { phpNumbers } from './number-text'
import { fromPlain } from '#lib/json/node'
import { oddAmounts, semicolonWarning } from './remarks'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { encodeUtf8 } from '#lib/bytes/utf8'
import type { DialectId } from './dialects'
import { signatureOf, signPlain } from './sign'
import { bodyWith, LINES, SECRET } from './testing/worked-example'
import { canonicalText } from './testing/canonical-text'

describe('number-text', () => {
  const ofPhp = (text: string): string => phpNumbers({ type: 'number', text, value: Number(text) })

  describe('the text that PHP prints', () => {
    it.each([
      ['9223372036854775807', '9223372036854775807'],
      ['9223372036854775808', '9.2233720368548E+18'],
      ['-9223372036854775808', '-9223372036854775808'],
      ['-9223372036854775809', '-9.2233720368548E+18'],
      ['100000000000000000000', '1.0E+20'],
    ])('for %s is %s', (text, printed) => {
      expect(ofPhp(text)).toBe(printed)
    })

    it('for a million digits is made in less than half the time that BigInt needs to read them', () => {
      const text = '9'.repeat(1_000_000)
      const startedAt = performance.now()
      expect(ofPhp(text)).toBe('INF')
      const printedAt = performance.now()
      expect(BigInt(text) > 0n).toBe(true)
      expect(printedAt - startedAt).toBeLessThan((performance.now() - printedAt) / 2)
    })
  })
})

describe('remarks', () => {
  describe('amounts', () => {
    it.each([{ payment_amount: '10.00' }, { payment: { amount: 10.5 } }, { list: [{ sum: '1,000' }] }])(
      'are reported if they are not in minor units: %j',
      (data) => {
        expect(oddAmounts(fromPlain(data))).toHaveLength(1)
      },
    )

    it.each([
      { payment_amount: 1000 },
      { payment: { amount: '1050' } },
      { price: '10.00' },
      { amount: 'ten' },
    ])('are not reported in %j', (data) => {
      expect(oddAmounts(fromPlain(data))).toEqual([])
    })
  })

  const warning = (data: unknown): string | null => semicolonWarning(fromPlain(data))

  describe('the warning about semicolons', () => {
    it.each([
      ['a text', { customer: { street: 'Mill; Lane 4' } }, 'customer.street'],
      ['a text in a list', { items: [{ name: 'a' }, { name: 'b;c' }] }, 'items.1.name'],
      ['a key', { 'a;b': { c: 'd;e' } }, 'a;b'],
    ])('names %s that contains one', (_what, data, place) => {
      expect(warning(data)).toContain(`There is a semicolon in ${place}. It also joins the lines`)
    })

    it('names three places and says that there are more', () => {
      expect(warning({ a: ';', b: ';', c: ';' })).toContain('in a, b, c. It')
      expect(warning({ a: ';', b: ';', c: ';', d: ';' })).toContain('in a, b, c and more. It')
    })

    it.each([{ a: 'b' }, { signature: 'a;b', general: { signature: ';' } }, [1, true, null, {}]])(
      'is not given for %j',
      (data) => {
        expect(warning(data)).toBeNull()
      },
    )
  })
})

describe('worked-example', () => {
  const body = bodyWith('')
  const signature = 'b3CNhTvxezNWb3FXfTfKsUWEwoUBsSGyllUXxU0KqgixBcPlbRmK90nl5h8K+BvpzpvCBGHTFy6ie8fXiGts8g=='

  const textBy = (dialect: DialectId): string => canonicalText(body, dialect)

  describe('the worked example', () => {
    it('gives the string to sign, 627 bytes long', () => {
      expect(textBy('REF').split(';')).toEqual(LINES)
      expect(encodeUtf8(textBy('REF'))).toHaveLength(627)
    })

    it('gives the known signature', () => {
      expect(signatureOf(textBy('REF'), SECRET, crypto)).toBe(signature)
      expect(signPlain(JSON.parse(body), SECRET, crypto)).toBe(signature)
    })

    it.each<readonly [DialectId, string]>([
      ['JS', 'rA+o4/OvCve8wsC2'],
      ['PY', 'mOFu6BXxvrs+nTgW'],
      ['PLUG', '6D0cyggwx6z9'],
    ])('gives another signature in the dialect %s', (dialect, prefix) => {
      expect(signatureOf(textBy(dialect), SECRET, crypto).startsWith(prefix)).toBe(true)
    })

    it('gives the same signature after the signature is added, wherever it is', () => {
      const signed = { ...(JSON.parse(body) as object), signature, extra: [{ signature: '' }] }
      expect(signPlain(signed, SECRET, crypto)).toBe(signature)
    })
  })

  describe("the host's HMAC", () => {
    it('gives the digest of RFC 4231', () => {
      const digest = crypto.hmac('sha512', encodeUtf8('Jefe'), encodeUtf8('what do ya want for nothing?'))
      expect(Buffer.from(digest).toString('hex').startsWith('164b7a7bfcf819e2e395fbe73b56e0a3')).toBe(true)
    })
  })
})
