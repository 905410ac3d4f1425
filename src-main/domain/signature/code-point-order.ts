const highUnits = /[\ud800-\uffff]/

const replacementUnit = 0xfffd

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/**
 * A UTF-16 unit at its place in code point order, which is also the order of UTF-8 bytes: the halves of surrogate
 * pairs (U+10000 and above) move behind U+E000 to U+FFFF. Half a pair alone counts as U+FFFD, its form in UTF-8.
 */
export const orderedUnit = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  if (unit < 0xd800) return unit
  if (unit >= 0xe000) return unit - 0x800
  const paired = isHighHalf(unit)
    ? isLowHalf(text.charCodeAt(at + 1))
    : at > 0 && isHighHalf(text.charCodeAt(at - 1))
  return paired ? unit + 0x2000 : replacementUnit - 0x800
}

/** A text whose plain comparison (`<`) is the comparison of the given text by code points, hence by UTF-8 bytes. */
export const codePointKey = (text: string): string => {
  if (!highUnits.test(text)) return text
  let key = ''
  for (let at = 0; at < text.length; at += 1) key += String.fromCharCode(orderedUnit(text, at))
  return key
}
