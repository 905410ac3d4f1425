import { encodeUtf8 } from '#lib/bytes/utf8'
import { budgetWithin, hostileText, MAX_DIFFERENT, pick, spread, type Random } from './random'

/** A text as a JSON string: as it is, or each character escaped, of at most `maxBytes` bytes with its quotes. */
const jsonString = (random: Random, maxBytes: number): string => {
  const escaped = random() < 0.25
  const written = JSON.stringify(
    hostileText(random, Math.max(0, Math.floor((maxBytes - 2) / (escaped ? 6 : 2)))),
  )
  if (!escaped) return written
  return `"${Array.from({ length: written.length - 2 }, () => pick(random, ['\\u0061', '\\u003b', '\\u000a'])).join('')}"`
}

const jsonNumber = (random: Random, maxBytes: number): string => {
  const digits = Math.max(1, spread(random, maxBytes) - 6)
  return pick(random, [
    '9'.repeat(digits),
    `1.${'0'.repeat(digits)}`,
    `0.${'1'.repeat(digits)}`,
    `1e${'9'.repeat(Math.min(digits, 6))}`,
    '-0',
    '4111111111111111',
  ])
}

/** Keys of an object with many members: equal, different, indexes, escaped, forbidden, or those of the protocol. */
const KEY_MAKERS = [
  (_at: number, long: string) => `a${long}`,
  (at: number, long: string) => `${long}${at}`,
  (at: number, long: string) => `${at % 7}${long}`,
  (at: number) => String(at),
  (at: number, long: string) => `;${long}${at}`,
  (_at: number, long: string) => `__proto__${long}`,
  (at: number) =>
    ['general', 'signature', 'payment', 'customer', 'card', 'pan', 'project_id', 'payment_id'][at % 8] ?? '',
] as const

type Shape = (random: Random, maxBytes: number, levels: number) => string

const repeated = (
  item: (at: number, maxBytes: number) => string,
  count: number,
  maxBytes: number,
): string => {
  const items: string[] = []
  let left = maxBytes
  for (let at = 0; at < count; at += 1) {
    const next = item(at, Math.floor(maxBytes / count))
    const size = encodeUtf8(next).length + 1
    if (size > left) break
    left -= size
    items.push(next)
  }
  return items.join(',')
}

const object: Shape = (random, maxBytes, levels) => {
  const makeKey = pick(random, KEY_MAKERS)
  const count = spread(random, Math.max(1, Math.floor(maxBytes / 8)))
  const each = Math.floor(maxBytes / count)
  const long = random() < 0.5 ? '' : 'K'.repeat(spread(random, Math.max(1, Math.floor(each / 2))))
  const values = Array.from({ length: Math.min(count, MAX_DIFFERENT) }, () =>
    jsonValue(random, Math.max(4, each - 2 * long.length - 16), levels - 1),
  )
  const member = (at: number): string =>
    `${JSON.stringify(makeKey(at, long))}:${values[at % values.length] ?? '0'}`
  return `{${repeated(member, count, maxBytes - 2)}}`
}

const array: Shape = (random, maxBytes, levels) => {
  const count = spread(random, Math.max(1, Math.floor(maxBytes / 2)))
  const each = Math.max(1, Math.floor(maxBytes / count) - 1)
  const items = Array.from({ length: Math.min(count, MAX_DIFFERENT) }, () =>
    jsonValue(random, each, levels - 1),
  )
  return `[${repeated((at) => items[at % items.length] ?? '0', count, maxBytes - 2)}]`
}

/** A chain of containers with long keys around one value: paths that are much longer than their share of the text. */
const chain: Shape = (random, maxBytes, levels) => {
  const depth = random() < 0.1 ? spread(random, 4000) : spread(random, 500)
  const key =
    random() < 0.3 ? null : 'K'.repeat(spread(random, Math.max(1, Math.floor(maxBytes / depth / 2))))
  const open = key === null ? '[' : `{"${key}":`
  const levelsThatFit = Math.min(depth, Math.floor(maxBytes / 2 / (open.length + 1)))
  const inner = jsonValue(random, Math.max(4, maxBytes - levelsThatFit * (open.length + 1)), levels - 1)
  return open.repeat(levelsThatFit) + inner + (key === null ? ']' : '}').repeat(levelsThatFit)
}

const spaced: Shape = (random, maxBytes, levels) => {
  const half = Math.floor(maxBytes / 2)
  const space = pick(random, [' ', '\n', '\r\n', '\t']).repeat(Math.floor(half / 2))
  return `${space}${jsonValue(random, half, levels - 1)}`
}

const scalar: Shape = (random, maxBytes) => {
  if (maxBytes < 6) return pick(random, ['0', '7', '{}', '[]'])
  return random() < 0.2
    ? pick(random, ['null', 'true', 'false'])
    : random() < 0.6
      ? jsonString(random, maxBytes)
      : jsonNumber(random, maxBytes)
}

const jsonValue: Shape = (random, maxBytes, levels) =>
  maxBytes < 16 || levels <= 0
    ? scalar(random, maxBytes, 0)
    : pick<Shape>(random, [scalar, object, object, array, array, chain, chain, spaced])(
        random,
        maxBytes,
        levels,
      )

/** Puts a value where the API, the form, a callback receiver or a HAR reader looks for something. */
const ENVELOPES = [
  ['', ''],
  ['', ''],
  ['{"general":{"project_id":11,"payment_id":"p1","signature":"c2ln"},"payment":', '}'],
  ['{"general":{"project_id":11,"payment_id":"p1","signature":', '}}'],
  [
    '{"project_id":11,"payment_id":"p1","payment_amount":100,"payment_currency":"EUR","signature":"c2ln","x":',
    '}',
  ],
  ['{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[', ']}}'],
  ['{"log":{"entries":[{"request":', ',"response":{}}]}}'],
] as const

/** What ends or begins a text that is no longer JSON. */
const BROKEN = [
  '',
  '',
  '',
  '',
  '',
  '',
  '}',
  ',',
  '"',
  '\\',
  '\n'.repeat(1000),
  '//',
  '\uD800',
  '\uFEFF',
] as const

/**
 * A text of at most `maxBytes` bytes of UTF-8 that makes much of little: long keys above many values, repeated keys,
 * chains of containers, escapes, digits, white space, one inside the other, in the envelopes that the bench reads.
 * Mostly valid JSON.
 */
export const hostileJson = (random: Random, maxBytes: number): string => {
  const [before, after] = pick(random, ENVELOPES)
  const damage = pick(random, BROKEN)
  const budget = budgetWithin(random, maxBytes)
  const room = budget - before.length - after.length - encodeUtf8(damage).length
  if (room < 16) return within(jsonValue(random, budget, 4), maxBytes)
  const value = jsonValue(random, room, 5)
  return within(`${before}${value}${after}${damage}`, maxBytes)
}

/** Cut where the shapes took a few bytes more than they had. */
const within = (text: string, maxBytes: number): string => {
  const bytes = encodeUtf8(text)
  if (bytes.length <= maxBytes) return text
  return text.slice(0, Math.max(0, text.length - (bytes.length - maxBytes)))
}
