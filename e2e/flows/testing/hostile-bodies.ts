import type { SeededRandom } from '#domain/testing/seeded'
import { isRecord, type JsonRecord } from './signer'

/** Values to put where a value of another type is expected. */
const VALUES: readonly (() => unknown)[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e21, 1e308, 5e-324, Number.MAX_SAFE_INTEGER, -(2 ** 53)].map(
    (value) => () => value,
  ),
  ...['', ' ', '\t\n', '0', '00', '-1', '1e9', '9'.repeat(400), 'null', '__proto__', 'constructor'].map(
    (value) => () => value,
  ),
  ...[
    '\0',
    'a\0b',
    '\u202E\u2066',
    '\uFFFE\uFFFF',
    'é',
    '\u{1F468}\u200D\u{1F469}',
    '%00%s%n',
    "' OR 1=1 --",
  ].map((value) => () => value),
  ...['<script>alert(1)</script>', '../../etc/passwd', '${7*7}', 'x;y:z;;::', '\\u0000', '"', '\\'].map(
    (value) => () => value,
  ),
  () => 'x'.repeat(100_000),
  () => '\u{1F600}'.repeat(5_000),
  () => [],
  () => ({}),
  () => [[], {}, null, [[[]]]],
  () => Array.from({ length: 2_000 }, (_, n) => n),
  () => Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, n])),
  () => ownKey('__proto__', { polluted: true }),
  () => ({ constructor: { prototype: { polluted: true } }, toString: 1, hasOwnProperty: null, valueOf: [] }),
  () => nested(300),
  () => ({ length: -1, 0: 'a', then: 'x', toJSON: 'y' }),
]

/** An object with this as an own key, even if assigning it would change the prototype. */
function ownKey(key: string, value: unknown): JsonRecord {
  return Object.defineProperty({}, key, { value, enumerable: true })
}

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** The path of every value in a body, containers included. */
function placesOf(body: JsonRecord, at: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const path = [...at, key]
    return isRecord(value) ? [path, ...placesOf(value, path)] : [path]
  })
}

/** The body with one to three values spoilt, or with an unexpected member added. */
export function spoilt(body: JsonRecord, chance: SeededRandom): JsonRecord {
  let result = body
  for (let times = 1 + chance.below(3); times > 0; times -= 1) {
    const places = placesOf(result)
    const place = places.length === 0 ? ['x'] : chance.pick(places)
    const value = chance.pick(VALUES)()
    const added = chance.below(4) === 0
    result = put(result, added ? [...place.slice(0, -1), chance.pick(NAMES)] : place, value)
  }
  return result
}

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  'a:b',
  '0',
  'signature',
  'card',
  'é',
  '\0',
] as const

function put(body: JsonRecord, [head = '', ...rest]: readonly string[], value: unknown): JsonRecord {
  const old = Object.hasOwn(body, head) ? body[head] : undefined
  const member = rest.length === 0 ? value : put(isRecord(old) ? old : {}, rest, value)
  const others = Object.entries(body).filter(([key]) => key !== head)
  const result: JsonRecord = {}
  for (const [key, content] of [...others, [head, member] as const]) {
    Object.defineProperty(result, key, {
      value: content,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return result
}

/** Bytes that are not valid JSON, or are JSON at its limits, made from a valid text. */
export function brokenBytes(text: string, chance: SeededRandom): Uint8Array {
  const bytes = Buffer.from(text, 'utf8')
  const at = chance.below(bytes.length)
  switch (chance.below(14)) {
    case 0:
      return bytes.subarray(0, at)
    case 1: {
      const changed = Buffer.from(bytes)
      for (let times = 1 + chance.below(8); times > 0; times -= 1)
        changed[chance.below(changed.length)] = chance.below(256)
      return changed
    }
    case 2:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0]),
        bytes.subarray(at),
      ])
    case 3:
      return Buffer.concat([bytes, bytes])
    case 4:
      return Buffer.from('{"a":'.repeat(20_000))
    case 5:
      return Buffer.from('['.repeat(100_000) + ']'.repeat(100_000))
    case 6:
      return Buffer.from(text.replace(/\d+/, '9'.repeat(50_000)))
    case 7:
      return Buffer.from(text.replace(/\d+/, '1e999999999'))
    case 8:
      return Buffer.from(`${text.slice(0, -1)},${text.slice(1)}`)
    case 9:
      return Buffer.from(`${text.slice(0, -1)},"__proto__":{"polluted":1},"__proto__":2}`)
    case 10:
      return Buffer.from(`${text.slice(0, -1)},"s":"\\ud800","t":"\\u0000"}`)
    case 11:
      return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), bytes])
    case 12:
      return Buffer.alloc(1024 * 1024 + 1 + chance.below(1000), 0x20)
    default:
      return Buffer.from(Array.from({ length: 1 + chance.below(400) }, () => chance.below(256)))
  }
}
