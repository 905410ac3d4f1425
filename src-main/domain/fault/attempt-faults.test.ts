import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { parseJson } from '#lib/json/parse'
import { signPlain } from '#domain/signature/sign'
import { verifySignature } from '#domain/signature/verify'
import { applyToAttempt, wireFaultsOf } from './attempt-faults'
import { CHARSETS } from './content'
import type { Fault } from './fault-table'
import type { FaultRule } from './rule'

const SECRET = 'mock-secret'
const plain = { payment: { id: 'Zoë', sum: { amount: 4650 }, list: [1, { a: 2 }] }, project_id: 1 }
const TEXT = JSON.stringify({ ...plain, signature: signPlain(plain, SECRET, crypto, 'callback') })
const rule = (fault: Fault, id = fault.kind): FaultRule => ({
  id,
  name: id,
  enabled: true,
  match: {},
  when: { kind: 'always' },
  fault,
})
const attempt = (faults: readonly Fault[], text = TEXT) => {
  const body = new TextEncoder().encode(text)
  const headers = [
    ['content-type', 'application/json'],
    ['Content-Length', String(body.length)],
  ] as const
  const { content, effects } = applyToAttempt(
    { headers, body },
    faults.map((fault) => rule(fault)),
    SECRET,
    crypto,
  )
  return { ...content, effects, text: new TextDecoder().decode(content.body) }
}
const isSigned = (text: string): boolean => {
  const json = parseJson(text)
  if (!json.ok) return false
  const { root } = json
  return (
    verifySignature({ root, secret: SECRET, crypto, surface: 'callback', lenient: false }).state === 'valid'
  )
}

describe('the content of an attempt', () => {
  it('has another value in one field, signed again or not', () => {
    const change = { kind: 'changeField', path: 'payment.sum.amount', value: '1.0' } as const
    const signed = attempt([{ ...change, signing: 'resign' }])
    expect(signed.text).toContain('"sum":{"amount":1.0}')
    expect(isSigned(signed.text)).toBe(true)
    const kept = attempt([{ ...change, signing: 'keep' }])
    expect(kept.text).toBe(TEXT.replace('4650', '1.0'))
    expect(isSigned(kept.text)).toBe(false)
    expect(kept.headers[1]).toEqual(['Content-Length', String(kept.body.length)])
  })

  it('lacks a field, or has a new one, even inside other fields', () => {
    expect(attempt([{ kind: 'removeField', path: 'payment.id', signing: 'keep' }]).text).toBe(
      TEXT.replace('"id":"Zoë",', ''),
    )
    const added = attempt([
      { kind: 'unknownField', path: 'payment.list.1.neu', value: '[null]', signing: 'resign' },
    ])
    expect(added.text).toContain('{"a":2,"neu":[null]}')
    expect(isSigned(added.text)).toBe(true)
    expect(attempt([{ kind: 'unknownField', path: 'x', value: '1', signing: 'keep' }], '{ }').text).toBe(
      '{"x":1 }',
    )
  })

  it('has a well-formed signature that never matches', () => {
    const { text } = attempt([{ kind: 'corruptSignature' }])
    expect(text).toHaveLength(TEXT.length)
    expect(isSigned(text)).toBe(false)
  })

  it('has its signature corrupted last, whatever the order of the rules', () => {
    const change: Fault = { kind: 'removeField', path: 'project_id', signing: 'resign' }
    for (const faults of [
      [change, { kind: 'corruptSignature' }],
      [{ kind: 'corruptSignature' }, change],
    ] as const) {
      const { text } = attempt(faults)
      expect(text).not.toContain('project_id')
      expect(isSigned(text)).toBe(false)
    }
  })

  it('is sent in another charset with its length in that charset', () => {
    const { headers, body } = attempt([{ kind: 'charset', charset: 'utf-16le', announce: true }])
    expect(Buffer.from(body).toString('utf16le')).toBe(TEXT)
    expect(headers).toEqual([
      ['content-type', 'application/json; charset=utf-16le'],
      ['Content-Length', String(TEXT.length * 2)],
    ])
    expect(attempt([{ kind: 'charset', charset: 'latin1', announce: false }]).headers[0]).toEqual([
      'content-type',
      'application/json',
    ])
  })

  it.each<readonly [Fault, string]>([
    [{ kind: 'changeField', path: 'nowhere.x', value: '1', signing: 'keep' }, 'there is no nowhere.x'],
    [{ kind: 'removeField', path: 'payment.list.0', signing: 'keep' }, 'item of an array'],
    [{ kind: 'unknownField', path: 'payment.id', value: '1', signing: 'keep' }, 'already exists'],
    [{ kind: 'unknownField', path: 'payment.id.x', value: '1', signing: 'keep' }, 'no object payment.id'],
  ])('is unchanged, with a reason, if the fault cannot be applied: %j', (fault, reason) => {
    const { text, effects } = attempt([fault])
    expect(text).toBe(TEXT)
    expect(effects).toMatchObject([{ fired: false, text: expect.stringContaining(reason) }])
  })

  it('is unchanged if the body is not JSON or not text', () => {
    const fault: Fault = { kind: 'removeField', path: 'a', signing: 'resign' }
    expect(attempt([fault], 'not JSON').effects[0]).toMatchObject({ fired: false })
    const bytes = Uint8Array.of(0xff, 0xfe)
    const { content, effects } = applyToAttempt(
      { headers: [], body: bytes },
      [rule(fault), rule({ kind: 'charset', charset: 'latin1', announce: true })],
      SECRET,
      crypto,
    )
    expect(content.body).toBe(bytes)
    expect(effects.map(({ fired }) => fired)).toEqual([false, false])
  })
})

describe('a text with one changed field', () => {
  const keys = fc.string({ minLength: 1, maxLength: 8 }).filter((key) => key !== '__proto__')
  const objects = fc.dictionary(keys, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 6 })
  const escapeDots = (key: string) => key.replaceAll('\\', '\\\\').replaceAll('.', String.raw`\.`)

  it('differs from the original in that field alone', () => {
    fc.assert(
      fc.property(objects, keys, fc.jsonValue(), fc.constantFrom(0, 2), (any, key, value, indent) => {
        const text = JSON.stringify(any, null, indent)
        const object: Readonly<Record<string, unknown>> = JSON.parse(text)
        const path = escapeDots(key)
        const given = JSON.stringify(value)
        const applyFault = (fault: Fault) => {
          const { text: left, effects } = attempt([fault], text)
          return { ok: effects[0]?.fired === true, message: effects[0]?.text, text: left }
        }
        const { [key]: _, ...others } = object
        const exists = Object.hasOwn(object, key)
        const changed = applyFault({ kind: 'changeField', path, value: given, signing: 'keep' })
        const added = applyFault({ kind: 'unknownField', path, value: given, signing: 'keep' })
        const removed = applyFault({ kind: 'removeField', path, signing: 'keep' })
        expect([changed.ok, added.ok]).toEqual([exists, !exists])
        for (const { ok, text: written } of [changed, added]) {
          if (ok) expect(JSON.parse(written)).toEqual({ ...others, [key]: JSON.parse(given) })
        }
        if (removed.ok) expect(JSON.parse(removed.text)).toEqual(others)
        else if (exists) expect(removed.message).toContain('cannot be removed')
      }),
      { numRuns: 500 },
    )
  })
})

describe('a charset', () => {
  it('encodes text so that a decoder restores it, except characters that Latin-1 lacks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const label of ['utf-16le', 'utf-16be'] as const) {
          expect(new TextDecoder(label, { ignoreBOM: true }).decode(CHARSETS[label].encode(text))).toBe(text)
        }
      }),
    )
    expect([...CHARSETS.latin1.encode('é€😀')]).toEqual([0xe9, 0x3f, 0x3f])
    expect([...CHARSETS['utf-8-bom'].encode('é')]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa9])
  })
})

it('wireFaultsOf combines all wire faults', () => {
  expect(wireFaultsOf([{ kind: 'drop' }])).toBeNull()
  expect(
    wireFaultsOf([
      { kind: 'http10' },
      { kind: 'chunked', chunkBytes: 3 },
      { kind: 'slowBody', bytesPerSecond: 9 },
      { kind: 'cut', afterBytes: 0 },
    ]),
  ).toEqual({ http10: true, chunkBytes: 3, bytesPerSecond: 9, cutAfterBytes: 0 })
})
