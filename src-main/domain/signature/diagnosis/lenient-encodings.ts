import { decodeBase64 } from '#lib/bytes/base64'

/** The bytes of a text in hexadecimal; undefined for any other text. */
export const bytesOfHex = (text: string): Uint8Array | undefined =>
  /^(?:[0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from({ length: text.length / 2 }, (_, at) =>
        Number.parseInt(text.slice(at * 2, at * 2 + 2), 16),
      )
    : undefined

/** The bytes of a base64 text in either alphabet, with or without padding; undefined for any other text. */
export const bytesOfAnyBase64 = (text: string): Uint8Array | undefined => {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return decodeBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='))
}
