import { isRecord, isSigned, signatureFor, type JsonRecord } from '#e2e/flows/testing/signer'
import type { MutationName } from './mutations'

/** The value at a path of a message; undefined if a part of the path is missing. */
export const part = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)
export const textAt = (value: unknown, ...path: readonly string[]): string => {
  const found = part(value, ...path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

export function readObject(text: string): JsonRecord | null {
  try {
    const json: unknown = JSON.parse(text)
    return isRecord(json) ? json : null
  } catch {
    return null
  }
}

/** Whether `is` holds for any value inside; `depth` is 0 for the members of the top level. */
function some(
  value: unknown,
  is: (value: unknown, key: string, depth: number) => boolean,
  depth = 0,
): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => is(inner, key, depth) || some(inner, is, depth + 1))
}

const MISREADINGS: Partial<Record<MutationName, (body: JsonRecord) => boolean>> = {
  'reads null as a word': (body) => some(body, (value) => value === null),
  'reads booleans as words': (body) => some(body, (value) => typeof value === 'boolean'),
  'sorts indexes as text': (body) => some(body, (value) => Array.isArray(value) && value.length > 10),
  'reads bytes as Latin-1': (body) => Buffer.byteLength(JSON.stringify(body)) > JSON.stringify(body).length,
  'keeps inner signatures': (body) => some(body, (_, key, depth) => depth > 0 && key === 'signature'),
}

/** Comparisons that accept a wrong signature. */
const BELIEVED: Partial<Record<MutationName, (given: unknown, right: string) => boolean>> = {
  'compares only as many characters as arrive': (given, right) =>
    typeof given === 'string' && right.startsWith(given),
  'compares the first 16 characters': (given, right) =>
    typeof given === 'string' && given.slice(0, 16) === right.slice(0, 16),
  'ignores the case of a signature': (given, right) =>
    typeof given === 'string' && given.toLowerCase() === right.toLowerCase(),
  'looks for the signature inside': (given, right) => typeof given === 'string' && given.endsWith(right),
  'compares only the beginning of what arrives': (given, right) =>
    typeof given === 'string' && given.startsWith(right),
  'accepts a signature in a list': (given, right) => String(given) === right,
  'accepts true as a signature': (given) => given === true,
  'accepts 0 as a signature': (given) => given === 0,
}

/** Whether this merchant considers a callback genuine. */
export function isGenuine(
  text: string,
  body: JsonRecord,
  secret: string,
  mutation: MutationName | null,
): boolean {
  if (mutation === 'accepts every signature') return true
  const misread = mutation === null ? undefined : MISREADINGS[mutation]
  if (misread?.(body) === true) return false
  if (isSigned(text, secret)) return true
  const forged = mutation === null ? undefined : BELIEVED[mutation]
  if (forged?.(body['signature'], signatureFor(body, secret)) === true) return true
  if (mutation === 'accepts a missing signature') return body['signature'] === undefined
  return mutation === 'looks only at the length of a signature' && textAt(body, 'signature').length === 88
}
