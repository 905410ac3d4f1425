import type { CandidateKey } from './keys'
import type { Mistake, Stage } from './mistake'

const row =
  (stage: Stage) =>
  (
    id: Mistake['id'],
    name: string,
    message: string,
    fix: string,
    changes: Mistake['changes'] = [],
    length: number | undefined = 88,
  ): Mistake => ({ id, stage, name, length, message, fix, changes })

const digest = row('digest')
const bytes = row('bytes')
const encoding = row('encoding')
const transport = row('transport')

const HMAC_512 = 'Use HMAC with SHA-512, the secret as its key.'

/** The string to sign was right, but not what was done with it (contract 2.2, 2.8). */
export const MISTAKES_IN_DIGEST: readonly Mistake[] = [
  digest(
    'swapped',
    'Key and message swapped',
    'Key and message were swapped in the HMAC.',
    'The secret is the key, the string to sign the message.',
    [{ mac: 'swapped' }],
  ),
  digest('plainHash', 'Hash without HMAC', 'A plain SHA-512 was made, without HMAC.', HMAC_512, [
    { mac: 'hashOfTextAndKey' },
    { mac: 'hashOfKeyAndText' },
    { mac: 'hashOfText' },
  ]),
  bytes(
    'textEncoding',
    'Not encoded as UTF-8',
    'The string to sign was not encoded as UTF-8: one byte was taken of every character.',
    'Encode it as UTF-8 before the HMAC.',
    [{ bytes: 'lowBytes' }],
  ),
  bytes(
    'textEncoding',
    'Encoded as UTF-16',
    'The string to sign was encoded as UTF-16.',
    'Encode it as UTF-8 before the HMAC.',
    [{ bytes: 'utf16' }],
  ),
]

const RAW_BYTES = 'Encode the 64 raw bytes as base64.'

/** What is seen in the received text itself: its length and its letters. */
export const MISTAKES_OF_WRITING: readonly Mistake[] = [
  encoding('hex', 'Hexadecimal', 'The signature is the digest in hexadecimal.', RAW_BYTES, [], 128),
  encoding(
    'base64OfHex',
    'Base64 of the hexadecimal text',
    'The signature is the base64 of the hexadecimal digest.',
    'Encode the 64 raw bytes, not their hexadecimal text.',
    [],
    172,
  ),
  encoding(
    'base64Twice',
    'Base64 twice',
    'The signature was encoded as base64 twice.',
    'Encode the 64 raw bytes once.',
    [],
    120,
  ),
  encoding(
    'base64url',
    'base64url, or without padding',
    'The signature is base64url or lacks its padding.',
    'Use the standard alphabet (+ and /) and keep == at the end.',
    [],
    86,
  ),
  encoding(
    'wrapped',
    'Broken into lines',
    'The base64 text is broken into lines.',
    'Write it in one line; some encoders need an option for that.',
    [],
    undefined,
  ),
  digest('sha256', 'SHA-256', 'It was made with SHA-256.', HMAC_512, [], 44),
  digest('sha1', 'SHA-1', 'It was made with SHA-1.', HMAC_512, [], 28),
  transport(
    'plusLost',
    '+ became a space',
    'The signature arrived with spaces, because + means a space in an address and in form encoding.',
    'Encode it: + is written %2B (encodeURIComponent, urlencode).',
  ),
  transport(
    'encodedTwice',
    'Percent-encoded twice',
    'The signature was percent-encoded twice: %2B, %2F and %3D are still in it after decoding.',
    'Encode it once.',
    [],
    undefined,
  ),
  transport(
    'surroundedBySpace',
    'White space around it',
    'White space surrounds the signature.',
    'Send the 88 characters alone.',
    [],
    undefined,
  ),
  transport(
    'backslashes',
    'Backslashes inside',
    'The signature arrived with \\/ for /.',
    'Write it into the JSON text once, by an encoder.',
    [],
    undefined,
  ),
  transport(
    'cutOff',
    'Cut off',
    'The signature is the beginning of the right one: it was cut off.',
    'Give it room for 88 characters.',
    [],
    undefined,
  ),
  transport(
    'lowerCased',
    'Letter case changed',
    'The signature is the right one with the case of its letters changed.',
    'Send it as it is; in base64 small letters and capitals differ.',
  ),
]

/** A key other than the secret as a mistake. */
export const keyMistake = (key: CandidateKey): Mistake => ({
  id: 'wrongKey',
  stage: 'key',
  name: 'Wrong key',
  length: 88,
  message: key.message,
  fix: key.fix,
  changes: [{ key: key.id }],
  ...(key.alone === true ? { alone: true } : {}),
})
