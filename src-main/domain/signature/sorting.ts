const highUnits = /[\ud800-\uffff]/

const replacementUnit = 0xfffd

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** Rank of a UTF-16 unit in the order of UTF-8 bytes; an unpaired surrogate counts as U+FFFD. */
const orderedUnit = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  if (unit < 0xd800) return unit
  if (unit >= 0xe000) return unit - 0x800
  const paired = isHighHalf(unit)
    ? isLowHalf(text.charCodeAt(at + 1))
    : at > 0 && isHighHalf(text.charCodeAt(at - 1))
  return paired ? unit + 0x2000 : replacementUnit - 0x800
}

/** Plain comparison (`<`) of these keys compares the texts by code points, hence by UTF-8 bytes. */
export const codePointKey = (text: string): string => {
  if (!highUnits.test(text)) return text
  let key = ''
  for (let at = 0; at < text.length; at += 1) key += String.fromCharCode(orderedUnit(text, at))
  return key
}

/** Only texts with these characters need work: white space is skipped, digits form runs, high units change places. */
const special = /[\t-\r \d\ud800-\uffff]/

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39
const isOrdinary = (unit: number): boolean =>
  unit < 0xd800 && unit !== 0x20 && !isDigit(unit) && (unit < 0x09 || unit > 0x0d)

const isSpace = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)

/** What the reference reads after white space at the end of a string. */
const endUnit = '\0'

const digitsEnd = (text: string, start: number): number => {
  let at = start
  while (isDigit(text.charCodeAt(at))) at += 1
  return at
}

/** Key of a digit run. Runs that begin with 0 sort first, digit by digit; others by length, then digit by digit. */
const runKey = (run: string): string =>
  run.startsWith('0') ? `0${run}\0` : `1${String.fromCharCode(run.length >>> 15, run.length & 0x7fff)}${run}`

/**
 * Comparing these keys by `<` is the natural comparison of the texts (contract 2.4), as the reference reads both
 * piece by piece, and no piece ends because of the other text. Different texts may have the same key.
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

/** Returns the indexes of the sorted texts; equal ones keep their order. */
export type Sort = (texts: readonly string[]) => readonly number[]

/** `level`: sorts the keys of each object separately; `topLevel`: those of the outermost only. */
export interface Order {
  readonly unit: 'path' | 'line' | 'level' | 'topLevel'
  readonly sort: Sort
}

/** By UTF-16 units. Tests equality second: usually the lengths differ, so that this test is cheap. */
const compareUnits = (left: string, right: string): number => (left < right ? -1 : left === right ? 0 : 1)

const byComparison =
  (keyOf: (text: string) => string, compare = compareUnits): Sort =>
  (texts) => {
    const keys = texts.map(keyOf)
    return [...keys.keys()].sort((left, right) => compare(keys[left] ?? '', keys[right] ?? ''))
  }

const identity = (text: string): string => text

/** Contract 2.4. */
export const natural = byComparison(naturalKey)

/** By code points, hence by UTF-8 bytes. */
export const codePoint = byComparison(codePointKey)

/** As the documentation's JavaScript sample sorts, fixed to English: hosts carry the same Unicode collation. */
const languageOrder = new Intl.Collator('en', { numeric: true })

/** By the rules of a language. */
export const language = byComparison(identity, languageOrder.compare)

export const unsorted: Sort = (texts) => [...texts.keys()]

const greatestIndex = 2 ** 32 - 2

const isIndex = (key: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) <= greatestIndex

/** As a JavaScript object enumerates its members: indexes first, by size, then the other keys in insertion order. */
export const inEnumerationOrder = <T extends { readonly key: string }>(
  members: readonly T[],
): readonly T[] => {
  const indexes = members.filter(({ key }) => isIndex(key))
  if (indexes.length === 0) return members
  indexes.sort((left, right) => Number(left.key) - Number(right.key))
  return [...indexes, ...members.filter(({ key }) => !isIndex(key))]
}

/** By UTF-16 units, but integers first, as in a JavaScript object built from sorted keys. */
export const enumeration: Sort = (texts) =>
  inEnumerationOrder(byComparison(identity)(texts).map((index) => ({ key: texts[index] ?? '', index }))).map(
    ({ index }) => index,
  )
