import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { fromPlain, toPlain, type JsonNode } from '#lib/json/node'
import { canonicalise } from './canonical'
import { dialects } from './dialects'
import { signPlain } from './sign'
import { natural } from '../../../docs/examples/sign.mjs'
import { verifySignature } from './verify'
import { canonicalText, nodeOf } from './testing/canonical-text'

const secret = 'test-secret-λ'

/*
 * Makes the reference's string to sign (contract 2.2 to 2.4, 2.6) in another way: from plain values, with a work
 * list, sorted by a comparison that walks both paths at once, with ties in the order of the data.
 */
const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const secondOpinion = (message: unknown, form: boolean): string => {
  const leaves: { readonly path: string; readonly text: string; readonly index: number }[] = []
  const work: { readonly keys: readonly string[]; readonly value: unknown }[] = [{ keys: [], value: message }]
  for (let item = work.shift(); item !== undefined; item = work.shift()) {
    const { keys, value } = item
    if (typeof value !== 'object' || value === null) {
      let kept = keys
      while (kept.length > 1 && kept[0] === '0') kept = kept.slice(1)
      const path = kept.map((key) => key.split(':').join('::')).join(':')
      const text = value === null ? '' : typeof value === 'boolean' ? String(Number(value)) : plainText(value)
      leaves.push({ path, text: `${path}:${text}`, index: leaves.length })
      continue
    }
    const inside = Object.entries(value)
      .filter(([key]) => Array.isArray(value) || key !== 'signature')
      .filter(([key]) => Array.isArray(value) || key !== 'frame_mode')
      .filter(([key]) => !form || Array.isArray(value) || keys.length > 0 || !key.startsWith('_'))
    work.unshift(...inside.map(([key, inner]) => ({ keys: [...keys, key], value: inner as unknown })))
  }
  return leaves
    .sort((left, right) => natural(left.path, right.path) || left.index - right.index)
    .map(({ text }) => text)
    .join(';')
}

/** Keys that begin like their siblings, digits with zeros, separators, spaces, characters beyond U+FFFF. */
const key = fc.oneof(
  fc.constantFrom(
    ...['signature', 'frame_mode', '_sw', 'a', 'a-b', 'a_b', 'a1', 'a10', 'a01', 'a b', 'a:b', 'A', '0'],
  ),
  fc.string({
    unit: fc.constantFrom('a', 'b', '0', '1', '9', ':', ' ', '_', '-', '.', 'é', 'ｚ', '😀'),
    maxLength: 5,
  }),
)
const leaf = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.integer(),
  fc.constantFrom(true, false, null, 2.5, 1.25, -0.5, 9007199254740991),
)
const tree: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.dictionary(key, tie('value'), { maxKeys: 6 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(leaf, { minLength: 11, maxLength: 13 }),
  ),
})).value
const message = fc.dictionary(key, tree, { minKeys: 1, maxKeys: 8 })

describe('the string to sign of the reference', () => {
  it('is the same as that of a second implementation', () => {
    fc.assert(
      fc.property(message, (plain) => {
        expect(canonicalText(fromPlain(plain))).toBe(secondOpinion(plain, false))
        expect(canonicalText(fromPlain(plain), 'REF', 'form')).toBe(secondOpinion(plain, true))
      }),
      { numRuns: 2000 },
    )
  })

  it('does not depend on white space, nor on the order of keys that differ in natural order', () => {
    fc.assert(
      fc.property(message, (plain) => {
        const reversed = reversedKeys(fromPlain(plain))
        const spaced = nodeOf(JSON.stringify(toPlain(reversed), null, 2))
        const sorted = (text: string): readonly string[] => text.split(';').sort()
        expect(sorted(canonicalText(reversed))).toEqual(sorted(canonicalText(fromPlain(plain))))
        fc.pre(!hasTies(plain))
        expect(canonicalText(reversed)).toBe(canonicalText(fromPlain(plain)))
        expect(canonicalText(spaced)).toBe(canonicalText(fromPlain(plain)))
      }),
      { numRuns: 1000 },
    )
  })
})

const hasTies = (plain: unknown): boolean => {
  const canonical = canonicalise(fromPlain(plain), dialects.REF, 'api')
  if (!canonical.ok) return true
  const paths = canonical.lines.map(({ path }) => path)
  return paths.some((path, index) => index > 0 && natural(paths[index - 1] ?? '', path) === 0)
}

const reversedKeys = (node: JsonNode): JsonNode => {
  if (node.type === 'array') return { type: 'array', items: node.items.map(reversedKeys) }
  if (node.type !== 'object') return node
  const members = node.members.map(({ key: name, value }) => ({ key: name, value: reversedKeys(value) }))
  return { type: 'object', members: members.reverse() }
}

describe('a signed message', () => {
  const verdictOf = (plain: object, surface: 'api' | 'form' = 'api'): string =>
    verifySignature({ root: fromPlain(plain), secret, crypto, surface, lenient: false }).state

  it('verifies after it was sent as JSON, with the signature in either place', () => {
    fc.assert(
      fc.property(message, fc.boolean(), fc.constantFrom('api', 'form'), (plain, inGeneral, surface) => {
        const unsigned: Record<string, unknown> = { ...plain, general: { project_id: 9041 } }
        delete unsigned['signature']
        const signature = signPlain(unsigned, secret, crypto, surface)
        const signed = inGeneral
          ? { ...unsigned, general: { project_id: 9041, signature } }
          : { ...unsigned, signature }
        const root = nodeOf(JSON.stringify(signed))
        expect(signature).toHaveLength(88)
        expect(verifySignature({ root, secret, crypto, surface, lenient: false })).toEqual({
          state: 'valid',
          dialect: 'REF',
          booleanWords: false,
          place: inGeneral ? 'general.signature' : 'signature',
        })
      }),
      { numRuns: 1000 },
    )
  })

  it('does not verify once any leaf is changed', () => {
    fc.assert(
      fc.property(message, fc.nat(), (plain, choice) => {
        // Values below frame_mode are not signed, nor are those below a signature.
        fc.pre(!JSON.stringify(plain).includes('"frame_mode"'))
        const unsigned = { ...plain, last: 'leaf', signature: '' }
        const signature = signPlain(unsigned, secret, crypto)
        const tampered = withLeafChanged(fromPlain(unsigned), choice)
        const signed = { ...(toPlain(tampered) as object), signature }
        expect(verdictOf(signed)).toBe('invalid')
      }),
      { numRuns: 1000 },
    )
  })

  it('does not verify with another key, nor with white space around the secret', () => {
    const signed = { a: 1, signature: signPlain({ a: 1 }, secret, crypto) }
    expect(verdictOf(signed)).toBe('valid')
    for (const other of [`${secret}\n`, ` ${secret}`, secret.toUpperCase(), '']) {
      const verdict = verifySignature({
        root: fromPlain(signed),
        secret: other,
        crypto,
        surface: 'api',
        lenient: true,
      })
      expect(verdict.state).toBe('invalid')
    }
  })
})

/** Changes the text of one leaf that is signed, chosen by number. */
const withLeafChanged = (root: JsonNode, choice: number): JsonNode => {
  const count = countLeaves(root)
  let left = choice % count
  const visit = (node: JsonNode): JsonNode => {
    if (node.type === 'array') return { type: 'array', items: node.items.map(visit) }
    if (node.type === 'object') {
      const members = node.members.map(({ key: name, value }) => ({
        key: name,
        value: name === 'signature' ? value : visit(value),
      }))
      return { type: 'object', members }
    }
    left -= 1
    return left === -1 ? { type: 'string', value: `changed ${JSON.stringify(toPlain(node))}` } : node
  }
  return visit(root)
}

const countLeaves = (node: JsonNode): number => {
  if (node.type === 'array') return node.items.reduce((sum, item) => sum + countLeaves(item), 0)
  if (node.type !== 'object') return 1
  return node.members.reduce(
    (sum, { key: name, value }) => sum + (name === 'signature' ? 0 : countLeaves(value)),
    0,
  )
}
