import { decodeUtf8, decodeUtf8Leniently } from '#lib/bytes/utf8'

export interface EncodedPair {
  readonly name: string
  readonly value: string
  /** Whether there is a `%` without two hexadecimal digits; it is kept, as in every browser. */
  readonly strayPercent: boolean
  /** The first part with bytes that are not UTF-8; its text shows them as U+FFFD. */
  readonly notUtf8: 'name' | 'value' | null
}

const PERCENT = 0x25
const AMPERSAND = 0x26
const PLUS = 0x2b
const EQUALS = 0x3d
const SPACE = 0x20

/**
 * Parses a query or form-encoded body as browsers do (application/x-www-form-urlencoded): `&` separates pairs,
 * empty ones are skipped, the first `=` ends the name, `+` is a space, `%hh` a byte, the bytes are UTF-8. Brackets
 * have no meaning (contract 8.7 sends `BillingInfo[country]`). Stops after `most` pairs.
 */
export function decodePairs(bytes: Uint8Array, most = Infinity): readonly EncodedPair[] {
  const pairs: EncodedPair[] = []
  let start = 0
  while (start <= bytes.length && pairs.length < most) {
    const ampersand = bytes.indexOf(AMPERSAND, start)
    const end = ampersand < 0 ? bytes.length : ampersand
    if (end > start) pairs.push(decodePair(bytes.subarray(start, end)))
    start = end + 1
  }
  return pairs
}

function decodePair(bytes: Uint8Array): EncodedPair {
  const equals = bytes.indexOf(EQUALS)
  const name = decodePart(equals < 0 ? bytes : bytes.subarray(0, equals))
  const value = decodePart(equals < 0 ? new Uint8Array(0) : bytes.subarray(equals + 1))
  return {
    name: name.text,
    value: value.text,
    strayPercent: name.strayPercent || value.strayPercent,
    notUtf8: name.broken ? 'name' : value.broken ? 'value' : null,
  }
}

function decodePart(encoded: Uint8Array): {
  readonly text: string
  readonly strayPercent: boolean
  readonly broken: boolean
} {
  const decoded = new Uint8Array(encoded.length)
  let length = 0
  let strayPercent = false
  for (let at = 0; at < encoded.length; at += 1) {
    const byte = encoded[at] ?? 0
    const escaped = byte === PERCENT ? escapedByte(encoded, at + 1) : undefined
    if (escaped !== undefined) at += 2
    else if (byte === PERCENT) strayPercent = true
    decoded[length] = escaped ?? (byte === PLUS ? SPACE : byte)
    length += 1
  }
  const part = decoded.subarray(0, length)
  const text = decodeUtf8(part)
  return { text: text ?? decodeUtf8Leniently(part), strayPercent, broken: text === undefined }
}

function escapedByte(encoded: Uint8Array, at: number): number | undefined {
  const high = hexDigit(encoded[at])
  const low = hexDigit(encoded[at + 1])
  return high === undefined || low === undefined ? undefined : high * 16 + low
}

/** By arithmetic, because a body of a megabyte may consist of escapes: a regular expression takes ten times as long. */
function hexDigit(code: number | undefined): number | undefined {
  if (code === undefined) return undefined
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : undefined
}
