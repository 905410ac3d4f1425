import type { JsonNode } from '../../lib/json/node'
import type { SignatureCrypto } from '../../domain/signature/crypto'
import { signPlain } from '../../domain/signature/sign'
import { verifySignature } from '../../domain/signature/verify'

/** Parameters of the hosted form before they are signed (contract 7.3). */
export type FormParameters = Readonly<Record<string, string | number>>

/** What a shop does with the secret key of its project. The key itself never leaves its server (contract 10, rule 22). */
export interface ShopKey {
  /** The signature of form parameters, to be added as `signature`. */
  readonly sign: (parameters: FormParameters) => string
  /** Whether the platform signed a message, which is given as it was written. */
  readonly verify: (message: JsonNode) => boolean
}

/** `secret` is asked for every time, because a project may get a new one. */
export function shopKey(secret: () => string, crypto: SignatureCrypto): ShopKey {
  return {
    sign: (parameters) => signPlain(parameters, secret(), crypto, 'form'),
    verify: (root) =>
      verifySignature({ root, secret: secret(), crypto, surface: 'callback', lenient: false }).state ===
      'valid',
  }
}
