const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const sextetOf: ReadonlyMap<string, number> = new Map(
  Array.from(alphabet).map((letter, sextet) => [letter, sextet]),
)

const wellFormed = /^[A-Za-z0-9+/]*={0,2}$/

/** Base64 with the standard alphabet and padding (RFC 4648 section 4). */
export const encodeBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const second = bytes[at + 1]
    const third = bytes[at + 2]
    const group = ((bytes[at] ?? 0) << 16) | ((second ?? 0) << 8) | (third ?? 0)
    text += alphabet.charAt(group >>> 18) + alphabet.charAt((group >>> 12) & 63)
    text += second === undefined ? '=' : alphabet.charAt((group >>> 6) & 63)
    text += third === undefined ? '=' : alphabet.charAt(group & 63)
  }
  return text
}

/**
 * Bytes of a base64 text. Strict: standard alphabet, complete padding, no white space and no stray bits in the
 * last group, so that exactly one text stands for given bytes; anything else gives undefined.
 */
export const decodeBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 !== 0 || !wellFormed.test(text)) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  const letters = text.length - padding
  let held = 0
  let heldBits = 0
  let written = 0
  for (let at = 0; at < letters; at += 1) {
    held = ((held << 6) | (sextetOf.get(text.charAt(at)) ?? 0)) & 0xffff
    heldBits += 6
    if (heldBits >= 8) {
      heldBits -= 8
      bytes[written] = (held >>> heldBits) & 0xff
      written += 1
    }
  }
  const strayBits = held & ((1 << heldBits) - 1)
  return strayBits === 0 ? bytes : undefined
}
