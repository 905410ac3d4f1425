import { decodeBase64, encodeBase64 } from '../../bytes/base64'
import { equalTexts } from '../../bytes/constant-time'
import { encodeUtf8 } from '../../bytes/utf8'
import type { WrongSignature } from './wrong-signature'

/** The string to sign was right, but not what was done with it (contract 2.8); null where nothing fits. */
export function mistakeInKey(
  { root, secret, crypto, received, otherSecrets }: WrongSignature,
  text: string,
): string | null {
  const message = encodeUtf8(text)
  const key = encodeUtf8(secret)
  const project = root.members.find((member) => member.key === 'project_id')?.value
  const projectId =
    project?.type === 'number' ? project.text : project?.type === 'string' ? project.value : ''
  const hmacWith = (other: Uint8Array | undefined): Uint8Array | undefined =>
    other === undefined ? undefined : crypto.hmac('sha512', other, message)
  const plainHash = 'A plain SHA-512 was made, without HMAC. Use HMAC-SHA-512 with the secret as its key.'
  const candidates: readonly (readonly [says: string, digest: Uint8Array | undefined])[] = [
    ...[text, `${text}${secret}`, `${secret}${text}`].map(
      (hashed) => [plainHash, crypto.sha512(encodeUtf8(hashed))] as const,
    ),
    ['It was made with SHA-256. Use HMAC with SHA-512.', crypto.hmac('sha256', key, message)],
    ['It was made with SHA-1. Use HMAC with SHA-512.', crypto.hmac('sha1', key, message)],
    [
      'Key and message were swapped in the HMAC. The secret is the key, the string to sign the message.',
      crypto.hmac('sha512', message, key),
    ],
    [
      'The secret was used with a line end behind it. Trim it where it is read from a file or a variable.',
      crypto.hmac('sha512', encodeUtf8(`${secret}\n`), message),
    ],
    [
      'The secret was used with a space behind it. Trim it where it is read from a file or a variable.',
      crypto.hmac('sha512', encodeUtf8(`${secret} `), message),
    ],
    [
      'The project id was used as the key. Use the secret.',
      crypto.hmac('sha512', encodeUtf8(projectId), message),
    ],
    ['The key was empty. Use the secret of the project.', crypto.hmac('sha512', encodeUtf8(''), message)],
    [
      'The secret was decoded from hexadecimal first. Use its characters as they are.',
      hmacWith(fromHex(secret)),
    ],
    [
      'The secret was decoded from base64 first. Use its characters as they are.',
      hmacWith(decodeBase64(secret)),
    ],
    [
      'The string to sign was not encoded as UTF-8. Encode it as UTF-8 before the HMAC.',
      crypto.hmac('sha512', key, lowBytes(text)),
    ],
    [
      'The string to sign was encoded as UTF-16. Encode it as UTF-8 before the HMAC.',
      crypto.hmac('sha512', key, utf16(text)),
    ],
  ]
  const others = otherSecrets().map(
    ({ projectId: other, secret: taken }) =>
      [
        `It was made with the secret of project ${String(other)}. Use the secret of project ${projectId}.`,
        crypto.hmac('sha512', encodeUtf8(taken), message),
      ] as const,
  )
  return (
    [...candidates, ...others].find(
      ([, digest]) => digest !== undefined && equalTexts(encodeBase64(digest), received),
    )?.[0] ?? null
  )
}

function fromHex(text: string): Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(at * 2, at * 2 + 2), 16),
  )
}

/** The low byte of every UTF-16 unit: what some languages make of a text without being told an encoding. */
function lowBytes(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at) & 0xff)
}

function utf16(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length * 2 }, (_, at) => {
    const unit = text.charCodeAt(at >> 1)
    return at % 2 === 0 ? unit & 0xff : unit >> 8
  })
}
