import { encodeUtf8 } from '#lib/bytes/utf8'
import type { SeededRandom } from './seeded'

/**
 * Makes large hostile inputs: long, deeply nested, repetitive or escaped. Each repeats a few pieces; `§` in a piece
 * becomes a number, so that names differ.
 */

/** How many pieces of an input differ before they are repeated. */
const MAX_DIFFERENT = 64

/** One or two of the pieces, repeated: at most `maxBytes` bytes of UTF-8, and often nearly as many. */
const repeatPieces = (chance: SeededRandom, pieces: readonly string[], maxBytes: number): string => {
  const piece = chance.pick(pieces) + (chance.once(3) ? chance.pick(pieces) : '')
  const room = chance.once(2) ? maxBytes : chance.spread(maxBytes)
  const count = Math.floor(room / encodeUtf8(piece).length)
  if (!piece.includes('§')) return piece.repeat(Math.max(0, count))
  const pairs = Array.from({ length: count }, (_, n) => piece.replaceAll('§', String(n)))
  return pairs.join('').slice(0, Math.max(0, maxBytes))
}

/** Pieces of text that the program counts, escapes, masks, splits or names. */
const TEXT = [
  ...['k', '0', '9', ' ', '\n', '\r\n', ';', '.', ':', '%', '&amp;', 'a%&b%', '\\', '"', '<b>', '${', '-'],
  ...[',', 'é', '\u2028', '\u{1F600}', '4111 1111 1111 1111 ', '4000000000000077', 'true', '__proto__'],
  'signature',
]

/** At most `maxBytes` bytes of UTF-8. */
export const hostileText = (chance: SeededRandom, maxBytes: number): string =>
  repeatPieces(chance, TEXT, maxBytes)

const scalar = (chance: SeededRandom, maxBytes: number): string => {
  if (maxBytes < 8) return chance.pick(['0', '7', '{}', '[]'])
  if (maxBytes < 16) return chance.pick(['-0', 'null', 'true', '""'])
  const room = maxBytes - 4
  return chance.pick([
    () => JSON.stringify(hostileText(chance, Math.floor(room / 2))),
    () => `"${repeatPieces(chance, ['\\u0061', '\\u003b', '\\u000a'], room)}"`,
    () => chance.pick(['9', '1.0', '0.1', '4111111111111111']) + repeatPieces(chance, ['9', '0'], room - 12),
    () => `1e${'9'.repeat(chance.spread(6))}`,
  ])()
}

/** Keys of an object with many members: equal, different, starting with a digit or `;`, forbidden, or of the API. */
const KEYS: readonly ((at: number, long: string) => string)[] = [
  (_at, long) => `a${long}`,
  (at, long) => `${long}${at}`,
  (at, long) => `${at % 7}${long}`,
  (at, long) => `;${long}${at}`,
  (_at, long) => `__proto__${long}`,
  (at) =>
    ['general', 'signature', 'payment', 'customer', 'card', 'pan', 'project_id', 'payment_id'][at % 8] ?? '',
]

/** Containers of many values, chains of containers with long keys around a value, or white space before a value. */
const jsonValue = (chance: SeededRandom, maxBytes: number, levels: number): string => {
  if (maxBytes < 16 || levels <= 0 || chance.once(8)) return scalar(chance, maxBytes)
  const inner = (room: number): string => jsonValue(chance, Math.max(4, room), levels - 1)
  if (chance.once(8))
    return `${repeatPieces(chance, [' ', '\n', '\r\n', '\t'], maxBytes / 2)}${inner(maxBytes / 2)}`
  if (chance.once(3)) {
    const key = 'K'.repeat(chance.spread(Math.floor(maxBytes / 4)))
    const [open, close] = chance.once(3) ? ['[', ']'] : [`{"${key}":`, '}']
    const depth = Math.min(chance.spread(4000), Math.floor(maxBytes / 2 / (open.length + 1)))
    return open.repeat(depth) + inner(maxBytes - depth * (open.length + 1)) + close.repeat(depth)
  }
  const keyOf = chance.once(2) ? null : chance.pick(KEYS)
  const count = chance.spread(Math.floor(maxBytes / (keyOf === null ? 2 : 8)))
  const each = Math.floor(maxBytes / count)
  const long = chance.once(2) ? '' : 'K'.repeat(chance.spread(Math.floor(each / 2)))
  const values = Array.from({ length: Math.min(count, MAX_DIFFERENT) }, () =>
    inner(each - 2 * long.length - 16),
  )
  const items: string[] = []
  let left = maxBytes - 2
  for (let at = 0; at < count; at += 1) {
    const value = values[at % values.length] ?? '0'
    const item = keyOf === null ? value : `${JSON.stringify(keyOf(at, long))}:${value}`
    left -= encodeUtf8(item).length + 1
    if (left < 0) break
    items.push(item)
  }
  return keyOf === null ? `[${items.join(',')}]` : `{${items.join(',')}}`
}

/** JSON around a value, as the API, the form, a callback receiver and a HAR reader expect it. */
const ENVELOPES = [
  ['', ''],
  ['{"general":{"project_id":11,"payment_id":"p1","signature":"c2ln"},"payment":', '}'],
  ['{"general":{"project_id":11,"payment_id":"p1","signature":', '}}'],
  ['{"project_id":11,"payment_id":"p1","payment_amount":100,"signature":"c2ln","x":', '}'],
  ['{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[', ']}}'],
  ['{"log":{"entries":[{"request":', ',"response":{}}]}}'],
] as const
/** Endings after which a text is usually no longer JSON. */
const BROKEN = ['}', ',', '"', '\\', '\n'.repeat(1000), '//', '\uD800', '\uFEFF']

/** A text of at most `maxBytes` bytes of UTF-8, mostly valid JSON. */
export const hostileJson = (chance: SeededRandom, maxBytes: number): string => {
  const budget = chance.once(2) ? maxBytes : chance.spread(maxBytes)
  const [before, after] = budget < 200 ? ENVELOPES[0] : chance.pick(ENVELOPES)
  const value = jsonValue(chance, budget - before.length - after.length, 5)
  const text = `${before}${value}${after}${chance.once(3) ? chance.pick(BROKEN) : ''}`
  const over = encodeUtf8(text).length - maxBytes
  return over > 0 ? text.slice(0, Math.max(0, text.length - over)) : text
}

const PARAMETERS = [
  ...['project_id', 'payment_id', 'payment_amount', 'payment_currency', 'signature', 'customer_id', 'card'],
  ...['redirect_return_url', 'additional_parameters', 'avs_data', 'recurring', 'receipt_data', '_referrer'],
  ...['a', ''],
]
/** Separators, broken escapes, bytes that are not UTF-8. */
const FORM = ['%', '%zz', '%25', '%E9', '%3B', '%00', '+', 'k', ';', '=', '%F0%9F%98%80', '\xff', '0']

/** A form-encoded body (or a query) of at most `maxBytes` bytes: many pairs, repeated and long names, JSON inside values. */
export const hostileForm = (chance: SeededRandom, maxBytes: number): Uint8Array => {
  const count = chance.spread(Math.floor(maxBytes / 3))
  const each = Math.floor(maxBytes / count)
  const isNumbered = chance.once(2)
  const pairs = Array.from({ length: Math.min(count, MAX_DIFFERENT) }, () => {
    const name = chance.once(2) ? chance.pick(PARAMETERS) : repeatPieces(chance, FORM, each / 2)
    const value = chance.once(6)
      ? encodeURIComponent(jsonValue(chance, each / 3, 4))
      : repeatPieces(chance, FORM, each - name.length - 2)
    return [name, `=${value}&`] as const
  })
  const text = Array.from({ length: count }, (_, at) =>
    (pairs[at % pairs.length] ?? []).join(isNumbered ? String(at) : ''),
  ).join('')
  return Uint8Array.from(text.slice(0, maxBytes), (character) => character.charCodeAt(0))
}

const FIELDS = ['status', 'amount', 'project', 'payment', 'method', 'path', 'created', 'source', 'nothing']
const WORDS = [
  ...['success', '5xx', '100', '3d', '2031-02', '"', '""', '\\', '-', '%', '_', '*', "'", 'OR', '(', ')'],
]
const MAX_FILTER_CHARS = 200_000

/** The text of a filter box: many words, alternatives, negations, quotation marks. */
export const hostileFilter = (chance: SeededRandom): string => {
  const count = chance.spread(20_000)
  const each = Math.floor(MAX_FILTER_CHARS / count)
  const word = (maxChars: number): string =>
    chance.once(2) ? chance.pick(WORDS) : `"${hostileText(chance, maxChars).replaceAll(/["\\]/g, '')}"`
  const terms = Array.from({ length: Math.min(count, MAX_DIFFERENT) }, () => {
    const minus = chance.pick(['', '', '-', '---'])
    if (chance.once(2)) return minus + word(each)
    const values = Array.from({ length: chance.spread(chance.once(10) ? 5000 : 4) }, () => word(40))
    return minus + chance.pick(FIELDS) + chance.pick([':', '=', '>', '<', '>=', '<=']) + values.join()
  })
  const filter = Array.from({ length: count }, (_, at) => terms[at % terms.length] ?? '').join(' ')
  return filter.slice(0, MAX_FILTER_CHARS)
}

/** Tags, attributes and braces that are opened but not closed. */
const PAGE = [
  ...['<form>', '<form ', '</form>', '<form action="//x/payment">', '<input ', '<input name=a value=b>'],
  ...['<a ', '<a href=', '<a href="', '<iframe src =', 'src =', ' src', ' href = ', "'", '"payment_id"'],
  ...['"payment_id": 1, ', '{"a":', '{', '}', 'id="form-state">', ' ', '&#43;', '/payment', '?payment_id='],
  ...['<script>', '</script>', '/merchant.js', '<!--', '\0'],
]

/** A merchant's page of at most `maxBytes` bytes. */
export const hostilePage = (chance: SeededRandom, maxBytes: number): string =>
  chance.once(4)
    ? hostileJson(chance, maxBytes)
    : (chance.pick(PAGE) + repeatPieces(chance, PAGE, maxBytes)).slice(0, maxBytes)

/** Lines and members of a scenario file. */
const SCENARIO = [
  ...['k§: 1\n', 'k: 1\n', '{k§: 1, ', 'a: [&a§ 1, *a§]\n', '- *a\n', '[*a, *a, ', '&a§ ', '!t§ 1\n', '!!t '],
  ...['? ', ': ', '[', '{', '- ', '"\\q', "'", '${', '"${order.§}"\n', '|\n ', '#\n', '\t', '---\n', '...\n'],
  ...['\r', ' \n', '%TAG !§! a\n', '  - sale: {as: o§, amount: 1.00 EUR}\n'],
  ...['  - expect payment: {of: o, status: w§}\n', '  - sale§: {}\n'],
]
const HEADS = [
  ...['', 'name: A\nsteps:\n', 'name: A\na: &a [x, y]\nsteps:\n', 'name: A\nvariables: {'],
  'name: A\ngiven: {project: {switches: {',
]

/** The text of a scenario file: keys, aliases, anchors, tags, references and brackets, repeated. */
export const hostileScenario = (chance: SeededRandom, maxChars: number): string => {
  const pieces = chance.once(10) ? TEXT : SCENARIO
  return (chance.pick(HEADS) + repeatPieces(chance, pieces, maxChars)).slice(0, maxChars)
}

/** Matching these takes time that grows with a power of the text length, or doubles with each character. */
const EXPRESSIONS = [
  ...['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*)*x$', '^(\\w+\\s?)*$', '(a*)*b', 'a*a*a*a*b', '(?=(a+))\\1+b'],
  ...['^((a?){20}){20}b$', '(a{1,9}){1,9}b'],
]

/** A regular expression of a scenario, between slashes, and a text that takes long to match against it. */
export const hostileExpression = (
  chance: SeededRandom,
): { readonly expression: string; readonly text: string } => ({
  expression: `/${chance.pick(EXPRESSIONS)}/`,
  text: `${'a'.repeat(20 + chance.spread(20_000))}!`,
})
