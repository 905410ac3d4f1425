import { createHmac } from 'node:crypto'

/**
 * A second implementation of contract 2.2 to 2.4, written for the flow tests alone and sharing nothing with the
 * product, so that a fault of the product's own signing cannot hide behind itself. For texts that `JSON.parse` reads
 * without loss.
 */

export type JsonRecord = Readonly<Record<string, unknown>>

/** The signature that a body has to carry, base64. */
export function signatureFor(body: unknown, secret: string): string {
  return createHmac('sha512', secret).update(textToSign(body), 'utf8').digest('base64')
}

/** The body with its signature where requests of the API carry it (contract 2.1). */
export function signed<Body extends { readonly general: JsonRecord }>(body: Body, secret: string): Body {
  return { ...body, general: { ...body.general, signature: signatureFor(body, secret) } }
}

/** Whether a message carries the right signature, at the top level or else in `general`. */
export function isSigned(text: string, secret: string): boolean {
  const body: unknown = JSON.parse(text)
  const given = memberOf(body, 'signature') ?? memberOf(memberOf(body, 'general'), 'signature')
  return typeof given === 'string' && given === signatureFor(body, secret)
}

export function textToSign(body: unknown): string {
  return leavesOf(body, '')
    .map(([path, value], index) => ({ path: Buffer.from(path, 'utf8'), line: `${path}:${value}`, index }))
    .sort((a, b) => naturalOrder(a.path, b.path) || a.index - b.index)
    .map(({ line }) => line)
    .join(';')
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function memberOf(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function leavesOf(value: unknown, path: string): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([key]) => key !== 'signature')
      .flatMap(([key, member]) => {
        const name = key.split(':').join('::')
        return leavesOf(member, path === '' ? name : `${path}:${name}`)
      })
  }
  return [[path, leafText(value)]]
}

function leafText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? value.toString() : ''
}

const ZERO = 0x30
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= 0x39
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)

/** Natural order over bytes; the numbers in brackets are the steps of contract 2.4. */
export function naturalOrder(a: Buffer, b: Buffer): number {
  if (a.length === 0 || b.length === 0) return a.length - b.length // (1)
  let i = leadingZeros(a) // (2)
  let j = leadingZeros(b)
  for (;;) {
    while (isSpace(a[i])) i += 1 // (3a)
    while (isSpace(b[j])) j += 1
    if (isDigit(a[i]) && isDigit(b[j])) {
      const x = digitsAt(a, i) // (3b)
      const y = digitsAt(b, j)
      const aligned = x.startsWith('0') || y.startsWith('0')
      const order = !aligned && x.length !== y.length ? x.length - y.length : x < y ? -1 : x > y ? 1 : 0
      if (order !== 0) return order
      i += x.length
      j += y.length
      if (i >= a.length || j >= b.length) return a.length - i - (b.length - j)
    }
    const difference = (a[i] ?? 0) - (b[j] ?? 0) // (3c)
    if (difference !== 0) return difference
    i += 1
    j += 1
    if (i >= a.length || j >= b.length) return Math.max(a.length - i, 0) - Math.max(b.length - j, 0)
  }
}

function leadingZeros(bytes: Buffer): number {
  let at = 0
  while (bytes[at] === ZERO && isDigit(bytes[at + 1])) at += 1
  return at
}

function digitsAt(bytes: Buffer, from: number): string {
  let to = from
  while (isDigit(bytes[to])) to += 1
  return bytes.toString('latin1', from, to)
}
