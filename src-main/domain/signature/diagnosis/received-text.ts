import { decodeBase64, encodeBase64 } from '#lib/bytes/base64'
import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import { LIMITS } from '#lib/limits/limit-table'
import type { HashName } from '#domain/signature/crypto'
import { family, MAX_TOGETHER, type Mistake, type MistakeRow } from './mistake'
import { decodedOnce } from './mistakes-in-data'
import { bytesOfAnyBase64, bytesOfHex } from './mistakes-in-digest'

/** The digest in a received text, assuming that its writer made the given mistakes. */
interface ReceivedDigest {
  readonly digest: Uint8Array
  readonly hash: HashName
  readonly mistakes: readonly Mistake[]
  /** Encodes a digest in the same way; for the received digest it gives the received text. */
  readonly write: (digest: Uint8Array) => string
}

const HMAC_512 = 'Use HMAC with SHA-512 and the secret as its key.'

const [SHA256, SHA1] = family('digest', 'digest', [
  { id: 'sha256', name: 'SHA-256', message: 'It was made with SHA-256.', fix: HMAC_512 },
  { id: 'sha1', name: 'SHA-1', message: 'It was made with SHA-1.', fix: HMAC_512 },
])

const HASHES: ReadonlyMap<number, { readonly hash: HashName; readonly mistake?: Mistake | undefined }> =
  new Map([
    [64, { hash: 'sha512' }],
    [32, { hash: 'sha256', mistake: SHA256 }],
    [20, { hash: 'sha1', mistake: SHA1 }],
  ])

interface Encoding {
  readonly digest: Uint8Array
  readonly write: (digest: Uint8Array) => string
}

/** Encodings other than plain base64. `read` gives undefined for a text in another encoding. */
const ENCODINGS = family<MistakeRow & { readonly read: (text: string) => Encoding | undefined }>(
  'encoding',
  'digest',
  [
    {
      id: 'hex',
      name: 'Hexadecimal',
      message: 'The signature is the digest in hexadecimal.',
      fix: 'Encode the 64 raw bytes as base64.',
      read: (text) => fromHex(text),
    },
    {
      id: 'base64OfHex',
      name: 'Base64 of the hexadecimal text',
      message: 'The signature is the base64 of the hexadecimal digest.',
      fix: 'Encode the 64 raw bytes, not their hexadecimal text.',
      read: (text) => base64Of(fromHex(decodedText(text))),
    },
    {
      id: 'base64Twice',
      name: 'Base64 twice',
      message: 'The signature was encoded as base64 twice.',
      fix: 'Encode the 64 raw bytes once.',
      read: (text) => base64Of(fromBase64(decodedText(text))),
    },
    {
      id: 'base64url',
      name: 'base64url, or without padding',
      message: 'The signature is base64url or lacks its padding.',
      fix: 'Use the standard alphabet (+ and /) and keep == at the end.',
      read: (text) => fromUrlAlphabet(text),
    },
    {
      id: 'wrapped',
      name: 'Broken into lines',
      message: 'The base64 text is broken into lines.',
      fix: 'Write it on one line; some encoders need an option for that.',
      read: (text) => {
        const plain = text.replace(/\r\n|\n/g, '')
        const digest = plain === text ? undefined : decodeBase64(plain)
        return digest && { digest, write: (bytes) => wrappedLike(text, encodeBase64(bytes)) }
      },
    },
  ],
)

interface Damage {
  /** The text before the damage; unchanged if there is none. */
  readonly undo: (received: string) => string
  /** Repeats the damage of the received text on another one. */
  readonly redo: (text: string, received: string) => string
}

const DAMAGES = family<MistakeRow & Damage>('transport', 'sending', [
  {
    id: 'surroundedBySpace',
    name: 'White space around it',
    message: 'White space surrounds the signature.',
    fix: 'Send only the 88 characters.',
    topics: ['digest'],
    undo: (received) => received.trim(),
    redo: (text, received) => {
      const [, before = '', after = ''] = /^(\s*).*?(\s*)$/s.exec(received) ?? []
      return `${before}${text}${after}`
    },
  },
  {
    id: 'encodedTwice',
    name: 'Percent-encoded twice',
    message: 'The signature was percent-encoded twice: %2B, %2F and %3D are still in it after decoding.',
    fix: 'Encode it once.',
    undo: decodedOnce,
    redo: (text, received) => encodedLike(received, text),
  },
  {
    id: 'backslashes',
    name: 'Backslashes inside',
    message: 'The signature arrived with \\/ for /.',
    fix: 'Write it into the JSON text once, with an encoder.',
    topics: ['signLast'],
    undo: (received) => received.replaceAll('\\/', '/'),
    redo: (text) => text.replaceAll('/', '\\/'),
  },
  {
    id: 'plusLost',
    name: '+ became a space',
    message: 'The signature arrived with spaces, because + means a space in a query and in form encoding.',
    fix: 'Encode it: + is written %2B (encodeURIComponent, urlencode).',
    undo: (received) => received.replaceAll(' ', '+'),
    redo: (text) => text.replaceAll('+', ' '),
  },
])

/** Damage that cannot be undone, so the right signature must be damaged in the same way for comparison. */
const LOSSES = family<MistakeRow & { readonly makes: (right: string, received: string) => boolean }>(
  'transport',
  null,
  [
    {
      id: 'cutOff',
      name: 'Cut off',
      message: 'The signature is the beginning of the right one: it was cut off.',
      fix: 'Give it room for 88 characters.',
      makes: (right, received) =>
        received.length >= MIN_CUT &&
        received.length < right.length &&
        right.startsWith(received) &&
        right.replace(/=+$/, '') !== received,
    },
    {
      id: 'lowerCased',
      name: 'Letter case changed',
      message: 'The signature is the right one with the case of its letters changed.',
      fix: 'Send it as it is; in base64, small letters and capitals differ.',
      makes: (right, received) => [right.toLowerCase(), right.toUpperCase()].includes(received),
    },
  ],
)

/** Fewer characters could match by chance. */
const MIN_CUT = 16

/** What a received signature lost, compared with the right one; undefined if it is a different signature. */
export const lossOf = (right: string, received: string): Mistake | undefined =>
  LOSSES.find(({ makes }) => makes(right, received))

interface Arrival {
  readonly text: string
  readonly damages: readonly Mistake[]
  readonly redo: (text: string) => string
}

/** Every possible digest of a received text, the simplest reading first (contract 2.8). */
export const receivedDigests = (received: string): readonly ReceivedDigest[] =>
  (received.length > LIMITS.signatureChars ? [] : arrivals(received)).flatMap(({ text, damages, redo }) =>
    encodings(text).flatMap(({ digest, write, mistake }) => {
      const known = HASHES.get(digest.length)
      const whole = (bytes: Uint8Array): string => redo(write(bytes))
      if (known === undefined || whole(digest) !== received) return []
      const mistakes = [known.mistake ?? [], mistake ?? [], damages].flat()
      return mistakes.length > MAX_TOGETHER ? [] : [{ digest, hash: known.hash, mistakes, write: whole }]
    }),
  )

const arrivals = (received: string): readonly Arrival[] =>
  DAMAGES.reduce<readonly Arrival[]>(
    (known, damage) => [
      ...known,
      ...known.flatMap(({ text, damages, redo }) => {
        const before = damage.undo(text)
        if (before === text) return []
        const redoAll = (other: string): string => redo(damage.redo(other, text))
        return [{ text: before, damages: [...damages, damage], redo: redoAll }]
      }),
    ],
    [{ text: received, damages: [], redo: (text) => text }],
  )

const encodings = (text: string): readonly (Encoding & { readonly mistake?: Mistake })[] => {
  const plain = fromBase64(text)
  const others = ENCODINGS.flatMap((mistake) => {
    const encoding = mistake.read(text)
    return encoding === undefined ? [] : [{ ...encoding, mistake }]
  })
  return plain === undefined ? others : [plain, ...others]
}

const fromBase64 = (text: string): Encoding | undefined => {
  const digest = decodeBase64(text)
  return digest && { digest, write: encodeBase64 }
}

/** Empty if the text is not the base64 of UTF-8 text. */
const decodedText = (text: string): string => decodeUtf8(decodeBase64(text) ?? new Uint8Array()) ?? ''

const base64Of = (inner: Encoding | undefined): Encoding | undefined =>
  inner && { ...inner, write: (digest) => encodeBase64(encodeUtf8(inner.write(digest))) }

const fromHex = (text: string): Encoding | undefined => {
  const digest = bytesOfHex(text)
  const isCapital = text === text.toUpperCase()
  const write = (bytes: Uint8Array): string => {
    const small = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return isCapital ? small.toUpperCase() : small
  }
  return digest && { digest, write }
}

const fromUrlAlphabet = (text: string): Encoding | undefined => {
  const digest = decodeBase64(text) === undefined ? bytesOfAnyBase64(text) : undefined
  const write = (bytes: Uint8Array): string => {
    const base64 = encodeBase64(bytes)
    const letters = /[-_]/.test(text) ? base64.replaceAll('+', '-').replaceAll('/', '_') : base64
    return text.endsWith('=') ? letters : letters.replace(/=+$/, '')
  }
  return digest && { digest, write }
}

/** Percent-encodes the characters that the model encodes, in the same letter case. */
const encodedLike = (model: string, text: string): string =>
  text.replace(/[+/= _-]/g, (character) => {
    const escaped = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
    return [escaped.toUpperCase(), escaped].find((escape) => model.includes(escape)) ?? character
  })

/** Breaks a text into lines where the model has its line breaks. */
const wrappedLike = (model: string, text: string): string => {
  let at = 0
  return model.replace(/[^\r\n]/g, () => text.charAt(at++))
}
