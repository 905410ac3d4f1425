const rawHalf = /\p{Surrogate}/u
const halfEscape = /\\u[dD][89a-fA-F]/

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/**
 * Offset of the first half of a surrogate pair that has no partner, raw or as an escape (`\ud800`), in a text that is
 * valid JSON; undefined where there is none. Such a string has no UTF-8 form, so no signature could cover it.
 */
export const loneSurrogateAt = (text: string): number | undefined => {
  const raw = text.search(rawHalf)
  if (raw >= 0) return raw
  if (!halfEscape.test(text)) return undefined
  // The escape of a low half must follow an open high half at once.
  let open: number | undefined
  for (let at = text.indexOf('\\'); at >= 0;) {
    const isUnit = text.charAt(at + 1) === 'u'
    const unit = isUnit ? Number.parseInt(text.slice(at + 2, at + 6), 16) : 0
    if (open !== undefined) {
      if (at !== open + 6 || !isLow(unit)) return open
      open = undefined
    } else if (isLow(unit)) {
      return at
    } else if (isHigh(unit)) {
      open = at
    }
    at = text.indexOf('\\', at + (isUnit ? 6 : 2))
  }
  return open
}
