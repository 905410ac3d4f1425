import { locateValues } from '../json/locate'
import type { Span } from '../json/locate'
import { parseJson } from '../json/parse'
import type { JsonNode } from '../json/node'
import { signJson } from '../signature/sign'
import type { SignatureCrypto } from '../signature/crypto'

/** What becomes of the signature of an edited message. */
export type Signing = 'resign' | 'keep' | 'omit' | 'corrupt'

export type SignedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

const PLACES = [['signature'], ['general', 'signature']] as const

/**
 * Changes nothing but the signature of a JSON text: every other character stays as the tester wrote it.
 * The signature is looked for at the top level first, then in `general` (contract 2.1); `resign` adds one at the top
 * level where there is none.
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
  const span = signatureSpan(text)
  switch (signing) {
    case 'resign': {
      const signature = signJson(json.root, secret, crypto)
      return {
        ok: true,
        text: span === null ? inserted(text, json.root, signature) : replaced(text, span, signature),
      }
    }
    case 'omit':
      return { ok: true, text: span === null ? text : removed(text, span) }
    case 'corrupt':
      return span === null
        ? { ok: false, message: 'There is no signature to corrupt. Sign the message first.' }
        : { ok: true, text: replaced(text, span, corrupted(text.slice(span.start, span.end))) }
  }
}

function signatureSpan(text: string): Span | null {
  for (const place of PLACES) {
    const spans = locateValues(text, [place])
    const last = spans.at(-1)
    if (last !== undefined) return last
  }
  return null
}

function replaced(text: string, span: Span, signature: string): string {
  const value = span.kind === 'string' ? signature : JSON.stringify(signature)
  return text.slice(0, span.start) + value + text.slice(span.end)
}

function inserted(text: string, root: JsonNode & { type: 'object' }, signature: string): string {
  const end = text.lastIndexOf('}')
  const comma = root.members.length === 0 ? '' : ','
  return `${text.slice(0, end).trimEnd()}${comma}"signature":${JSON.stringify(signature)}${text.slice(end)}`
}

/** Takes out the member with its key and one comma. */
function removed(text: string, span: Span): string {
  const quote = span.kind === 'string' ? 1 : 0
  const before = text.slice(0, span.start - quote).replace(/"(?:[^"\\]|\\.)*"\s*:\s*$/, '')
  const after = text.slice(span.end + quote)
  const leading = /,\s*$/
  return leading.test(before) ? before.replace(leading, '') + after : before + after.replace(/^\s*,\s*/, '')
}

/** One character of the digest changed: the length and the alphabet stay. */
function corrupted(signature: string): string {
  const at = Math.min(10, signature.length - 1)
  if (at < 0) return 'A'
  const other = signature[at] === 'A' ? 'B' : 'A'
  return signature.slice(0, at) + other + signature.slice(at + 1)
}
