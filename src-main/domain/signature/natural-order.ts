import { orderedUnit } from './code-point-order'

/** Only these need work: white space is skipped, digits form runs, high units change places. */
const special = /[\t-\r \d\ud800-\uffff]/

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39
/** A unit that stands for itself in a key. */
const isOrdinary = (unit: number): boolean =>
  unit < 0xd800 && unit !== 0x20 && !isDigit(unit) && (unit < 0x09 || unit > 0x0d)

const isSpace = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)

/** What the reference reads where white space reaches the end of a string. */
const endUnit = '\0'

const digitsEnd = (text: string, start: number): number => {
  let at = start
  while (isDigit(text.charCodeAt(at))) at += 1
  return at
}

/**
 * A run of digits as text that compares like the run: runs that begin with 0 come first and compare digit by
 * digit, a shorter one before its continuation; the others compare by length, then digit by digit. The first
 * unit stays within the digits, so that the run keeps its place among all other characters.
 */
const runKey = (run: string): string =>
  run.startsWith('0') ? `0${run}\0` : `1${String.fromCharCode(run.length >>> 15, run.length & 0x7fff)}${run}`

/**
 * A text whose plain comparison (`<`) is the natural comparison of the given text (contract 2.4): case-sensitive, by
 * UTF-8 bytes, digit runs as numbers. Texts that differ may have the same key. The reference reads
 * both strings piece by piece, and where one piece ends never depends on the other string: a character after skipped
 * white space, a digit run, or the raw character after a run. Natural order is therefore the order of sequences of
 * pieces, which makes it a total preorder: it is transitive, and strings that compare equal (`a b` and `a  b`, `1`
 * and `01`) compare alike with all others. Making the key once per string also spares work on each comparison.
 */
export const naturalKey = (text: string): string => {
  if (!special.test(text)) return text
  let at = 0
  while (text.charCodeAt(at) === 0x30 && isDigit(text.charCodeAt(at + 1))) at += 1
  let key = ''
  while (at < text.length) {
    const start = at
    while (at < text.length && isOrdinary(text.charCodeAt(at))) at += 1
    key += text.slice(start, at)
    if (at >= text.length) return key
    const unit = text.charCodeAt(at)
    if (isSpace(unit)) {
      while (isSpace(text.charCodeAt(at))) at += 1
      if (at >= text.length) return key + endUnit
    } else if (isDigit(unit)) {
      const end = digitsEnd(text, at)
      key += runKey(text.slice(at, end))
      if (end >= text.length) return key
      key += String.fromCharCode(orderedUnit(text, end))
      at = end + 1
    } else {
      key += String.fromCharCode(orderedUnit(text, at))
      at += 1
    }
  }
  return key
}
