import {
  corruptedSignature,
  type Signing,
  withMember,
  withoutMembers,
  withValue,
} from '#domain/callback/signed-text'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { locateValues } from '#lib/json/locate'
import { parseJsonBytes } from '#lib/json/parse'
import type { JsonNode } from '#lib/json/node'
import { canonicalise } from '#domain/signature/canonical'
import { dialects } from '#domain/signature/dialects'
import { signatureOf } from '#domain/signature/sign'
import type { SignatureCrypto } from '#domain/signature/crypto'
import { latin1Bytes, latin1Of } from '#core/views'
import { type OpeningRequest, readParameters } from './read-parameters'

export type ResignedOpening =
  | { readonly ok: true; readonly target: string; readonly body: Uint8Array }
  | { readonly ok: false; readonly message: string }

const NAME = 'signature'

/** Signs an opening again, or corrupts, omits or keeps its signature (contract 2.6, 7.1). Changes nothing else. */
export function resignedOpening(
  request: OpeningRequest,
  signing: Exclude<Signing, 'own'>,
  secret: string,
  crypto: SignatureCrypto,
): ResignedOpening {
  const { target, body } = request
  if (signing === 'keep') return { ok: true, target, body }
  const reading = readParameters(request)
  if (!reading.ok) {
    return { ok: false, message: reading.error.errors[0]?.message ?? 'The parameters cannot be read.' }
  }
  const { encoding, root } = reading.parameters
  const signature = signing === 'omit' ? null : signatureFor(root, signing, secret, crypto)
  if (signature !== null && !signature.ok) return signature
  const value = signature?.text ?? null
  switch (encoding) {
    case 'query': {
      const question = target.indexOf('?')
      const path = question < 0 ? target : target.slice(0, question)
      return { ok: true, target: `${path}?${withPair(target.slice(path.length + 1), value)}`, body }
    }
    case 'form':
      // One character per byte, so that everything else stays exactly unchanged.
      return { ok: true, target, body: latin1Bytes(withPair(latin1Of(body), value)) }
    case 'json':
      return { ok: true, target, body: withJsonMember(body, value) }
  }
}

function signatureFor(
  root: JsonNode,
  signing: 'resign' | 'corrupt',
  secret: string,
  crypto: SignatureCrypto,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string } {
  const canonical = canonicalise(root, dialects.REF, 'form')
  if (!canonical.ok) return { ok: false, message: canonical.failure }
  const right = signatureOf(canonical.text, secret, crypto)
  return { ok: true, text: signing === 'resign' ? right : corruptedSignature(right) }
}

/** Replaces the first signature and removes any others, or appends one; null removes every signature. */
function withPair(pairs: string, value: string | null): string {
  const kept: string[] = []
  let placed = value === null
  for (const pair of pairs.split('&')) {
    if (pair.split('=', 1)[0] !== NAME) kept.push(pair)
    else if (!placed) {
      kept.push(`${NAME}=${encodeURIComponent(value ?? '')}`)
      placed = true
    }
  }
  const rest = kept.filter((pair, index) => pair !== '' || index > 0)
  return placed ? rest.join('&') : [...rest, `${NAME}=${encodeURIComponent(value ?? '')}`].join('&')
}

function withJsonMember(body: Uint8Array, value: string | null): Uint8Array {
  if (!parseJsonBytes(body).ok) return body
  const text = new TextDecoder().decode(body)
  if (value === null) return encodeUtf8(withoutMembers(text, [[NAME]]))
  const span = locateValues(text, [[NAME]]).at(-1)
  return encodeUtf8(span === undefined ? withMember(text, NAME, value) : withValue(text, span, value))
}
