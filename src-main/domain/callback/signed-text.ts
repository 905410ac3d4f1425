import { locateValues, type Span } from '#lib/json/locate'
import type { JsonNode } from '#lib/json/node'
import { parseJson } from '#lib/json/parse'
import { canonicalise } from '#domain/signature/canonical'
import { dialects } from '#domain/signature/dialects'
import { findSignature } from '#domain/signature/place'
import { signatureOf } from '#domain/signature/sign'
import type { SignatureCrypto } from '#domain/signature/crypto'

/** What happens to the signature of an edited message; `own`: the tester supplies its value. */
export type Signing = 'resign' | 'keep' | 'omit' | 'corrupt' | 'own'

/** `signature`, or `general.signature` (contract 2.1, 3.9). */
export type SigningPlace = 'top' | 'general'

export interface SigningOptions {
  /** By default an existing signature keeps its place, and a new one goes to the top level. */
  readonly place?: SigningPlace | undefined
  readonly signature?: string | undefined
}

export type SignedText =
  | { readonly ok: true; readonly text: string }
  /** `field`: the part of the request that cannot be applied. */
  | { readonly ok: false; readonly field: 'body' | 'signature' | 'place'; readonly message: string }

const PATHS: Readonly<Record<SigningPlace, readonly string[]>> = {
  top: ['signature'],
  general: ['general', 'signature'],
}
const PLACES = Object.values(PATHS)

/** Changes only the signature that receivers read (contract 2.1), or writes one at the requested place. */
export function signedText(
  text: string,
  signing: Signing,
  secret: string,
  crypto: SignatureCrypto,
  { place, signature }: SigningOptions = {},
): SignedText {
  if (place !== undefined && (signing === 'keep' || signing === 'omit')) {
    const message = `A place has no effect when the signature is ${signing === 'keep' ? 'kept' : 'left out'}. Leave the place out.`
    return { ok: false, field: 'place', message }
  }
  if (signing === 'keep') return { ok: true, text }
  const json = parseJson(text)
  if (!json.ok) return bodyRefusal(`${json.message} Correct the JSON, or keep the signature as it is.`)
  if (json.root.type !== 'object') {
    return bodyRefusal('Only a JSON object can carry a signature. Keep the text as it is, or send an object.')
  }
  switch (signing) {
    case 'omit':
      return { ok: true, text: withoutMembers(text, PLACES) }
    case 'own':
      return signature === undefined
        ? { ok: false, field: 'signature', message: 'Give the value of the signature.' }
        : withSignature(text, json.root, signature, place)
    case 'resign':
    case 'corrupt': {
      const canonical = canonicalise(json.root, dialects.REF, 'callback')
      if (!canonical.ok) return bodyRefusal(canonical.failure)
      const right = signatureOf(canonical.text, secret, crypto)
      if (signing === 'resign') return withSignature(text, json.root, right, place)
      return place === undefined && findSignature(json.root) === undefined
        ? bodyRefusal('There is no signature to corrupt. Sign the message first, or give a place.')
        : withSignature(text, json.root, corruptedSignature(right), place)
    }
  }
}

const bodyRefusal = (message: string): SignedText => ({ ok: false, field: 'body', message })

function withSignature(
  text: string,
  root: JsonNode,
  value: string,
  place: SigningPlace | undefined,
): SignedText {
  if (place === undefined) {
    const span = lastSpan(text, findSignature(root)?.place.split('.'))
    return {
      ok: true,
      text: span === undefined ? withMember(text, 'signature', value) : withValue(text, span, value),
    }
  }
  const path = PATHS[place]
  const cleared = withoutMembers(
    text,
    PLACES.filter((other) => other !== path),
  )
  // Receivers ignore a signature inside a "general" that a later "general" replaces.
  const isRead = findSignature(root, place === 'top' ? 'signature' : 'general.signature') !== undefined
  const span = isRead ? lastSpan(cleared, path) : undefined
  if (span !== undefined) return { ok: true, text: withValue(cleared, span, value) }
  if (place === 'top') return { ok: true, text: withMember(cleared, 'signature', value) }
  const general = lastSpan(cleared, ['general'])
  if (general === undefined) return { ok: true, text: withMember(cleared, 'general', { signature: value }) }
  if (general.kind !== 'object') {
    const message = '"general" is not an object here, so it can hold no signature. Sign at the top level.'
    return { ok: false, field: 'place', message }
  }
  const inside = withMember(cleared.slice(general.start, general.end), 'signature', value)
  return { ok: true, text: cleared.slice(0, general.start) + inside + cleared.slice(general.end) }
}

/** The last value at a path: of repeated keys, every receiver uses the last. */
function lastSpan(text: string, path: readonly string[] | undefined): Span | undefined {
  return path === undefined ? undefined : locateValues(text, [path]).at(-1)
}

/** Changes one character: length and alphabet stay the same, and the result always differs. */
export function corruptedSignature(signature: string): string {
  const at = 10
  return signature.slice(0, at) + (signature[at] === 'A' ? 'B' : 'A') + signature.slice(at + 1)
}

/** Replaces a value with a string. `span` comes from {@link locateValues}. */
export function withValue(text: string, span: Span, value: string): string {
  const written = JSON.stringify(value)
  return (
    text.slice(0, span.start) +
    (span.kind === 'string' ? written.slice(1, -1) : written) +
    text.slice(span.end)
  )
}

/** Adds a member after the last one of the JSON object `text`. White space before its closing brace stays. */
export function withMember(
  text: string,
  key: string,
  value: string | Readonly<Record<string, string>>,
): string {
  const body = text.slice(0, text.lastIndexOf('}')).trimEnd()
  const comma = body.trimStart() === '{' ? '' : ','
  return `${body}${comma}${JSON.stringify(key)}:${JSON.stringify(value)}${text.slice(body.length)}`
}

/** Removes every member at the given paths, including repeated ones, with its key and one comma. */
export function withoutMembers(text: string, paths: readonly (readonly string[])[]): string {
  return locateValues(text, paths).reduceRight(withoutMember, text)
}

function withoutMember(text: string, span: Span): string {
  const quote = span.kind === 'string' ? 1 : 0
  const keyEnd = text.lastIndexOf('"', text.lastIndexOf(':', span.start - quote) - 1)
  // The key has no quote in it: it was found by its name.
  const before = text.slice(0, text.lastIndexOf('"', keyEnd - 1)).trimEnd()
  const after = text.slice(span.end + quote)
  if (before.endsWith(',')) return before.slice(0, -1) + after
  return text.slice(0, before.length) + after.replace(/^\s*,/, '')
}
