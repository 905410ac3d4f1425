/** How many bytes become text in one call: more arguments do not fit the stack of every runtime. */
const BYTES_AT_ONCE = 8_192

/** Base64 with the standard alphabet and padding (RFC 4648 section 4). */
export const encodeBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE))
  }
  return btoa(text)
}

const wellFormed = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * Bytes of a base64 text. Strict: standard alphabet, complete padding, no white space and no stray bits in the
 * last group, so that exactly one text stands for given bytes; anything else gives undefined.
 */
export const decodeBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 !== 0 || !wellFormed.test(text)) return undefined
  const decoded = atob(text)
  const bytes = new Uint8Array(decoded.length)
  for (let at = 0; at < decoded.length; at += 1) bytes[at] = decoded.charCodeAt(at)
  // Stray bits of the last group are lost, so another text would be written.
  const lastGroup = bytes.subarray((text.length / 4 - 1) * 3)
  return encodeBase64(lastGroup) === text.slice(-4) ? bytes : undefined
}
