import type { Steps } from '#lib/steps'
import type { DigitChain } from './digit-chain'
import { findDigitChains } from './digit-chains'
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
