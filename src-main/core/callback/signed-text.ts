import { locateValues } from '../json/locate'
import { parseJson } from '../json/parse'
import { canonicalise } from '../signature/canonical'
import type { SignatureCrypto } from '../signature/crypto'
import { dialects } from '../signature/dialects'
import { findSignature } from '../signature/place'
import { signatureOf } from '../signature/sign'
import { withMember, withoutMembers, withValue } from './signature-member'

/** What becomes of the signature of an edited message. */
export type Signing = 'resign' | 'keep' | 'omit' | 'corrupt'

export type SignedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

/** Where a callback may carry its signature (contract 2.1). */
const PLACES = [['signature'], ['general', 'signature']] as const

/**
 * Changes nothing but the signature of a JSON text: every other character stays as the tester wrote it.
 * `resign` and `corrupt` work where a receiver looks for the signature (contract 2.1); `resign` adds one at the top
 * level where there is none, `omit` leaves none at any place, and a corrupt signature never fits the data.
 */
export function signedText(
  text: string,
  signing: Signing,
  secret: string,
  crypto: SignatureCrypto,
): SignedText {
  if (signing === 'keep') return { ok: true, text }
  const json = parseJson(text)
  if (!json.ok) {
    return { ok: false, message: `${json.message} Correct the JSON, or keep the signature as it is.` }
  }
  if (json.root.type !== 'object') {
    return {
      ok: false,
      message: 'Only a JSON object carries a signature. Keep the text as it is, or send an object.',
    }
  }
  if (signing === 'omit') return { ok: true, text: withoutMembers(text, PLACES) }
  const canonical = canonicalise(json.root, dialects.REF, 'callback')
  if (!canonical.ok) return { ok: false, message: canonical.failure }
  const right = signatureOf(canonical.text, secret, crypto)
  const place = findSignature(json.root)?.place.split('.')
  // Of repeated keys the last one counts, for us as for every receiver.
  const span = place === undefined ? undefined : locateValues(text, [place]).at(-1)
  if (signing === 'resign') {
    return {
      ok: true,
      text: span === undefined ? withMember(text, 'signature', right) : withValue(text, span, right),
    }
  }
  return span === undefined
    ? { ok: false, message: 'There is no signature to corrupt. Sign the message first.' }
    : { ok: true, text: withValue(text, span, corrupted(right)) }
}

/** The right signature with one character changed: length and alphabet stay, and it cannot become right again. */
function corrupted(signature: string): string {
  const at = 10
  return signature.slice(0, at) + (signature[at] === 'A' ? 'B' : 'A') + signature.slice(at + 1)
}
