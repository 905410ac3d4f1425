import { decodeBase64 } from '#lib/bytes/base64'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { atPath, type JsonNode } from '#lib/json/node'
import { family, type Mistake } from './mistake'
import type { Project } from '#domain/project/project'

/** The string to sign was right, but not its bytes (contract 2.2, 2.8). */
export const MISTAKES_IN_BYTES = family('bytes', 'digest', [
  {
    id: 'textEncoding',
    name: 'Not encoded as UTF-8',
    message: 'The string to sign was not encoded as UTF-8: only one byte of every character was used.',
    fix: 'Encode it as UTF-8 before the HMAC.',
    changes: [{ bytes: (text) => unitBytes(text, 1) }],
  },
  {
    id: 'textEncoding',
    name: 'Encoded as UTF-16',
    message: 'The string to sign was encoded as UTF-16.',
    fix: 'Encode it as UTF-8 before the HMAC.',
    changes: [{ bytes: (text) => unitBytes(text, 2) }],
  },
])

export const MISTAKES_IN_DIGEST = family('digest', 'digest', [
  {
    id: 'swapped',
    name: 'Key and message swapped',
    message: 'Key and message were swapped in the HMAC.',
    fix: 'The secret is the key, the string to sign the message.',
    changes: [{ mac: (crypto, hash, key, message) => crypto.hmac(hash, message, key) }],
  },
  {
    id: 'plainHash',
    name: 'Hash without HMAC',
    message: 'A plain hash was made, without HMAC.',
    fix: 'Use HMAC with SHA-512 and the secret as its key.',
    changes: [
      { mac: (crypto, hash, key, message) => crypto.hash(hash, joinedBytes(message, key)) },
      { mac: (crypto, hash, key, message) => crypto.hash(hash, joinedBytes(key, message)) },
      { mac: (crypto, hash, _key, message) => crypto.hash(hash, message) },
    ],
  },
])

/** The low byte of every UTF-16 unit, or both bytes, the low one first. */
const unitBytes = (text: string, bytesPerUnit: 1 | 2): Uint8Array => {
  const bytes = new Uint8Array(text.length * bytesPerUnit)
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    bytes[at * bytesPerUnit] = unit & 0xff
    if (bytesPerUnit === 2) bytes[at * 2 + 1] = unit >> 8
  }
  return bytes
}

const joinedBytes = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

export type OtherSecret = Pick<Project, 'projectId' | 'secret'>

const TRIM = 'Trim it where it is read from a file or a variable.'
const AS_ISSUED = 'Use its characters as they are.'

/** Keys used by mistake (contract 2.8), the likeliest first, without duplicates and without the secret itself. */
export const wrongKeys = (
  root: JsonNode,
  secret: string,
  others: readonly OtherSecret[],
): readonly Mistake[] => {
  const projectId = projectIdText(root)
  const ofThisProject = projectId === '' ? 'this project' : `project ${projectId}`
  const keys: readonly (readonly [key: string | Uint8Array, message: string, fix: string, isRare?: true])[] =
    [
      [`${secret}\n`, 'The secret was used with a line end after it.', TRIM],
      [`${secret} `, 'The secret was used with a space after it.', TRIM],
      [projectId, 'The project id was used as the key.', 'Use the secret.'],
      [bytesOfHex(secret) ?? '', 'The secret was decoded from hexadecimal first.', AS_ISSUED],
      [bytesOfAnyBase64(secret) ?? '', 'The secret was decoded from base64 first.', AS_ISSUED],
      ...others.map((other) => {
        const message = `It was made with the secret of project ${String(other.projectId)}.`
        return [other.secret, message, `Use the secret of ${ofThisProject}.`] as const
      }),
      [`${secret}\r\n`, 'The secret was used with a line end (CR LF) after it.', TRIM, true],
      [` ${secret}`, 'The secret was used with a space before it.', TRIM, true],
      [`"${secret}"`, 'The secret was used with quotation marks around it.', AS_ISSUED, true],
      [`'${secret}'`, 'The secret was used with apostrophes around it.', AS_ISSUED, true],
      [secret.trim(), 'The secret was trimmed; its white space is part of it.', AS_ISSUED, true],
      [secret.toLowerCase(), 'The secret was written in lower case.', AS_ISSUED, true],
      [secret.toUpperCase(), 'The secret was written in upper case.', AS_ISSUED, true],
    ]
  const known = new Set([String(encodeUtf8(secret)), ''])
  const rows = keys.flatMap(([characters, message, fix, isRare]) => {
    const key = typeof characters === 'string' ? encodeUtf8(characters) : characters
    if (known.has(String(key))) return []
    known.add(String(key))
    const row = { id: 'wrongKey', name: 'Wrong key', message, fix, changes: [{ key }] }
    return isRare === true ? { ...row, together: 1 as const } : row
  })
  const empty = {
    id: 'wrongKey',
    name: 'Wrong key',
    message: 'The key was empty.',
    fix: 'Use the secret of the project.',
    changes: [{ key: new Uint8Array() }],
    together: 1,
  } as const
  return family('key', ['secret', 'digest'], [...rows, empty])
}

/** Undefined if the text is not hexadecimal. */
export const bytesOfHex = (text: string): Uint8Array | undefined =>
  /^(?:[0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from({ length: text.length / 2 }, (_, at) =>
        Number.parseInt(text.slice(at * 2, at * 2 + 2), 16),
      )
    : undefined

/** Decodes base64 in either alphabet, with or without padding; undefined for any other text. */
export const bytesOfAnyBase64 = (text: string): Uint8Array | undefined => {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return decodeBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='))
}

const MAX_PROJECT_ID_CHARS = 20

const PROJECT_PLACES = [['general', 'project_id'], ['project_id'], ['customer', 'project_id']]

const projectIdText = (root: JsonNode): string => {
  for (const path of PROJECT_PLACES) {
    const node = atPath(root, path)
    const text = node?.type === 'number' ? node.text : node?.type === 'string' ? node.value : ''
    if (text !== '') return text.length > MAX_PROJECT_ID_CHARS ? '' : text
  }
  return ''
}
