import { encodeBase64 } from '#lib/bytes/base64'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { fromPlain } from '#lib/json/node'
import { canonicalise, type Surface } from './canonical'
import { dialects } from './dialects'

/**
 * The host's cryptography, so that the core stays free of Node and of the browser.
 *
 * Known answer (RFC 4231, case 2): key `Jefe`, message `what do ya want for nothing?`, sha512 begins
 * `164b7a7bfcf819e2e395fbe73b56e0a3`.
 */
export interface SignatureCrypto {
  /** The raw HMAC, of the hash's length. */
  hmac(hash: HashName, key: Uint8Array, message: Uint8Array): Uint8Array
}

/** 64, 32 and 20 bytes. */
export type HashName = 'sha512' | 'sha256' | 'sha1'

/** For the search for mistakes (contract 2.8): some signatures are made without a key. */
export interface DiagnosticCrypto extends SignatureCrypto {
  hash(hash: HashName, message: Uint8Array): Uint8Array
}

/** Base64 of HMAC-SHA-512, always 88 characters (contract 2.2, steps 8 and 9). */
export const signatureOf = (text: string, secret: string, crypto: SignatureCrypto): string =>
  encodeBase64(crypto.hmac('sha512', encodeUtf8(secret), encodeUtf8(text)))

/**
 * Signs plain data by the reference. Ignores signatures in it. Digit keys of JavaScript objects are in numeric
 * order, which matters only for ties.
 * @throws TypeError if the value is neither an object nor an array
 */
export const signPlain = (
  value: unknown,
  secret: string,
  crypto: SignatureCrypto,
  surface: Surface = 'api',
): string => {
  const canonical = canonicalise(fromPlain(value), dialects.REF, surface)
  if (!canonical.ok) throw new TypeError(canonical.failure)
  return signatureOf(canonical.text, secret, crypto)
}
