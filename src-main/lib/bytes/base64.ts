/** Passing more bytes as arguments of one call overflows the stack of some runtimes. */
const BYTES_AT_ONCE = 8_192

export const encodeBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE))
  }
  return btoa(text)
}

const wellFormed = /^[A-Za-z0-9+/]*={0,2}$/

/** Decodes strictly: standard alphabet, full padding, no white space, no stray bits; undefined for any other text. */
export const decodeBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 !== 0 || !wellFormed.test(text)) return undefined
  const decoded = atob(text)
  const bytes = new Uint8Array(decoded.length)
  for (let at = 0; at < decoded.length; at += 1) bytes[at] = decoded.charCodeAt(at)
  const lastGroup = bytes.subarray((text.length / 4 - 1) * 3)
  return encodeBase64(lastGroup) === text.slice(-4) ? bytes : undefined
}
