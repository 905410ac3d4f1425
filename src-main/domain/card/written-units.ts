/** A decoded character that is written plain (`4`), percent-encoded (`%34`) or as `\u0034`, with its offsets. */
export interface WrittenUnit {
  readonly start: number
  readonly end: number
  readonly char: string
}

/** `raw` decodes nothing; `decoded` reads percent encoding and JSON escapes of ASCII. */
export type Reading = 'raw' | 'decoded'

/** A decimal digit in either reading, for regular expressions. */
export const DIGIT = String.raw`(?:[0-9]|%3[0-9]|\\u003[0-9])`

const ENCODED = /%([0-7][0-9a-fA-F])|\\u00([0-7][0-9a-fA-F])/y

export function hasEncodedCharacters(text: string): boolean {
  return /%[0-7][0-9a-fA-F]|\\u00[0-7][0-9a-fA-F]/.test(text)
}

/** The characters of a part in the reading `decoded`. A surrogate pair is one character. */
export function writtenUnits(text: string, start: number, end: number): readonly WrittenUnit[] {
  const units: WrittenUnit[] = []
  for (let at = start; at < end;) {
    const unit = unitAt(text, at, end, 'decoded')
    units.push(unit)
    at = unit.end
  }
  return units
}

/** The character at an offset; never extends beyond `end`. */
export function unitAt(text: string, at: number, end: number, reading: Reading): WrittenUnit {
  if (reading === 'decoded') {
    ENCODED.lastIndex = at
    const match = ENCODED.exec(text)
    const hex = match?.[1] ?? match?.[2]
    if (match !== null && hex !== undefined && at + match[0].length <= end) {
      return { start: at, end: at + match[0].length, char: String.fromCharCode(parseInt(hex, 16)) }
    }
  }
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return { start: at, end: Math.min(end, at + char.length), char }
}
