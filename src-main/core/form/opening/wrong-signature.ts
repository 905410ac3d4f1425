import { equalTexts } from '../../bytes/constant-time'
import type { JsonNode, JsonObject } from '../../json/node'
import { withBooleanWords } from '../../signature/boolean-words'
import { canonicalise } from '../../signature/canonical'
import type { DiagnosticCrypto } from '../../signature/crypto'
import { dialects } from '../../signature/dialects'
import { signatureOf } from '../../signature/sign'
import type { ParameterEncoding } from './received'

/** A signature that does not fit, and everything it could have been made from. */
export interface WrongSignature {
  readonly root: JsonObject
  readonly secret: string
  readonly crypto: DiagnosticCrypto
  readonly encoding: ParameterEncoding
  readonly received: string
  /** Secrets of the other projects: one of them may have been taken by mistake. */
  readonly otherSecrets: () => readonly { readonly projectId: number; readonly secret: string }[]
  /** What the reference gives. */
  readonly expected: string
}

/** At most so many parameters are tried one by one. */
export const MOST_TRIED = 100

/** Whether the received signature fits other data, with or without boolean words read as booleans. */
export function isSignedAs({ secret, crypto, received }: WrongSignature, root: JsonNode): boolean {
  return [root, withBooleanWords(root)].some((each) => {
    const canonical = canonicalise(each, dialects.REF, 'form')
    return canonical.ok && equalTexts(signatureOf(canonical.text, secret, crypto), received)
  })
}
