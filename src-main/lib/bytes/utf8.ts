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

/** Index of the first byte that starts no valid UTF-8 sequence; undefined where all bytes are UTF-8. */
export const firstBrokenByte = (bytes: Uint8Array): number | undefined => {
  const text = decodeUtf8Leniently(bytes)
  let offset = 0
  let from = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', from)) {
    offset += encodeUtf8(text.slice(from, at)).length
    // Bytes may also say U+FFFD themselves.
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset
    offset += 3
    from = at + 1
  }
  return undefined
}
