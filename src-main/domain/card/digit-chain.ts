import { type Reading, unitAt } from './written-units'

const ANY_DIGIT = /^\p{Nd}$/u

/** Visits the digits between two offsets, including encoded ones. For long stretches use {@link digitChain}. */
export function eachDigit(
  text: string,
  start: number,
  end: number,
  visit: (start: number, end: number) => void,
): void {
  for (let at = start; at < end;) {
    const code = text.charCodeAt(at)
    if (code < 0x80 && code !== 0x25 && code !== 0x5c) {
      if (code >= 0x30 && code <= 0x39) visit(at, at + 1)
      at += 1
    } else {
      const unit = unitAt(text, at, end, 'decoded')
      if (ANY_DIGIT.test(unit.char)) visit(unit.start, unit.end)
      at = unit.end
    }
  }
}

/** The digits of a stretch of text, indexed: no object per plain digit; any part is checked in constant time. */
export interface DigitChain {
  readonly length: number
  /** Whether the next digit follows directly. */
  isGlued(at: number): boolean
  /** Whether the digits from `first` up to but excluding `behind` pass the Luhn check. */
  hasCheckDigit(first: number, behind: number): boolean
  digit(at: number): number
  digits(first: number, behind: number): string
  /** Offsets in the text, from the first digit to after the last. */
  place(first: number, behind: number): { readonly start: number; readonly end: number }
}

/** Shorter chains gain nothing from further typed arrays, which allocate their own memory. */
const SHORT = 64

const zeros = (length: number): Float64Array | number[] =>
  length > SHORT ? new Float64Array(length) : new Array<number>(length).fill(0)

/** Indexes digits. Those of other scripts count too, but a number that contains one never passes the check. */
export function digitChain(text: string, reading: Reading, start: number, end: number): DigitChain {
  const maxDigits = end - start
  const values = new Uint8Array(maxDigits)
  const starts = new Uint32Array(maxDigits)
  const ends = new Uint32Array(maxDigits)
  // A digit counts double if an odd number of digits follows it, which depends on its index and that of the
  // last digit. Both cases are summed up from the left; the difference of two sums is the sum between
  // them. A digit of another script is NaN, as is every sum over it.
  const sums = [zeros(maxDigits + 1), zeros(maxDigits + 1)] as const
  let length = 0
  for (let at = start; at < end;) {
    const code = text.charCodeAt(at)
    const isPlain = code < 0x80 && (reading === 'raw' || (code !== 0x25 && code !== 0x5c))
    const unit = isPlain ? null : unitAt(text, at, end, reading)
    const unitEnd = unit?.end ?? at + 1
    if (unit === null ? code >= 0x30 && code <= 0x39 : ANY_DIGIT.test(unit.char)) {
      const digit = unit === null ? code - 0x30 : Number(unit.char)
      const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
      const isEven = length % 2 === 0
      values[length] = digit
      starts[length] = at
      ends[length] = unitEnd
      sums[0][length + 1] = (sums[0][length] ?? 0) + (isEven ? digit : doubled)
      sums[1][length + 1] = (sums[1][length] ?? 0) + (isEven ? doubled : digit)
      length += 1
    }
    at = unitEnd
  }
  const entry = (numbers: Uint32Array | Float64Array | number[], at: number): number => numbers[at] ?? 0
  let bare: string | null = null
  const isGlued = (at: number): boolean => at >= 0 && at + 1 < length && ends[at] === starts[at + 1]

  return {
    length,
    isGlued,
    hasCheckDigit(first, behind) {
      const sum = behind % 2 === 1 ? sums[0] : sums[1]
      return (entry(sum, behind) - entry(sum, first)) % 10 === 0
    },
    digit: (at) => values[at] ?? 0,
    digits(first, behind) {
      bare ??= decimalText(values.subarray(0, length))
      return bare.slice(first, behind)
    },
    place: (first, behind) => ({ start: entry(starts, first), end: entry(ends, behind - 1) }),
  }
}

/** More arguments in one call overflow the stack of some runtimes. */
const CODES_AT_ONCE = 8_192

function decimalText(values: Uint8Array): string {
  if (values.length <= SHORT) return values.reduce((text, value) => text + String(value), '')
  const codes = values.map((value) => value + 0x30)
  let text = ''
  for (let at = 0; at < codes.length; at += CODES_AT_ONCE) {
    text += String.fromCharCode(...codes.subarray(at, at + CODES_AT_ONCE))
  }
  return text
}
