import type { Steps } from '#lib/steps'
import { type DigitChain, digitChain } from './digit-chain'
import { type CardSpan, maskCardDataInSteps, SPANS_AT_ONCE } from './mask-body'
import { DIGIT, hasEncodedCharacters, type Reading } from './written-units'

const MIN_DIGITS = 12
const MAX_DIGITS = 19

/**
 * Masking one number can leave its last digits beside others that happen to check out together. Such accidents are
 * masked as well; a text would have to be built for the purpose to need more rounds than this.
 */
const MAX_ROUNDS = 16

/** Which numbers with a right check digit are card numbers. */
export interface NumberFilter {
  /** The digits that one can begin with: text may be digits throughout, and few of them are worth a closer look. */
  readonly firstDigits: ReadonlySet<number>
  /** Judges a number by its bare digits and its place in the text. */
  accepts(digits: string, place: { readonly start: number; readonly end: number }): boolean
}

export interface FoundCardData {
  /** In the order of their places. */
  readonly spans: readonly CardSpan[]
  /** The text with its card numbers masked, but not its security codes. */
  readonly withoutNumbers: string
}

/**
 * Card numbers and security codes in text that could not be read as JSON: runs of 12 to
 * 19 digits, singly spaced or dashed or not at all, with a right check digit; and three or four digits behind a name
 * such as `cvv`, in JSON-like, form-encoded, multipart and XML text. Percent encoding and JSON escapes are seen through.
 * The filter may reject a number; the search then goes on inside it, so that digits in front of a number never hide it.
 */
export function* findCardNumbersInSteps(text: string, filter: NumberFilter): Steps<FoundCardData> {
  const readings: readonly Reading[] = hasEncodedCharacters(text) ? ['decoded', 'raw'] : ['raw']
  const found: CardSpan[] = []
  let rest = text
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = found.length
    for (const reading of readings) {
      const numbers = yield* findNumbers(rest, reading, filter)
      // A number that is found later holds no masked digit, so it is enough to mask the new ones.
      if (numbers.length > 0) rest = yield* maskCardDataInSteps(rest, numbers)
      for (const number of numbers) found.push(number)
    }
    if (found.length === before) break
  }
  // Last, so that a card number behind such a name is found as a whole before.
  yield* findSecurityCodes(text, found)
  yield
  return { spans: found.toSorted((a, b) => a.start - b.start), withoutNumbers: rest }
}

const SECURITY_CODE_NAME = String.raw`(?:cvv|cvc|cvn|csc|cv2|(?:security|verification|card)(?:[ _+-]|%20|%5[fF])?code)`
/** What may stand between name and value: punctuation and spaces, plain or encoded, never a letter or digit. */
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

/**
 * The number that begins at this digit, if one does; each begins and ends where a run of glued digits does. Returns the digit
 * to go on with.
 */
function findFrom(chain: DigitChain, first: number, filter: NumberFilter, found: CardSpan[]): number {
  const canBegin = !chain.isGlued(first - 1) && filter.firstDigits.has(chain.digit(first))
  const behind = canBegin ? endOfLongestNumber(chain, first, filter) : null
  if (behind === null) return first + 1
  found.push({ ...chain.place(first, behind), kind: 'pan' })
  return behind
}

/** Index behind the last digit of the longest number that begins at `first`; null where none does. */
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
  /** The first digits of a chain. */
  readonly begin: RegExp
  /** More of them, bounded: a repetition without a bound takes stack for each of sixteen million digits. */
  readonly more: RegExp
}

/** Digits, at most one separator between two of them, as each reading writes them. */
const PATTERNS: Readonly<Record<Reading, Patterns>> = {
  raw: { begin: /[0-9](?:[ +-]?[0-9]){11}/g, more: /(?:[ +-]?[0-9]){1,500}/y },
  decoded: {
    begin: new RegExp(`${NOT_INSIDE}${DIGIT}(?:${SEPARATOR}?${DIGIT}){11}`, 'g'),
    more: new RegExp(`(?:${SEPARATOR}?${DIGIT}){1,500}`, 'y'),
  },
}

/** Characters that are read at once. A chain of them needs about fifty times as much memory. */
const WINDOW = 32_768
/** Digits at the end of a window that the next one reads again: those of the longest number, and one on either side. */
const SHARED_DIGITS = 24

/** A stretch of a chain. Look in it for numbers that begin at the digits from `first` to before `behind`. */
interface ChainWindow {
  readonly chain: DigitChain
  readonly first: number
  readonly behind: number
}

/**
 * Calls back for every chain of at least twelve digits, in windows that overlap, from left to right. `onWindow` returns the index
 * of the digit to go on with: it lies beyond `behind` where a number reaches further. Time grows with the text, memory does not.
 */
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
  /** 1 in later windows: their digit 0 was done before and only shows what precedes. */
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
