import type { JsonNode } from '#lib/json/node'
import type { SignatureCrypto } from '#domain/signature/crypto'
import { signPlain } from '#domain/signature/sign'
import { verifySignature } from '#domain/signature/verify'

/** Parameters of the hosted form before they are signed (contract 7.3). */
export type FormParameters = Readonly<Record<string, string | number>>

/**
 * Signs and verifies with the secret key of the project. The key itself never leaves the server (contract 10, rule 22).
 */
export interface ShopKey {
  /** Signs form parameters. Returns the value of `signature`. */
  readonly sign: (parameters: FormParameters) => string
  /** Whether the platform signed the message. */
  readonly verify: (message: JsonNode) => boolean
}

/**
 * Creates the key of the shop.
 * @param secret returns the present secret, which the tester may change at any time
 */
export function shopKey(secret: () => string, crypto: SignatureCrypto): ShopKey {
  return {
    sign: (parameters) => signPlain(parameters, secret(), crypto, 'form'),
    verify: (root) =>
      verifySignature({ root, secret: secret(), crypto, surface: 'callback', lenient: false }).state ===
      'valid',
  }
}
