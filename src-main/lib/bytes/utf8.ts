const encoder = new TextEncoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Half a surrogate pair becomes U+FFFD. */
export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text)

/** Returns undefined if the bytes are not UTF-8. Keeps a byte order mark as U+FEFF. */
export const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Decodes for display: invalid bytes become U+FFFD. */
export const decodeUtf8Leniently = (bytes: Uint8Array): string => lenientDecoder.decode(bytes)

/** Index of the first byte of an invalid UTF-8 sequence; undefined if all bytes are valid. */
export const firstBrokenByte = (bytes: Uint8Array): number | undefined => {
  const text = decodeUtf8Leniently(bytes)
  let offset = 0
  let from = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', from)) {
    offset += encodeUtf8(text.slice(from, at)).length
    // The text may contain U+FFFD itself.
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset
    offset += 3
    from = at + 1
  }
  return undefined
}
