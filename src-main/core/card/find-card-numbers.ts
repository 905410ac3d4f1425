import { type DigitChain, digitChain } from './digit-chain'
import { digitStretches } from './digit-stretches'
import type { CardSpan } from './mask-body'
import { maskCardData } from './mask-body'
import { hasEncodedCharacters, type Reading } from './written-units'

const FEWEST_DIGITS = 12
const MOST_DIGITS = 19

/**
 * Masking one number can leave its last digits beside others that happen to check out together. Such accidents are
 * masked as well; a text would have to be built for the purpose to need more rounds than this.
 */
const MOST_ROUNDS = 16

/** Judges a number with a right check digit: its bare digits and its place in the text. */
export type AcceptsNumber = (
  digits: string,
  place: { readonly start: number; readonly end: number },
) => boolean

/**
 * Card numbers and security codes in text that could not be read as JSON, in the order of their places: runs of 12 to
 * 19 digits, singly spaced or dashed or not at all, with a right check digit; and three or four digits behind a name
 * such as `cvv`, in JSON-like, form-encoded, multipart and XML text. Percent encoding and JSON escapes are seen through.
 * `accepts` may turn a number down by its digits and place; the search then goes on inside it, so that digits in front
 * of a number never hide it.
 */
export function findCardNumbers(text: string, accepts: AcceptsNumber = () => true): readonly CardSpan[] {
  const readings: readonly Reading[] = hasEncodedCharacters(text) ? ['decoded', 'raw'] : ['raw']
  const found: CardSpan[] = []
  let rest = text
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = found.length
    for (const reading of readings) {
      const numbers = findNumbers(rest, reading, accepts)
      // Numbers that are found later have no masked digit in them: masking them alone is masking all.
      if (numbers.length > 0) rest = maskCardData(rest, numbers)
      for (const number of numbers) found.push(number)
    }
    if (found.length === before) break
  }
  // Last, so that a number behind such a name is still met as a whole above.
  for (const code of findSecurityCodes(text)) found.push(code)
  return found.toSorted((a, b) => a.start - b.start)
}

const SECURITY_CODE_NAME = String.raw`(?:cvv|cvc|cvn|csc|cv2|(?:security|verification|card)(?:[ _+-]|%20|%5[fF])?code)`
/** What may stand between name and value: punctuation and spaces, plain or encoded, never a letter or digit. */
const BETWEEN = String.raw`(?:[^0-9A-Za-z%\\]|%[0-9a-fA-F]{2}|\\[nrt"]|\\u00[0-9a-fA-F]{2}|\\){1,16}?`
const DIGIT = String.raw`(?:[0-9]|%3[0-9]|\\u003[0-9])`
const SECURITY_CODE = new RegExp(
  `(${SECURITY_CODE_NAME}[0-9A-Za-z_]{0,16}${BETWEEN})(${DIGIT}{3,4})(?!${DIGIT})`,
  'gi',
)

function findSecurityCodes(text: string): readonly CardSpan[] {
  return [...text.matchAll(SECURITY_CODE)].map((match): CardSpan => {
    const start = match.index + (match[1] ?? '').length
    return { start, end: start + (match[2] ?? '').length, kind: 'cvv' }
  })
}

/** Characters of a stretch of digits that are read at once: its lists take some 25 bytes for each. */
const PIECE = 65_536
/** Digits at the end of a piece that are read again with the next one: what begins there may go on behind it. */
const UNSETTLED = MOST_DIGITS + 5

function findNumbers(text: string, reading: Reading, accepts: AcceptsNumber): readonly CardSpan[] {
  const found: CardSpan[] = []
  for (const stretch of digitStretches(text, reading)) {
    let start = stretch.start
    let isGlued = false
    for (;;) {
      const end = Math.min(stretch.end, start + PIECE)
      const chain = digitChain(text, reading, start, end)
      const settled = end === stretch.end ? chain.length : chain.length - UNSETTLED
      const next = findInChain(chain, { isGlued, settled }, accepts, found)
      if (end === stretch.end) break
      isGlued = chain.isGlued(next - 1)
      start = chain.place(next, next + 1).start
    }
  }
  return found
}

/**
 * The numbers that begin among the first `settled` digits of a chain, from left to right; each begins and ends where a run of
 * glued digits does. Gives back the digit at which the search goes on.
 */
function findInChain(
  chain: DigitChain,
  from: { readonly isGlued: boolean; readonly settled: number },
  accepts: AcceptsNumber,
  found: CardSpan[],
): number {
  let first = 0
  while (first < from.settled) {
    const isInside = first === 0 ? from.isGlued : chain.isGlued(first - 1)
    const behind = isInside ? null : endOfLongestNumber(chain, first, accepts)
    if (behind !== null) found.push({ ...chain.place(first, behind), kind: 'pan' })
    first = behind ?? first + 1
  }
  return first
}

/** Index behind the last digit of the longest number that begins at `first`; null where none does. */
function endOfLongestNumber(chain: DigitChain, first: number, accepts: AcceptsNumber): number | null {
  for (
    let behind = Math.min(chain.length, first + MOST_DIGITS);
    behind - first >= FEWEST_DIGITS;
    behind -= 1
  ) {
    if (chain.isGlued(behind - 1) || !chain.hasCheckDigit(first, behind)) continue
    if (accepts(chain.digits(first, behind), chain.place(first, behind))) return behind
  }
  return null
}
