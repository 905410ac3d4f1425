const encoder = new TextEncoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** UTF-8 bytes of a text; half a surrogate pair, which has no UTF-8 form, becomes U+FFFD. */
export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text)

/** The text of UTF-8 bytes, or undefined where the bytes are not UTF-8. A byte order mark stays as U+FEFF. */
export const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** The text of bytes for people to read: what is not UTF-8 shows as U+FFFD. */
export const decodeUtf8Leniently = (bytes: Uint8Array): string => lenientDecoder.decode(bytes)

/** What a lead byte demands: how many bytes follow it, and the range of the first of them (Unicode table 3-7). */
const sequenceOf = (lead: number): { following: number; low: number; high: number } | undefined => {
  if (lead < 0x80) return { following: 0, low: 0x80, high: 0xbf }
  if (lead < 0xc2) return undefined
  if (lead < 0xe0) return { following: 1, low: 0x80, high: 0xbf }
  if (lead < 0xf0)
    return { following: 2, low: lead === 0xe0 ? 0xa0 : 0x80, high: lead === 0xed ? 0x9f : 0xbf }
  if (lead < 0xf5)
    return { following: 3, low: lead === 0xf0 ? 0x90 : 0x80, high: lead === 0xf4 ? 0x8f : 0xbf }
  return undefined
}

/** Index of the first byte that starts no valid UTF-8 sequence; undefined where all bytes are UTF-8. */
export const firstBrokenByte = (bytes: Uint8Array): number | undefined => {
  let at = 0
  while (at < bytes.length) {
    if ((bytes[at] ?? 0) < 0x80) {
      at += 1
      continue
    }
    const sequence = sequenceOf(bytes[at] ?? 0)
    if (sequence === undefined) return at
    let { low, high } = sequence
    for (let step = 1; step <= sequence.following; step += 1) {
      const next = bytes[at + step]
      if (next === undefined || next < low || next > high) return at
      low = 0x80
      high = 0xbf
    }
    at += 1 + sequence.following
  }
  return undefined
}
