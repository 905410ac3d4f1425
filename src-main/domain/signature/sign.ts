import { encodeBase64 } from '#lib/bytes/base64'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { fromPlain } from '#lib/json/node'
import { canonicalise } from './canonical'
import type { Surface } from './recipe'
import type { SignatureCrypto } from './crypto'
import { dialects } from './dialects'

/** Base64 of HMAC-SHA-512, always 88 characters (contract 2.2, steps 8 and 9). */
export const signatureOf = (text: string, secret: string, crypto: SignatureCrypto): string =>
  encodeBase64(crypto.hmac('sha512', encodeUtf8(secret), encodeUtf8(text)))

/** Signs an object or array by the reference, ignoring signatures in it. Throws TypeError for any other value. */
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
