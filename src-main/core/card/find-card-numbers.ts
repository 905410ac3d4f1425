import { isLuhnValid } from './luhn'
import type { CardSpan } from './mask-body'
import { maskCardData } from './mask-body'
import { hasEncodedCharacters, type Reading, writtenUnits } from './written-units'

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

/** Digits, at most one separator between two of them, as each reading writes them. */
const DIGIT_CHAINS: Readonly<Record<Reading, RegExp>> = {
  raw: /[0-9](?:[ +-]?[0-9]){11,}/g,
  decoded: chainPattern(
    String.raw`(?:[0-9]|%3[0-9]|\\u003[0-9])`,
    String.raw`(?:[ +-]|%20|%2[bBdD]|\\u0020|\\u002[bBdD])`,
  ),
}

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
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = found.length
    for (const reading of readings) found.push(...findNumbers(maskCardData(text, found), reading, accepts))
    if (found.length === before) break
  }
  // Last, so that a number behind such a name is still met as a whole above.
  found.push(...findSecurityCodes(text))
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

/** A chain must not begin inside an encoded character: the 2 and the 0 of `%20` are no digits. */
function chainPattern(digit: string, separator: string): RegExp {
  const notInside = String.raw`(?<!%[0-9a-fA-F]?|\\u[0-9a-fA-F]{0,3})`
  return new RegExp(`${notInside}${digit}(?:${separator}?${digit}){11,}`, 'g')
}

function findNumbers(text: string, reading: Reading, accepts: AcceptsNumber): readonly CardSpan[] {
  return [...text.matchAll(DIGIT_CHAINS[reading])].flatMap((chain) =>
    findInChain(chainDigits(text, reading, chain.index, chain.index + chain[0].length), accepts),
  )
}

/** A digit as it is written, and whether the next digit follows without a separator. */
interface ChainDigit {
  readonly start: number
  readonly end: number
  readonly digit: string
  readonly glued: boolean
}

/** The numbers of one chain from left to right; each begins and ends where a run of glued digits does. */
function findInChain(digits: readonly ChainDigit[], accepts: AcceptsNumber): readonly CardSpan[] {
  const found: CardSpan[] = []
  for (let first = 0; first < digits.length;) {
    const number = digits[first - 1]?.glued === true ? null : longestNumberFrom(digits, first, accepts)
    if (number !== null) found.push({ ...number.place, kind: 'pan' })
    first += number?.count ?? 1
  }
  return found
}

function chainDigits(text: string, reading: Reading, start: number, end: number): readonly ChainDigit[] {
  const units = writtenUnits(text, reading, start, end)
  return units.flatMap(({ char, ...place }, at): readonly ChainDigit[] =>
    isDigit(char) ? [{ ...place, digit: char, glued: isDigit(units[at + 1]?.char) }] : [],
  )
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && /^[0-9]$/.test(char)
}

function longestNumberFrom(
  digits: readonly ChainDigit[],
  first: number,
  accepts: AcceptsNumber,
): { readonly count: number; readonly place: { readonly start: number; readonly end: number } } | null {
  const run = digits.slice(first, first + MOST_DIGITS)
  for (let count = run.length; count >= FEWEST_DIGITS; count -= 1) {
    const start = run[0]?.start
    const last = run[count - 1]
    if (start === undefined || last === undefined || last.glued) continue
    const place = { start, end: last.end }
    const number = run
      .slice(0, count)
      .map(({ digit }) => digit)
      .join('')
    if (isLuhnValid(number) && accepts(number, place)) return { count, place }
  }
  return null
}
