import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64'
import { equalBytes, equalTexts } from './constant-time'
import { decodeUtf8, decodeUtf8Leniently, encodeUtf8, firstBrokenByte } from './utf8'

const bytesArbitrary = fc.uint8Array({ maxLength: 80 })

describe('base64', () => {
  it('is encoded as Node encodes it, and decoded to the same bytes', () => {
    fc.assert(
      fc.property(bytesArbitrary, (bytes) => {
        const text = encodeBase64(bytes)
        expect(text).toBe(Buffer.from(bytes).toString('base64'))
        expect(decodeBase64(text)).toEqual(bytes)
      }),
    )
  })

  it('is decoded only if encoding the bytes again gives the same text', () => {
    const nearly = fc.string({ unit: fc.constantFrom(...Array.from('AQw/+=-_ \nZz9')), maxLength: 9 })
    fc.assert(
      fc.property(nearly, (text) => {
        const bytes = decodeBase64(text)
        if (bytes === undefined) expect(Buffer.from(text, 'base64').toString('base64')).not.toBe(text)
        else expect(encodeBase64(bytes)).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('UTF-8', () => {
  it('is decoded to the text that was encoded, byte order mark included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeUtf8(encodeUtf8(text))).toBe(text)
      }),
    )
    expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\uFEFFa')
  })

  it('has a broken byte if and only if TextDecoder refuses it, and is valid before that byte', () => {
    const fragments = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => encodeUtf8(text)),
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom(
        Uint8Array.of(0xc0, 0x80),
        Uint8Array.of(0xe0, 0x9f, 0xbf),
        Uint8Array.of(0xed, 0xa0, 0x80),
        Uint8Array.of(0xf0, 0x8f, 0xbf, 0xbf),
        Uint8Array.of(0xf4, 0x90, 0x80, 0x80),
      ),
    )
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 4 }), (parts) => {
        const bytes = Uint8Array.from(parts.flatMap((part) => [...part]))
        const broken = firstBrokenByte(bytes)
        expect(broken === undefined).toBe(decodeUtf8(bytes) !== undefined)
        if (broken !== undefined) expect(decodeUtf8(bytes.subarray(0, broken))).toBeDefined()
      }),
      { numRuns: 2000 },
    )
  })

  it('is decoded leniently with U+FFFD for a broken byte', () => {
    expect(decodeUtf8Leniently(Uint8Array.of(0x61, 0xff, 0x62))).toBe('a\uFFFDb')
  })
})

describe('comparison in constant time', () => {
  it('agrees with plain equality', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', '\0'), maxLength: 3 })
    fc.assert(
      fc.property(short, short, (left, right) => {
        expect(equalTexts(left, right)).toBe(left === right)
        expect(equalBytes(encodeUtf8(left), encodeUtf8(right))).toBe(left === right)
      }),
      { numRuns: 1000 },
    )
  })

  it('distinguishes a text from the same text with a NUL at its end', () => {
    expect(equalTexts('a', 'a\0')).toBe(false)
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false)
  })
})
