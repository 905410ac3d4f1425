import type { Steps } from '#lib/steps'
import { type DigitChain, digitChain } from './digit-chain'
import { type CardSpan, maskCardDataInSteps, SPANS_AT_ONCE } from './mask-body'
import { DIGIT, hasEncodedCharacters, type Reading } from './written-units'

const MIN_DIGITS = 12
const MAX_DIGITS = 19

/** The visible digits of a masked number can form another with adjacent digits; only crafted text needs more rounds. */
const MAX_ROUNDS = 16

/** Selects card numbers among numbers with a valid check digit. */
export interface NumberFilter {
  /** Possible first digits, to skip most digits quickly. */
  readonly firstDigits: ReadonlySet<number>
  accepts(digits: string, place: { readonly start: number; readonly end: number }): boolean
}

export interface FoundCardData {
  readonly spans: readonly CardSpan[]
  /** The text with its card numbers masked, but not its security codes. */
  readonly withoutNumbers: string
}

/** Finds card numbers and codes, plain or encoded, without parsing JSON. Also searches inside rejected numbers. */
export function* findCardNumbersInSteps(text: string, filter: NumberFilter): Steps<FoundCardData> {
  const readings: readonly Reading[] = hasEncodedCharacters(text) ? ['decoded', 'raw'] : ['raw']
  const found: CardSpan[] = []
  let rest = text
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = found.length
    for (const reading of readings) {
      const numbers = yield* findNumbers(rest, reading, filter)
      // Numbers that are found later contain no masked digit, so it is enough to mask the new ones.
      if (numbers.length > 0) rest = yield* maskCardDataInSteps(rest, numbers)
      for (const number of numbers) found.push(number)
    }
    if (found.length === before) break
  }
  // Security codes come last, so that a card number after a name such as `cvv` is found in full.
  yield* findSecurityCodes(text, found)
  yield
  return { spans: found.toSorted((a, b) => a.start - b.start), withoutNumbers: rest }
}

const SECURITY_CODE_NAME = String.raw`(?:cvv|cvc|cvn|csc|cv2|(?:security|verification|card)(?:[ _+-]|%20|%5[fF])?code)`
/** Between name and value: punctuation and spaces, plain or encoded, never a plain letter or digit. */
const BETWEEN = String.raw`(?:[^0-9A-Za-z%\\]|%[0-9a-fA-F]{2}|\\[nrt"]|\\u00[0-9a-fA-F]{2}|\\){1,16}?`
const SECURITY_CODE = new RegExp(
  `(${SECURITY_CODE_NAME}[0-9A-Za-z_]{0,16}${BETWEEN})(${DIGIT}{3,4})(?!${DIGIT})`,
  'gi',
)

function* findSecurityCodes(text: string, found: CardSpan[]): Steps<void> {
  let count = 0
  for (const match of text.matchAll(SECURITY_CODE)) {
    const start = match.index + (match[1] ?? '').length
    found.push({ start, end: start + (match[2] ?? '').length, kind: 'cvv' })
    count += 1
    if (count % SPANS_AT_ONCE === 0) yield
  }
}

function* findNumbers(text: string, reading: Reading, filter: NumberFilter): Steps<readonly CardSpan[]> {
  const found: CardSpan[] = []
  yield* findDigitChains(text, reading, ({ chain, first, behind }) => {
    let at = first
    while (at < behind) at = findFrom(chain, at, filter, found)
    return at
  })
  return found
}

/** Adds the number that begins at `first`, if any. Returns the index of the next digit to examine. */
function findFrom(chain: DigitChain, first: number, filter: NumberFilter, found: CardSpan[]): number {
  const canBegin = !chain.isGlued(first - 1) && filter.firstDigits.has(chain.digit(first))
  const behind = canBegin ? endOfLongestNumber(chain, first, filter) : null
  if (behind === null) return first + 1
  found.push({ ...chain.place(first, behind), kind: 'pan' })
  return behind
}

/** Index after the longest number that begins at `first`; null if none does. */
function endOfLongestNumber(chain: DigitChain, first: number, filter: NumberFilter): number | null {
  for (let behind = Math.min(chain.length, first + MAX_DIGITS); behind - first >= MIN_DIGITS; behind -= 1) {
    if (chain.isGlued(behind - 1) || !chain.hasCheckDigit(first, behind)) continue
    if (filter.accepts(chain.digits(first, behind), chain.place(first, behind))) return behind
  }
  return null
}

const SEPARATOR = String.raw`(?:[ +-]|%20|%2[bBdD]|\\u0020|\\u002[bBdD])`
/** A chain must not begin inside an encoded character: the 2 and the 0 of `%20` are not digits. */
const NOT_INSIDE = String.raw`(?<!%[0-9a-fA-F]?|\\u[0-9a-fA-F]{0,3})`

interface Patterns {
  readonly begin: RegExp
  /** Further digits: bounded, because an unbounded repetition uses stack for each of up to sixteen million digits. */
  readonly more: RegExp
}

/** Digits with at most one separator between two of them, for each reading. */
const PATTERNS: Readonly<Record<Reading, Patterns>> = {
  raw: { begin: /[0-9](?:[ +-]?[0-9]){11}/g, more: /(?:[ +-]?[0-9]){1,500}/y },
  decoded: {
    begin: new RegExp(`${NOT_INSIDE}${DIGIT}(?:${SEPARATOR}?${DIGIT}){11}`, 'g'),
    more: new RegExp(`(?:${SEPARATOR}?${DIGIT}){1,500}`, 'y'),
  },
}

/** Characters per window. A digit chain needs about fifty times as much memory as its text. */
const WINDOW = 32_768
/** Digits that two windows share: at least those of the longest number, and one on either side. */
const SHARED_DIGITS = 24

interface ChainWindow {
  readonly chain: DigitChain
  readonly first: number
  readonly behind: number
}

/** Finds chains of at least twelve digits; `onWindow` returns the next index. Takes linear time, constant memory. */
function* findDigitChains(
  text: string,
  reading: Reading,
  onWindow: (window: ChainWindow) => number,
): Steps<void> {
  const { begin, more } = PATTERNS[reading]
  for (let at = 0; at < text.length;) {
    begin.lastIndex = at
    const start = begin.exec(text)
    if (start === null) return
    let end = start.index + start[0].length
    for (let length = 0; ; length += 1) {
      more.lastIndex = end
      const match = more.exec(text)
      if (match === null) break
      end += match[0].length
      if (length % 256 === 255) yield
    }
    yield* readWindows(text, reading, start.index, end, onWindow)
    at = end
  }
}

function* readWindows(
  text: string,
  reading: Reading,
  from: number,
  end: number,
  onWindow: (window: ChainWindow) => number,
): Steps<void> {
  /** 1 in later windows: digit 0 is already examined and only shows what precedes digit 1. */
  let first = 0
  for (let at = from; ;) {
    const to = Math.min(end, at + WINDOW)
    const chain = digitChain(text, reading, at, to)
    const isLast = to === end
    const done = onWindow({ chain, first, behind: isLast ? chain.length : chain.length - SHARED_DIGITS })
    yield
    if (isLast) return
    at = chain.place(done - 1, done).start
    first = 1
  }
}
