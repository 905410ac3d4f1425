import { assertNever } from '#lib/assert-never'
import { encodeUtf8 } from '#lib/bytes/utf8'
import type { DiagnosticCrypto, HashName } from '#domain/signature/crypto'
import type { Attempt } from './found'
import type { Recipe } from './recipe'

/** Computes the digest of an attempt with a hash. */
export const digestOf = (
  attempt: Attempt,
  hash: HashName,
  key: Uint8Array,
  crypto: DiagnosticCrypto,
): Uint8Array => {
  const { mac, bytes } = attempt.recipe
  const message = attempt.bytes ?? encoded(attempt.text, bytes)
  switch (mac) {
    case 'hmac':
      return crypto.hmac(hash, key, message)
    case 'swapped':
      return crypto.hmac(hash, message, key)
    case 'hashOfText':
      return crypto.hash(hash, message)
    case 'hashOfTextAndKey':
      return crypto.hash(hash, joinedBytes(message, key))
    case 'hashOfKeyAndText':
      return crypto.hash(hash, joinedBytes(key, message))
    default:
      return assertNever(mac)
  }
}

const encoded = (text: string, bytes: Recipe['bytes']): Uint8Array => {
  switch (bytes) {
    case 'utf8':
      return encodeUtf8(text)
    case 'lowBytes':
      return unitBytes(text, 1)
    case 'utf16':
      return unitBytes(text, 2)
  }
}

/** The low byte of every UTF-16 unit, or both bytes, the low one first. */
const unitBytes = (text: string, each: 1 | 2): Uint8Array => {
  const written = new Uint8Array(text.length * each)
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    written[at * each] = unit & 0xff
    if (each === 2) written[at * 2 + 1] = unit >> 8
  }
  return written
}

/** Concatenates byte strings. */
export const joinedBytes = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
