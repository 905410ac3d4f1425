import { createHmac } from 'node:crypto'
import { natural } from '../../../docs/examples/sign.mjs'

/**
 * A second implementation of contract 2.2 to 2.4 for the flow tests, for texts that `JSON.parse` reads without loss. It
 * shares no code with the product, and only the order of keys with an example of the guides, so that a bug in the
 * product's own signing cannot go unnoticed.
 */

export type JsonRecord = Readonly<Record<string, unknown>>

/** The signature that a body must have, in base64. */
export function signatureFor(body: unknown, secret: string): string {
  return createHmac('sha512', secret).update(textToSign(body), 'utf8').digest('base64')
}

/** The body with its signature at the place that API requests use (contract 2.1). */
export function signed<Body extends { readonly general: JsonRecord }>(body: Body, secret: string): Body {
  return { ...body, general: { ...body.general, signature: signatureFor(body, secret) } }
}

/** Whether a message has the right signature: the one at the top level, or in `general` if there is none. */
export function isSigned(text: string, secret: string): boolean {
  const body: unknown = JSON.parse(text)
  const given = memberOf(body, 'signature') ?? memberOf(memberOf(body, 'general'), 'signature')
  return typeof given === 'string' && given === signatureFor(body, secret)
}

export function textToSign(body: unknown): string {
  return leavesOf(body, '')
    .map(([path, value], index) => ({ path, line: `${path}:${value}`, index }))
    .sort((a, b) => natural(a.path, b.path) || a.index - b.index)
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
