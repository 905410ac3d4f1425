import { decodeBase64, encodeBase64 } from '../../bytes/base64'
import { equalTexts } from '../../bytes/constant-time'
import { encodeUtf8 } from '../../bytes/utf8'
import { withBooleanWords } from '../../signature/boolean-words'
import { canonicalise } from '../../signature/canonical'
import { dialects } from '../../signature/dialects'
import { signatureOf } from '../../signature/sign'
import { mistakeInData } from './mistake-in-data'
import { mistakeInKey } from './mistake-in-key'
import { mistakeInText } from './mistake-in-text'
import { decodedOnce } from './rewrite'
import type { WrongSignature } from './wrong-signature'

/** Longer strings to sign are not searched: every guess costs as much as the check itself. */
const LONGEST_SEARCHED = { characters: 20_000, lines: 200 } as const

/** What the merchant's code most likely did (contract 2.8), in a sentence with the remedy; null where nothing fits. */
export function signatureMistake(wrong: WrongSignature): string | null {
  const canonical = canonicalise(wrong.root, dialects.REF, 'form')
  if (!canonical.ok || canonical.text.length > LONGEST_SEARCHED.characters) return null
  if (canonical.lines.length > LONGEST_SEARCHED.lines) return null
  return (
    damagedOnTheWay(wrong) ??
    wrongEncoding(wrong) ??
    mistakeInData(wrong) ??
    mistakeInText(wrong, canonical.text, canonical.lines) ??
    mistakeInKey(wrong, canonical.text) ??
    otherLength(wrong.received)
  )
}

/** The data is right and so was the signature, but it did not arrive as it was sent. */
function damagedOnTheWay({ root, secret, crypto, encoding, received }: WrongSignature): string | null {
  const words = canonicalise(withBooleanWords(root), dialects.REF, 'form')
  const reference = canonicalise(root, dialects.REF, 'form')
  const right = [reference, words].flatMap((each) =>
    each.ok ? [signatureOf(each.text, secret, crypto)] : [],
  )
  const isRight = (text: string): boolean => right.some((signature) => equalTexts(signature, text))
  if (received.includes(' ') && isRight(received.replaceAll(' ', '+'))) {
    const place = encoding === 'query' ? 'In a query' : 'In a form-encoded body'
    return `${place} + means a space, so the signature arrived with spaces. Encode it: + is written %2B (encodeURIComponent, urlencode).`
  }
  if (isRight(received.trim())) return 'White space surrounds the signature. Send the 88 characters alone.'
  const decoded = decodedOnce(received)
  if (decoded !== received && isRight(decoded)) {
    return 'The signature was percent-encoded twice: %2B, %2F and %3D are still in it after decoding. Encode it once.'
  }
  return null
}

/** The right digest, written in another way. */
function wrongEncoding({ expected, received }: WrongSignature): string | null {
  const digest = decodeBase64(expected)
  if (digest === undefined) return null
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (equalTexts(received.toLowerCase(), hex)) {
    return 'The signature is the digest in hexadecimal. Encode the 64 raw bytes as base64.'
  }
  if (equalTexts(received, encodeBase64(encodeUtf8(hex)))) {
    return 'The signature is the base64 of the hexadecimal digest. Encode the 64 raw bytes, not their hexadecimal text.'
  }
  const standard = received.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')
  if (equalTexts(`${standard}==`, expected)) {
    return 'The signature is base64url or lacks its padding. Use the standard alphabet (+ and /) and keep == at the end.'
  }
  return null
}

/** Nothing fits, but a right signature always has 88 characters (contract 2.2). */
function otherLength(received: string): string | null {
  const { length } = received
  return length === 88
    ? null
    : `It has ${String(length)} characters; the base64 of HMAC-SHA-512 always has 88 and ends with ==.`
}
