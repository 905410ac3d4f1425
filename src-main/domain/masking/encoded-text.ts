import { encodeUtf8 } from '#lib/bytes/utf8'

/**
 * The bytes that a text represents, one character each, with the place of each in the text: of its first character and
 * behind its last one. {@link GAP} parts bytes that do not follow each other.
 */
export interface Reading {
  readonly bytes: string
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/** Is no byte. */
const GAP = 0x100
/** Most code units that one call of `fromCharCode` gets. */
const UNITS_AT_ONCE = 8192

/** UTF-8 bytes of a text, one character each. */
export const bytesOf = (text: string): string => textOfUnits(encodeUtf8(text))

function textOfUnits(units: Uint8Array | Uint16Array): string {
  let text = ''
  for (let at = 0; at < units.length; at += UNITS_AT_ONCE)
    text += String.fromCharCode(...units.subarray(at, at + UNITS_AT_ONCE))
  return text
}

/** Collects at most `most` bytes with their places. */
function collectBytes(most: number) {
  const units = new Uint16Array(most)
  const starts = new Uint32Array(most)
  const ends = new Uint32Array(most)
  let length = 0
  return {
    add(byte: number, start: number, end: number): void {
      units[length] = byte
      starts[length] = start
      ends[length] = end
      length += 1
    },
    reading: (): Reading => ({
      bytes: textOfUnits(units.subarray(0, length)),
      starts: starts.subarray(0, length),
      ends: ends.subarray(0, length),
    }),
  }
}

/** A text as it is. */
function plainReading(text: string): Reading {
  const bytes = collectBytes(text.length * 3)
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const code = character.charCodeAt(0)
    if (code < 0x80) bytes.add(code, start, end)
    else for (const byte of encodeUtf8(character)) bytes.add(byte, start, end)
    start = end
  }
  return bytes.reading()
}

/** How a character is written in several. An escape is at least as long as the UTF-8 of what it represents. */
interface Escape {
  readonly pattern: RegExp
  /** The text that a match represents. */
  readonly meaning: (match: string) => string
  /** The match represents a byte, not a character. */
  readonly isByte?: (match: string) => boolean
}

const hexValue = (digits: string): number => Number.parseInt(digits, 16)
const character = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd')

/** ASCII characters with a name in HTML. */
const ASCII_NAMES: Readonly<Record<string, string>> = {
  ...{ Tab: '\t', NewLine: '\n', excl: '!', quot: '"', QUOT: '"', num: '#', dollar: '$', percnt: '%' },
  ...{ amp: '&', AMP: '&', apos: "'", lpar: '(', rpar: ')', ast: '*', midast: '*', plus: '+', comma: ',' },
  ...{ period: '.', sol: '/', colon: ':', semi: ';', lt: '<', LT: '<', equals: '=', gt: '>', GT: '>' },
  ...{ quest: '?', commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^' },
  ...{ lowbar: '_', UnderBar: '_', grave: '`', DiacriticalGrave: '`', lcub: '{', lbrace: '{', rcub: '}' },
  ...{ verbar: '|', vert: '|', VerticalLine: '|', rbrace: '}' },
}

/** The names of U+00A0 to U+00FF in HTML. */
const LATIN_NAMES =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const NAMED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ASCII_NAMES),
  ...LATIN_NAMES.split(' ').map((name, at) => [name, character(0xa0 + at)] as const),
])

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Escapes of addresses, of JSON and scripts, and of pages. */
const ESCAPES: readonly Escape[] = [
  {
    pattern: /%[\da-f]{2}/gi,
    meaning: (match) => character(hexValue(match.slice(1))),
    isByte: () => true,
  },
  {
    pattern:
      /\\(?:u(?:d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|[\da-f]{4})|u\{[\da-f]{1,6}\}|x[\da-f]{2}|[^ux])/gi,
    meaning(match) {
      if (match.startsWith('\\u{')) return character(hexValue(match.slice(3, -1)))
      if (/^\\[ux]/i.test(match))
        return match
          .slice(2)
          .split(/\\u/i)
          .map((digits) => String.fromCharCode(hexValue(digits)))
          .join('')
      return CONTROLS[match.slice(1)] ?? match.slice(1)
    },
    // Unescaped bytes of UTF-8 may follow a backslash, too.
    isByte: (match) => !/^\\u/i.test(match),
  },
  {
    pattern: /&(?:#x0*[\da-f]{1,6}|#0*\d{1,7}|[a-z]{2,16}[1-4]{0,2});?/gi,
    meaning(match) {
      const name = match.replace(/^&|;$/g, '')
      if (/^#x/i.test(name)) return character(hexValue(name.slice(2)))
      if (name.startsWith('#')) return character(Number(name.slice(1)))
      return NAMED.get(name) ?? match
    },
  },
]

/** The reading with one kind of escapes undone; null where it has none. */
function unescaped(reading: Reading, { pattern, meaning, isByte }: Escape): Reading | null {
  const { bytes, starts, ends } = reading
  if (bytes.search(pattern) < 0) return null
  const out = collectBytes(bytes.length)
  const copy = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) out.add(bytes.charCodeAt(at), starts[at] ?? 0, ends[at] ?? 0)
  }
  let done = 0
  let isChanged = false
  for (const { 0: match, index } of bytes.matchAll(pattern)) {
    copy(done, index)
    done = index + match.length
    const text = meaning(match)
    const start = starts[index] ?? 0
    const end = ends[done - 1] ?? 0
    isChanged ||= text !== match
    if (text === match) copy(index, done)
    else if (isByte?.(match) === true) out.add(text.charCodeAt(0), start, end)
    else for (const byte of encodeUtf8(text)) out.add(byte, start, end)
  }
  copy(done, bytes.length)
  return isChanged ? out.reading() : null
}

/** Digits that carry bits of bytes. */
interface Digits {
  readonly bits: 4 | 6
  /** A source of a character class. */
  readonly characters: string
  /** The value of the digit with each code. */
  readonly values: Uint8Array
}

const valuesOf = (...alphabets: readonly string[]): Uint8Array => {
  const values = new Uint8Array(128)
  for (const alphabet of alphabets)
    for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value
  return values
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Base64 in both alphabets, and hexadecimal digits. */
const PACKINGS: readonly Digits[] = [
  { bits: 6, characters: String.raw`\w+/-`, values: valuesOf(`${LETTERS}+/`, `${LETTERS}-_`) },
  { bits: 4, characters: String.raw`\da-fA-F`, values: valuesOf('0123456789abcdef', '0123456789ABCDEF') },
]

/**
 * The bytes of all runs of digits that are long enough for `least` bytes.
 * @param skipped digits at the beginning of each run that are left out: bytes begin with any digit
 */
function unpacked(reading: Reading, digits: Digits, skipped: number, least: number): Reading | null {
  const { bytes, starts, ends } = reading
  const { bits, characters, values } = digits
  const fewest = Math.ceil((least * 8) / bits)
  const pattern = new RegExp(`[${characters}]{${String(fewest)},}`, 'g')
  if (bytes.search(pattern) < 0) return null
  const out = collectBytes(bytes.length)
  for (const { 0: run, index } of bytes.matchAll(pattern)) {
    let pending = 0
    let count = 0
    let first = index + skipped
    for (let at = first; at < index + run.length; at += 1) {
      pending = ((pending << bits) | (values[bytes.charCodeAt(at)] ?? 0)) & 0xffff
      count += bits
      if (count < 8) continue
      count -= 8
      out.add((pending >> count) & 0xff, starts[first] ?? 0, ends[at] ?? 0)
      // The next byte begins inside this digit, or with the next one.
      first = count > 0 ? at : at + 1
    }
    out.add(GAP, 0, 0)
  }
  return out.reading()
}

/** Escapes that were written over each other, such as JSON in an address of a page, are undone up to this often. */
const MAX_LAYERS = 3

/**
 * Everything that a text may represent: with up to three layers of escapes undone, and what is then in base64 or hexadecimal
 * digits, from any digit on. Around and inside such digits there are up to two layers. Takes time that grows with the length.
 * @param least bytes that are looked for at least
 */
export function* readingsOf(text: string, least: number): Generator<Reading> {
  for (const [reading, more] of layersOf(plainReading(text), MAX_LAYERS)) {
    yield reading
    if (more === 0) continue
    for (const digits of PACKINGS) {
      for (let skipped = 0; skipped < 8 / (8 - digits.bits); skipped += 1) {
        const inside = unpacked(reading, digits, skipped, least)
        if (inside !== null) for (const [packed] of layersOf(inside, Math.min(1, more - 1))) yield packed
      }
    }
  }
}

/** A reading, and those with up to so many layers of escapes undone, each with the number of layers that could follow. */
function* layersOf(reading: Reading, more: number): Generator<readonly [reading: Reading, more: number]> {
  yield [reading, more]
  if (more === 0) return
  for (const escape of ESCAPES) {
    const below = unescaped(reading, escape)
    if (below !== null) yield* layersOf(below, more - 1)
  }
}
