import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { createReportMask, createSecretMask, MASK } from './report-mask'
import fc from 'fast-check'
import { escapedBytes } from '#scenarios/running/texts'

/** A way to encode a secret; each call of `pick` makes another random choice among `count` variants. */
type Writing = (secret: string, pick: (count: number) => number) => string

const BACKSLASH = 0x5c
const bytes = (text: string): Buffer => Buffer.from(text)
const eachByte = (text: string, write: (byte: number) => string): string =>
  Array.from(bytes(text), write).join('')
const cased = (text: string, upper: boolean): string => (upper ? text.toUpperCase() : text.toLowerCase())
const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')

/** Percent-encodes all characters except for a random subset of the unreserved ones. */
const percent: Writing = (secret, pick) =>
  eachByte(secret, (byte) =>
    /[\w.~-]/.test(String.fromCharCode(byte)) && byte < 0x80 && pick(2) === 0
      ? String.fromCharCode(byte)
      : `%${cased(hexOf(byte, 2), pick(2) === 0)}`,
  )
const json: Writing = (secret) => JSON.stringify(secret).slice(1, -1)
const jsonInAscii: Writing = (secret, pick) =>
  Array.from({ length: secret.length }, (_, at) => secret.charAt(at))
    .map((unit) =>
      /[\w ]/.test(unit) && pick(2) === 0 ? unit : `\\u${cased(hexOf(unit.charCodeAt(0), 4), pick(2) === 0)}`,
    )
    .join('')
const entities: Writing = (secret, pick) =>
  Array.from(secret)
    .map((character) => {
      const code = character.codePointAt(0) ?? 0
      if (/[a-z ]/i.test(character) && pick(2) === 0) return character
      return pick(2) === 0 ? `&#${String(code)};` : `&#${pick(2) === 0 ? 'x' : 'X'}${hexOf(code, 1)};`
    })
    .join('')
/**
 * Random bytes around the secret cover all three base64 alignments. They include no backslash: it would escape
 * the first character.
 */
const inBase64 =
  (form: 'base64' | 'base64url', padded: boolean): Writing =>
  (secret, pick) => {
    const noise = (): Buffer => Buffer.from(Array.from({ length: pick(4) }, () => 1 + pick(BACKSLASH - 1)))
    const text = Buffer.concat([noise(), bytes(secret), noise()]).toString(form)
    return padded ? text : text.replaceAll('=', '')
  }

const WRITINGS: Readonly<Record<string, Writing>> = {
  'in plain text': (secret) => secret,
  'in base64': inBase64('base64', true),
  'in base64 without padding': inBase64('base64', false),
  'in base64url': inBase64('base64url', false),
  'in hexadecimal digits': (secret, pick) => cased(bytes(secret).toString('hex'), pick(2) === 0),
  'in percent encoding': percent,
  'in percent encoding twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'in form encoding': (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  'in JSON': json,
  'in ASCII-only JSON': jsonInAscii,
  'in JSON with escaped slashes': (secret, pick) => json(secret, pick).replaceAll('/', '\\/'),
  'in JSON in JSON': (secret, pick) => json(json(secret, pick), pick),
  'in character references': entities,
  'in base64 in a URL': (secret, pick) => encodeURIComponent(inBase64('base64', true)(secret, pick)),
  'in an escaped binary body': (secret) => escapedBytes(bytes(secret)),
}

/** At least four bytes: a long text may contain a shorter secret by chance. */
const aSecret = fc
  .oneof(
    fc.string({ minLength: 4, maxLength: 40 }),
    fc.string({ minLength: 4, maxLength: 40, unit: 'binary' }),
    fc.base64String({ minLength: 4, maxLength: 40 }),
    fc.constantFrom('k"e/y +ü\\9 %Z', '%41%42%', '\\u0041\\', '&amp;&#65;', '++++', 'aaaa'),
  )
  .filter((secret) => !/\p{Cs}/u.test(secret) && !secret.includes('•') && bytes(secret).length >= 4)
const picks = fc.infiniteStream(fc.nat())

describe('secrets in a report', () => {
  it.each(Object.entries(WRITINGS))('written %s are hidden, but nothing else is', (_name, write) => {
    fc.assert(
      fc.property(aSecret, picks, (secret, stream) => {
        const written = write(secret, (count) => Number(stream.next().value) % count)
        const mask = createSecretMask([secret])
        const masked = mask(`{ ${written} }`)
        // In base64, the bytes around the secret stay visible.
        expect(masked).toMatch(new RegExp(`^\\{ .*${MASK}.* \\}$`, 's'))
        expect(masked).not.toContain(written)
        expect(mask(masked)).toBe(masked)
      }),
    )
  })

  it('are not found in a text that contains none', () => {
    const others = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.webUrl(), fc.base64String())
    fc.assert(
      fc.property(others, fc.uuid(), (text, secret) => {
        expect(createSecretMask([secret])(text)).toBe(text)
      }),
    )
    expect(createSecretMask([''])('a')).toBe('a')
  })

  it('are hidden in full if one contains another', () => {
    expect(createSecretMask(['abc', 'abcdef'])('abcdef abc')).toBe(`${MASK} ${MASK}`)
  })

  it('are hidden in base64 text, where only the digits that encode them are masked', () => {
    const text = `Basic ${Buffer.from('shop-4711:hunter2-hunter2').toString('base64')}`
    const masked = createSecretMask(['hunter2-hunter2'])(text)
    expect(Buffer.from(masked.slice('Basic '.length, masked.indexOf(MASK)), 'base64').toString()).toMatch(
      /^shop-4711:?$/,
    )
  })

  it.each(['%25', '\\\\', '&amp;', '%5C%5C&#92;', 'QUFB', '41', 'a'])(
    'are searched for in about linear time in a text that repeats %s',
    (part) => {
      const mask = createSecretMask(['hunter2-hunter2', 'aaaaaaaaaaab'])
      const timeToMask = (chars: number): number => {
        const text = part.repeat(chars / part.length)
        const began = performance.now()
        mask(text)
        return performance.now() - began
      }
      timeToMask(32_768)
      const short = Math.min(timeToMask(32_768), timeToMask(32_768))
      expect(Math.min(timeToMask(262_144), timeToMask(262_144))).toBeLessThan(Math.max(50, short) * 24)
    },
  )
})

const mask = createReportMask(['hunter2-hunter2'])

describe('a message in a report', () => {
  it.each(['Authorization', 'proxy-authorization', 'Cookie', 'Set-Cookie'])(
    'shows no value of %s',
    (name) => {
      const head = `GET / HTTP/1.1\n${name}: first\n  second\nAccept: */*`
      expect(mask.message(`${head}\n\nCookie: of the body`)).toBe(
        `GET / HTTP/1.1\n${name}: •••\nAccept: */*\n\nCookie: of the body`,
      )
    },
  )

  it('shows neither card numbers nor security codes, in head or body', () => {
    const body = '{"card":{"pan":"4000000000000077","cvv":"123"}}'
    const masked = mask.message(
      `GET /pay?card=4000000000000077 HTTP/1.1\nX-Card: 4000000000000077\n\n${body}`,
    )
    expect(masked).not.toMatch(/4000000000000077|123"/)
    expect(masked.match(/400000\W{6}0077/g)).toHaveLength(3)
  })

  it('is cut if it is long, and shows no part of a secret at the cut', () => {
    for (const before of [LIMITS.scenarioEvidenceChars - 8, LIMITS.scenarioEvidenceChars + 8184]) {
      const masked = mask.message(`${'x'.repeat(before)}hunter2-hunter2${'y'.repeat(20_000)}`)
      expect(masked).not.toContain('hunter')
      expect(masked).toContain('cut here')
      expect(masked.length).toBeLessThan(LIMITS.scenarioEvidenceChars + 100)
    }
  })
})
